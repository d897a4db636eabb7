/**
 * Reads calendars in a child process, one at a time, with limits on memory and time: a file of 1 MB can describe more
 * occurrences than anyone can count, and the product's own thread must not try (decision 0026).
 *
 *   nothing ─ first calendar ─▶ running ─ idle ─▶ ended; the next calendar starts another
 *                                  │
 *                                  └─ too slow, crashed ─▶ killed; that calendar is refused, the next ones are not
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { BusyTimes, Expansion } from '#domain/mentors/busy-calendar'
import { err, type Result } from '#domain/result'
import type { IcsError } from '#server/platform/ics/busy-times'

type CalendarProcess = {
  /** The busy times in a file, in order. Throws if the process cannot be started, or was closed. */
  read(text: string, expansion: Expansion): Promise<Result<BusyTimes, IcsError>>
  close(): Promise<void>
}

type CalendarProcessLimits = {
  /** Megabytes of JavaScript values. A usual calendar takes 5, one of 1 MB about 40. */
  heapMb: number
  /** Elapsed time per calendar, in milliseconds. A usual one takes 5 to 20, one of 1 MB about 100. */
  deadlineMs: number
  /** How long the process stays without work, in milliseconds: longer than from one round to the next. */
  idleMs: number
}

const CALENDAR_LIMITS: CalendarProcessLimits = { heapMb: 160, deadlineMs: 5_000, idleMs: 150_000 }

/** `worker`: the URL of `calendar-worker.ts`, which the process runs. */
export function openCalendarProcess(worker: URL, limits: CalendarProcessLimits = CALENDAR_LIMITS): CalendarProcess {
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()

  const start = () => {
    const started = fork(worker, [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${limits.heapMb}`],
      // None of the product's settings, which hold its secrets.
      env: { TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    started.once('exit', () => child === started && (child = null))
    started.unref()
    started.channel?.unref()
    return started
  }
  const end = () => {
    child?.kill('SIGKILL')
    child = null
  }
  const readNow = async (text: string, expansion: Expansion): Promise<Result<BusyTimes, IcsError>> => {
    if (isClosed) throw new Error('The calendar process is closed')
    clearTimeout(idle)
    child ??= start()
    const result = await ask(child, { text, expansion }, limits.deadlineMs)
    if (!result) end()
    idle = setTimeout(end, limits.idleMs).unref()
    if (!result && isClosed) throw new Error('The calendar process was closed')
    return result ?? err('too_demanding')
  }

  return {
    read(text, expansion) {
      const turn = last.then(() => readNow(text, expansion))
      last = turn.catch(() => {})
      return turn
    },
    async close() {
      isClosed = true
      clearTimeout(idle)
      const ended = child
      end()
      if (ended && ended.exitCode === null && ended.signalCode === null) await once(ended, 'exit')
    },
  }
}

type ProcessResult = Result<BusyTimes, IcsError>

/** Null if the process ended without an answer, or was too slow and must be ended. Throws if it could not be started. */
async function ask(child: ChildProcess, task: { text: string; expansion: Expansion }, deadlineMs: number) {
  const settled = new AbortController()
  const { signal } = settled
  child.ref()
  const deadline = Promise.withResolvers<null>()
  const timer = setTimeout(deadline.resolve, deadlineMs, null)
  try {
    child.send(task, () => {}) // An error means that the process is gone, which its exit reports.
    return await Promise.race([
      once(child, 'message', { signal }).then(([result]) => result as ProcessResult), // Throws on an `error` event.
      once(child, 'exit', { signal }).then(() => null),
      deadline.promise,
    ])
  } finally {
    clearTimeout(timer)
    settled.abort()
    child.unref()
  }
}
