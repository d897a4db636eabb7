/** The log: an event and a few facts about it, chosen from a list. What is not on the list cannot be logged, so no personal data can. */
import { pino, type DestinationStream } from 'pino'

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

/** The first parts of paths that are no page's. */
const SECTIONS = ['api', 'create-checkout-session', 'google', 'healthz', 'metrics', 'passkeys', 'pictures', 'webhooks']

/**
 * Writes JSON lines to standard error, so that standard output stays for people. `pages`: the paths of the router's table. Of
 * an address that a visitor made up, which may be somebody's name, only that there was one is logged.
 */
export function createLog(
  level: string,
  pages: readonly string[] = [],
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Log {
  const sections = new Set(['', ...SECTIONS, ...pages.map((path) => path.split('/')[0] ?? '')])
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
  const at =
    (severity: 'info' | 'warn' | 'error') =>
    (event: string, facts: LogFacts = {}) => {
      const { error, route, ...other } = facts
      const rest = route === undefined ? other : { ...other, route: sections.has(route.slice(1)) ? route : '/…' }
      logger[severity](error === undefined ? rest : { ...rest, ...describe(error) }, event)
    }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

const METHODS = ['log', 'info', 'debug', 'warn', 'error', 'trace'] as const

/**
 * Libraries print what they find noteworthy, as do Node's warnings and its last words on an error that nobody caught: raw,
 * addresses and messages included. From now on each is an event, with the class and the frames only.
 */
export function logWhatIsPrinted(log: Log, target: Pick<Console, (typeof METHODS)[number]> = console): void {
  for (const method of METHODS) {
    target[method] = (...printed: unknown[]) => {
      const error = printed.find((each) => each instanceof Error) ?? new Error('Printed')
      log.warn('printed by a library', { error })
    }
  }
  process.removeAllListeners('warning')
  process.on('warning', (error) => log.warn('warning of the runtime', { error }))
  process.on('uncaughtException', (error) => {
    log.error('error that nobody caught', { error })
    process.exit(1)
  })
}

/**
 * Name, code and the frames of our own stack. Not the message: database and mail errors quote what people typed
 * ("Key (mentee_email)=(…)"). The cause says what a wrapper hides.
 */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { fault: typeof error }
  const code = 'code' in error ? String(error.code) : undefined
  const { stack = '', message } = error
  const end = stack.indexOf(message) // A message may have lines that look like frames: they go with it.
  const frames = (end < 0 ? '' : stack.slice(end + message.length))
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim())
  return { fault: error.name, code, frames, ...(error.cause instanceof Error ? { cause: error.cause.name } : {}) }
}
