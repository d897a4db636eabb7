/**
 * The waitlist: people who get one email when something becomes available. How long a request is kept, how many there
 * may be, and who is notified when. Pure; callers pass in `now`.
 *
 *   unconfirmed ──button behind the emailed link──▶ waiting ──it is there──▶ notified
 *        └──7 days──▶ over                           └──its end──▶ over
 *
 * Someone who comes too late can join again.
 */
import { DAY_MS } from '#domain/time/wall-time'

/**
 * The target of a waitlist entry: a free time of a mentor, a free seat in a cohort, or a cohort for a crossing. `intake`: the month
 * in which they begin there, YYYY-MM.
 */
export type WaitlistTarget = WaitlistItem | (WaitlistCrossing & { intake: string })

/** Those who wait for the same and stand in one line. Who waits for a crossing does, whatever their month. */
export type WaitlistLine = WaitlistItem | WaitlistCrossing

type WaitlistItem = { mentorId: string } | { cohortId: string }
type WaitlistCrossing = { fromCountry: string; toCountry: string }

/**
 * In days: how long an address can be confirmed, how long it then waits for a mentor or a seat, and how long it is kept
 * once it was notified. An entry for a move lasts until its month has ended.
 */
export const WAITING_DAYS = { unconfirmed: 7, waiting: 180, notified: 7 } as const

/**
 * Hours between notifying one batch of a free seat and the next. Nothing is held for them: the
 * first to book has the seat.
 */
export const SEAT_TURN_HOURS = 6

/** How many people to notify of `free` seats when `notified` were within the last `SEAT_TURN_HOURS` and have not joined. */
export const seatsToNotify = ({ free, notified }: { free: number; notified: number }): number =>
  Math.max(0, free - notified)

/**
 * How many confirmed addresses may wait for one mentor, for one cohort, and for one crossing. Unconfirmed addresses do not
 * count, or 500 made-up ones would keep others out.
 */
export const MAX_WAITING = 500
const MAX_INTERESTED = 5_000

export const maxWaiting = (target: WaitlistTarget): number => ('intake' in target ? MAX_INTERESTED : MAX_WAITING)

/** How many months there are to choose from, with the present one. */
const INTAKE_MONTHS = 15

/** The months that can be chosen to begin, YYYY-MM, the present one first. */
export function intakeMonths(now: Date): string[] {
  return Array.from({ length: INTAKE_MONTHS }, (_, ahead) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)).toISOString().slice(0, 7),
  )
}

/** Requests to join allowed per hour. Emails to one address have a limit of their own. */
export const ASKING_LIMITS = {
  network: { max: 10, minutes: 60 },
  farNetwork: { max: 50, minutes: 60 },
  browser: { max: 10, minutes: 60 },
} as const

export type WaitingState = 'unconfirmed' | 'waiting' | 'notified' | 'over'

/** `intake`: of who waits for a crossing. */
type WaitingDates = { askedAt: Date; confirmedAt: Date | null; toldAt: Date | null; intake: string | null }

export function waitingState({ toldAt, ...dates }: WaitingDates, now: Date): WaitingState {
  if (toldAt) return 'notified'
  return now < waitingEnd(dates) ? (dates.confirmedAt ? 'waiting' : 'unconfirmed') : 'over'
}

/** When a request is deleted that nothing came of. */
export function waitingEnd({ askedAt, confirmedAt, intake }: Omit<WaitingDates, 'toldAt'>): Date {
  if (confirmedAt && intake) return monthAfter(intake)
  const [since, days] = confirmedAt ? [confirmedAt, WAITING_DAYS.waiting] : [askedAt, WAITING_DAYS.unconfirmed]
  return new Date(since.getTime() + days * DAY_MS)
}

/** The first moment of the month after this one, by UTC. */
function monthAfter(month: string): Date {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number))
}
