/**
 * Reads calendars again when they are due. Every process does so each minute; a calendar belongs to the process that
 * moved its `next_at` on, and the outcome counts only if it is still there (decision 0026).
 */
import { randomInt } from 'node:crypto'
import { expansionAt, mustExpand, nextReadAt, type CalendarProblem } from '#domain/mentors/busy-calendar'
import { minutesAfter } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { isOutage, transact } from '#server/platform/db/connect'
import {
  recordFailedRead,
  recordRead,
  takeDueCalendars,
  type TakenCalendar,
} from '#server/mentors/busy-calendars/queries'

/** Reads that are under way at once. With 10 seconds at most for each, one slow host leaves enough for the others. */
const CONCURRENCY = 64
/** A round leaves what is still due to the next one, which begins within a minute. */
const ROUND_MS = 50_000
/** Longer than a round and a read together. */
const LEASE_MINUTES = 3

/** Until when a calendar that is taken now belongs to its process. */
export const leaseUntil = (now: Date): Date => minutesAfter(now, LEASE_MINUTES)

/** When a calendar is read next, by chance a little earlier. */
export const nextRead = (now: Date, failures: number): Date => nextReadAt(now, failures, randomInt(1_000) / 1_000)

/** One round: reads what is due, for `roundMs` at most. Returns how many it has read. */
export async function refreshDueCalendars(app: App, roundMs = ROUND_MS): Promise<number> {
  const began = performance.now()
  const outages: unknown[] = []
  let waiting: TakenCalendar[] = []
  let taking: Promise<void> | null = null
  let count = 0

  /** Workers that find nothing waiting share one query. */
  const take = async () => {
    const now = app.now()
    waiting = await takeDueCalendars(app.db, now, leaseUntil(now), 2 * CONCURRENCY)
  }
  const next = async () => {
    if (outages.length > 0 || performance.now() - began > roundMs) return undefined
    if (waiting.length === 0) await (taking ??= take().finally(() => (taking = null)))
    return waiting.shift()
  }
  const work = async () => {
    for (let taken = await next(); taken; taken = await next()) {
      await readTakenCalendar(app, taken).catch((error: unknown) => {
        if (isOutage(error)) throw error
        app.log.error('calendar failed', { error }) // It is due again when its lease ends.
      })
      count += 1
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, () => work().catch((error: unknown) => outages.push(error))))
  if (outages.length > 0) throw outages[0]
  return count
}

/** Reads a taken calendar and records the outcome. Returns what was wrong, if anything was. */
export async function readTakenCalendar(app: App, taken: TakenCalendar): Promise<CalendarProblem | null> {
  const now = app.now()
  const address = app.calendars.seal.open(taken.id, taken.sealedAddress)
  const known = mustExpand(taken, now, taken.zone) ? null : taken
  const read = address === null ? null : await app.calendars.read(address, expansionAt(now, taken.zone), known)
  if (!read?.ok) {
    const problem = read?.error ?? 'unsealed'
    await recordFailedRead(app.db, taken, { problem, nextAt: nextRead(now, taken.failures + 1) })
    return problem
  }
  const { busy, ...validators } = read.value
  const expanded = busy
    ? { expandedAt: now, timeZone: taken.zone }
    : { expandedAt: taken.expandedAt, timeZone: taken.timeZone }
  const outcome = { ...validators, ...expanded, readAt: now, nextAt: nextRead(now, 0) }
  if (busy) await transact(app.db, (tx) => recordRead(tx, taken, outcome, busy))
  else await recordRead(app.db, taken, outcome, null)
  return null
}
