/**
 * Reads calendars in a child process: a file of 1 MB can describe more occurrences than anyone can count, and the product's own thread
 * must not try (decision 0026).
 */
import type { BusyTimes, Expansion } from '#domain/mentors/busy-calendar'
import { err, type Result } from '#domain/result'
import { openChildProcess } from '#server/platform/child-process'
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
  const child = openChildProcess<{ text: string; expansion: Expansion }, Result<BusyTimes, IcsError>>(worker, {
    name: 'calendar process',
    ...limits,
    env: { TZ: 'UTC' }, // None of the product's settings, which hold its secrets.
  })
  return {
    async read(text, expansion) {
      const outcome = await child.run({ text, expansion })
      if (outcome === 'closed') throw new Error('The calendar process is closed')
      return outcome === 'ended' ? err('too_demanding') : outcome.response
    },
    close: child.close,
  }
}
