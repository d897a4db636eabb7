/**
 * Outbound webhooks: which events they report, and when a delivery is retried. Pure: callers
 * pass in `now`. Decision 0054.
 */

/** docs/webhooks.md describes the data of each event. */
export const WEBHOOK_EVENTS = [
  'booking.confirmed',
  'booking.moved',
  'booking.cancelled',
  'booking.completed',
  'mentor.accepted',
  'payout.ready',
  'transfer.sent',
  'transfer.refused',
  'transfer.reversed',
] as const

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** `test`: what an admin sends to see whether it arrives. */
export type WebhookKind = WebhookEvent | 'test'

/** A delivery that waits is `waiting`, also between two attempts. */
export type DeliveryState = 'waiting' | 'delivered' | 'given_up'

/** Why a delivery did not get a response with a status, or was ended without one. */
export type DeliveryProblem = 'no_answer' | 'not_allowed' | 'too_slow' | 'switched_off'

/** Who switched an endpoint off. */
export type OffReason = 'admin' | 'failing'

/** Endpoints belong to the kind of installation in which they were added, so that a copy of a live site does not notify them. */
export type EndpointMode = 'demo' | 'live' | 'rehearsal'

export const endpointMode = ({ mode, rehearsal }: { mode: 'demo' | 'live'; rehearsal: boolean }): EndpointMode =>
  rehearsal ? 'rehearsal' : mode

export const MAX_ENDPOINTS = 10
/** An endpoint that has failed for so long without a success is switched off. */
export const OFF_AFTER_DAYS = 3
/** The delivery log. */
export const KEEP_EVENT_DAYS = 30

const MINUTE_MS = 60_000

/** Minutes after each failed attempt; after the last of them a delivery is given up. */
const RETRY_MINUTES = [1, 5, 30, 120, 360, 720]

/** When to retry a delivery whose attempt number `attempts` has just failed. Null after the last one. */
export function nextAttemptAt(attempts: number, now: Date): Date | null {
  const minutes = RETRY_MINUTES[attempts - 1]
  return minutes === undefined ? null : new Date(now.getTime() + minutes * MINUTE_MS)
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300
