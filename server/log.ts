/** The log: an event and a few facts about it, chosen from a list. What is not on the list cannot be logged, so no personal data can. */
import { pino } from 'pino'

export type LogFacts = {
  bookingId?: string
  checkoutId?: string
  eventId?: string
  eventType?: string
  mailId?: string
  refundId?: string
  job?: string
  route?: string
  status?: number
  count?: number
  /** A fault: its class and code are logged, its message only where it was raised by our own code or a library's. */
  error?: unknown
}

export type Log = Record<'info' | 'warn' | 'error', (event: string, facts?: LogFacts) => void>

/** Writes JSON lines to standard error, so that standard output stays for people. */
export function createLog(level: string): Log {
  const logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true }),
  )
  const at =
    (severity: 'info' | 'warn' | 'error') =>
    (event: string, facts: LogFacts = {}) => {
      const { error, ...rest } = facts
      logger[severity](error === undefined ? rest : { ...rest, ...describe(error) }, event)
    }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

/**
 * Name, code and the frames of our own stack. Not the message: database and mail errors quote what people typed
 * ("Key (mentee_email)=(…)"). The cause says what a wrapper hides.
 */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { fault: typeof error }
  const code = 'code' in error ? String(error.code) : undefined
  const frames = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim())
  return { fault: error.name, code, frames, ...(error.cause instanceof Error ? { cause: error.cause.name } : {}) }
}
