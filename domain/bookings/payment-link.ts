/**
 * Sessions that someone else pays for by a link: how long the time is held, and how many may wait. Pure: callers pass `now`.
 *
 * A link holds a mentor's time for up to a day without a payment, so there is one at a time for a browser and an address,
 * and all of them together hold at most a tenth of what the mentor offers in the next week.
 *
 * Source: decision 0075; Stripe's longest checkout is 24 hours (docs.stripe.com/api/checkout/sessions/create).
 */
import type { TimeRange } from '#domain/bookings/availability'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/wall-time'

/** Ten minutes less than the payment service allows, since its clock and ours differ. */
const LINK_MS = DAY_MS - 10 * MINUTE_MS
/** Nothing can be paid by a link in the last hour before a session. */
const LEAST_NOTICE_MS = HOUR_MS
/** The share of a mentor's starts in the next `SHARE_DAYS` that links may hold. */
const SHARE_PERCENT = 10
export const SHARE_DAYS = 7
/** Emails with one link, to whatever addresses. */
export const MAX_LINK_EMAILS = 3

/**
 * - `not_accepted`: the mentor does not take part.
 * - `too_soon`: the session begins before anyone would have had time to pay.
 * - `waiting`: this browser or address already has a link that is not paid yet.
 * - `share_reached`: links already hold as much of the mentor's next week as they may.
 */
export type NoPaymentLink = 'not_accepted' | 'too_soon' | 'waiting' | 'share_reached'

/** Until when a link for this start can be paid. */
export const payByLinkBefore = (startsAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + LINK_MS, startsAt.getTime() - LEAST_NOTICE_MS))

/**
 * Whether links may hold `wanted` beside `held`, of the starts that the mentor offers in the next `SHARE_DAYS`. A session counts
 * as every start within it. The first one is always allowed.
 */
export function hasRoomForLink(starts: Date[], held: TimeRange[], wanted: TimeRange): boolean {
  if (held.length === 0) return true
  const covers = (at: Date) => (range: TimeRange) => range.startsAt <= at && at < range.endsAt
  const covered = starts.filter((at) => [...held, wanted].some(covers(at)))
  return covered.length * 100 <= starts.length * SHARE_PERCENT
}

/**
 * The name by which the payer's page and email call the mentee: the first word of what was typed. Null if that is too long
 * for a name, since strangers read it.
 */
export function payerSeesName(typed: string): string | null {
  const [first = ''] = typed.trim().split(/\s+/)
  return first.length > 0 && first.length <= 30 ? first : null
}
