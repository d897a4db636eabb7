/** The log: an event and a few facts from a fixed list. Nothing else can be logged, so no personal data can. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import { pino, type DestinationStream } from 'pino'
import { VERSION } from '#server/platform/version'

export type LogFacts = {
  bookingId?: string
  checkoutId?: string
  eventId?: string
  eventType?: string
  mailId?: string
  deliveryId?: string
  refundId?: string
  transferId?: string
  reversalId?: string
  mentorId?: string
  job?: string
  route?: string
  status?: number
  count?: number
  seconds?: number
  /** Its class, code and stack frames are logged, never its message. */
  error?: unknown
}

export type Log = Record<'info' | 'warn' | 'error', (event: string, facts?: LogFacts) => void>

/** First path segments that belong to something other than a page. */
const SECTIONS = [
  '',
  'api',
  'assets',
  'create-checkout-session',
  'google',
  'healthz',
  'metrics',
  'passkeys',
  'pictures',
  'readyz',
  'webhooks',
]

/** The first parts of the paths of the router's table and of what is beside it. */
export const collectSections = (pages: readonly string[]): ReadonlySet<string> =>
  new Set([...SECTIONS, ...pages.map((path) => path.split('/')[0] ?? '')])

const requests = new AsyncLocalStorage<string>()

/** Runs a request's work. Each line that is logged meanwhile has its id. */
export const loggingRequest = <Result>(id: string, work: () => Result): Result => requests.run(id, work)

/**
 * Writes JSON lines to standard error, so that standard output stays for people. Each line has the machine, the process, its
 * role and the version.
 *
 * @param role of a process that serves or works; operators' commands have none.
 * @param sections `collectSections` the router's table. Any other path is logged as `/…`: a visitor made it up, and it may hold a
 *   name.
 */
export function createLog(
  { LOG_LEVEL: level, ROLE: role }: { LOG_LEVEL: string; ROLE?: string },
  sections: ReadonlySet<string> = collectSections([]),
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Log {
  const base = { host: hostname(), pid: process.pid, ...(role && { role }), version: VERSION }
  const mixin = () => {
    const requestId = requests.getStore()
    return requestId === undefined ? {} : { requestId }
  }
  const logger = pino({ level, base, mixin, timestamp: pino.stdTimeFunctions.isoTime }, destination)
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
 * Redirects what libraries print, Node's warnings and uncaught errors into the log. Raw they may contain addresses and
 * messages; here only the error's class and stack frames are kept.
 */
export function logWhatIsPrinted(log: Log, target: Pick<Console, (typeof METHODS)[number]> = console): void {
  for (const method of METHODS) {
    target[method] = (...printed: unknown[]) => {
      const error = printed.find((each) => each instanceof Error) ?? new Error('Printed')
      log.warn('printed by a library', { error })
    }
  }
  process.removeAllListeners('warning')
  process.on('warning', (error) => log.warn('runtime warning', { error }))
  process.on('uncaughtException', (error) => {
    log.error('uncaught error', { error })
    process.exit(1)
  })
}

/**
 * Name, code, stack frames and the name of the cause. Not the message: database and email errors quote what people typed
 * ("Key (mentee_email)=(…)").
 */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { fault: typeof error }
  const code = 'code' in error ? String(error.code) : undefined
  const { stack = '', message } = error
  const end = stack.indexOf(message) // Lines of the message that look like frames are cut off with it.
  const frames = (end < 0 ? '' : stack.slice(end + message.length))
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim())
  return { fault: error.name, code, frames, ...(error.cause instanceof Error ? { cause: error.cause.name } : {}) }
}
