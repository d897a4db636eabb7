/** After the drain: how long the rest of the shutdown may take. */
const SHUTDOWN_MS = 9_000

/**
 * From now on SIGTERM and SIGINT end the process with 0: at once while it starts, and in order once `inOrder` was called.
 * Without a handler, a process that is the first of its container would ignore SIGTERM.
 */
export function stopOnSignal() {
  let drain: (() => Promise<void>) | null = null
  let steps: (() => unknown)[] = []
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await drain?.()
    const deadline = setTimeout(() => process.exit(1), SHUTDOWN_MS)
    for (const close of steps) await close()
    clearTimeout(deadline)
    process.exit(0)
  }
  process.on('SIGTERM', stop) // Arrives twice if a service manager signals the whole process group and `npm start` passes it on.
  process.once('SIGINT', stop)
  return {
    /** `first` may take its time. The others close everything, one after the other. */
    inOrder(first: () => Promise<void>, then: (() => unknown)[]): void {
      drain = first
      steps = then
    },
  }
}
