/**
 * The waiting list: people who asked to be told of something. How long a request lasts, and how many there may be. Pure;
 * callers pass in `now`.
 *
 *   unconfirmed ──mailed link──▶ waiting ──it is there──▶ told
 *        └──7 days──▶ over          └──its end──▶ over
 *
 * Somebody who is told and comes too late asks again.
 */
import { DAY_MS } from '#domain/time/wall-time'

/** What is waited for: a free time of a mentor, or a cohort for a crossing. `intake`: the month they begin in, YYYY-MM. */
export type AwaitedThing = { mentorId: string } | (AwaitedCrossing & { intake: string })

/** Of which month somebody waits makes no difference to whom a cohort is for. */
export type AwaitedCrossing = { fromCountry: string; toCountry: string }

/**
 * In days: how long an address can be confirmed, how long it waits then for a mentor, and how long it is kept once it was
 * told. For a cohort it waits until its month is over.
 */
export const WAITING_DAYS = { unconfirmed: 7, waiting: 180, told: 7 } as const

/**
 * Confirmed addresses that wait for one mentor, and for cohorts of one crossing. Unconfirmed ones do not count: made-up
 * ones would keep others out.
 */
export const MAX_WAITING = 500
const MAX_INTERESTED = 5_000

export const maxWaiting = (awaited: AwaitedThing): number => ('mentorId' in awaited ? MAX_WAITING : MAX_INTERESTED)

/** How many months somebody may choose from, with the present one. */
const INTAKE_MONTHS = 15

/** The months in which somebody may begin, YYYY-MM, the present one first. */
export function intakeMonths(now: Date): string[] {
  return Array.from({ length: INTAKE_MONTHS }, (_, ahead) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)).toISOString().slice(0, 7),
  )
}

/** How often one may ask within the hour. Limits of mails to one address come on top. */
export const ASKING_LIMITS = {
  network: { max: 10, minutes: 60 },
  farNetwork: { max: 50, minutes: 60 },
  browser: { max: 10, minutes: 60 },
} as const

export type WaitingState = 'unconfirmed' | 'waiting' | 'told' | 'over'

/** `intake`: of who waits for a cohort. */
type WaitingDates = { askedAt: Date; confirmedAt: Date | null; toldAt: Date | null; intake: string | null }

export function waitingState({ toldAt, ...dates }: WaitingDates, now: Date): WaitingState {
  if (toldAt) return 'told'
  return now < waitingEnd(dates) ? (dates.confirmedAt ? 'waiting' : 'unconfirmed') : 'over'
}

/** When a request that nothing comes of ends. */
export function waitingEnd({ askedAt, confirmedAt, intake }: Omit<WaitingDates, 'toldAt'>): Date {
  if (confirmedAt && intake) return monthAfter(intake)
  const [since, days] = confirmedAt ? [confirmedAt, WAITING_DAYS.waiting] : [askedAt, WAITING_DAYS.unconfirmed]
  return new Date(since.getTime() + days * DAY_MS)
}

/** When a month is over, in UTC. */
function monthAfter(month: string): Date {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number))
}
