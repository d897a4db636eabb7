/**
 * The waiting list of a mentor who has nothing to book: how long a request lasts, and how many there may be. Pure; callers
 * pass in `now`.
 *
 *   unconfirmed ──mailed link──▶ waiting ──a time is free──▶ told
 *        └──7 days──▶ over          └──180 days──▶ over
 *
 * Somebody who is told and finds the time taken asks again.
 */
import { DAY_MS } from '#domain/time/wall-time'

/** In days: how long an address can be confirmed, how long it waits then, and how long it is kept once it was told. */
export const WAITING_DAYS = { unconfirmed: 7, waiting: 180, told: 7 } as const

/** Confirmed addresses that wait for one mentor. Unconfirmed ones do not count: made-up ones would keep others out. */
export const MAX_WAITING = 500

/** How often one may ask within the hour. Limits of mails to one address come on top. */
export const ASKING_LIMITS = {
  network: { max: 10, minutes: 60 },
  farNetwork: { max: 50, minutes: 60 },
  browser: { max: 10, minutes: 60 },
} as const

export type WaitingState = 'unconfirmed' | 'waiting' | 'told' | 'over'

type WaitingDates = { askedAt: Date; confirmedAt: Date | null; toldAt: Date | null }

export function waitingState({ askedAt, confirmedAt, toldAt }: WaitingDates, now: Date): WaitingState {
  if (toldAt) return 'told'
  return now < waitingEnd({ askedAt, confirmedAt }) ? (confirmedAt ? 'waiting' : 'unconfirmed') : 'over'
}

/** When a request that nothing comes of ends. */
export function waitingEnd({ askedAt, confirmedAt }: Omit<WaitingDates, 'toldAt'>): Date {
  const [since, days] = confirmedAt ? [confirmedAt, WAITING_DAYS.waiting] : [askedAt, WAITING_DAYS.unconfirmed]
  return new Date(since.getTime() + days * DAY_MS)
}
