/** Errors of pg-boss itself, which polls for work of each kind, so that one outage of the database makes hundreds of them. */
import { isOutage } from '#server/platform/db/connect'
import type { Log } from '#server/platform/log'

/** Each kind of work is polled for several times in this time, so an outage without an error for so long is over. */
const OVER_MS = 30_000

/** Logs all errors but those of an outage, of which only the first. `elapsed`: milliseconds of a monotonic clock. */
export function logJobErrors(log: Log, elapsed = () => performance.now()): (emitted: unknown) => void {
  let lastOutage = -Infinity
  return (emitted) => {
    const error = toError(emitted)
    if (!isOutage(error)) return log.error('jobs failed', { error })
    const isFirst = elapsed() - lastOutage > OVER_MS
    lastOutage = elapsed()
    if (isFirst) log.error('database unavailable', { error })
  }
}

/** pg-boss emits copies of errors, which are plain objects with a message and a stack. */
function toError(emitted: unknown): unknown {
  if (emitted instanceof Error || typeof emitted !== 'object' || emitted === null) return emitted
  const { message, ...facts } = emitted as Partial<Error>
  const [, name] = /^(\w+):/.exec(facts.stack ?? '') ?? []
  return Object.assign(new Error(message), { ...(name && { name }), ...facts })
}
