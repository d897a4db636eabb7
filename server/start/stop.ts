/** After the signal: how long the whole shutdown may take. */
const SHUTDOWN_MS = 9_000

/** Closes everything in this order at SIGTERM or SIGINT, and exits. */
export function stopOnSignal(steps: (() => unknown)[]): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    const deadline = setTimeout(() => process.exit(1), SHUTDOWN_MS)
    for (const close of steps) await close()
    clearTimeout(deadline)
    process.exit(0)
  }
  process.on('SIGTERM', stop) // Arrives twice if a service manager signals the whole process group and `npm start` passes it on.
  process.once('SIGINT', stop)
}
