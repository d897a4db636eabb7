/**
 * From now on SIGTERM and SIGINT end the process with 0: at once while it starts, and in order once `inOrder` was called.
 * Without a handler, a process that is the first of its container would ignore SIGTERM.
 */
export function stopOnSignal() {
  let drain: (() => Promise<void>) | null = null
  let steps: (() => unknown)[] = []
  let limitMs = 0
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await drain?.()
    const deadline = setTimeout(() => process.exit(1), limitMs)
    for (const close of steps) await close()
    clearTimeout(deadline)
    process.exit(0)
  }
  process.on('SIGTERM', stop) // Arrives twice if a service manager signals the whole process group and `npm start` passes it on.
  process.once('SIGINT', stop)
  return {
    /**
     * `first` may take its time. The others close everything, one after the other; after `withinMs` the process ends with 1
     * instead.
     */
    inOrder(first: () => Promise<void>, then: (() => unknown)[], withinMs: number): void {
      drain = first
      steps = then
      limitMs = withinMs
    },
  }
}
