/**
 * The inbox of webhooks. An event is stored before the webhook gets its response, and processed from the store: at once
 * and, if that fails, again after 1, 5 and 30 minutes, 2 and 12 hours. Then it is given up and becomes a concern; a
 * person may replay it.
 *
 * An event's content is not trusted: it only says which session, payment, dispute, transfer or account to ask the service about.
 */
import { PaymentsUnavailable, type PaymentEvent } from '#domain/payments/checkout'
import { minutesAfter } from '#domain/time/wall-time'
import type { SettlementContext } from '#server/context'
import { raiseConcern, resolveConcern } from '#server/platform/concerns-queries'
import { transact } from '#server/platform/db/connect'
import {
  findEvent,
  listDueEvents,
  markEventFailed,
  markEventProcessed,
  reopenEvent,
  storeEvent,
} from '#server/payments/webhook-inbox-queries'
import { settleDispute, settleRefunds } from '#server/bookings/settlement/refunds'
import { settleCheckout } from '#server/bookings/settlement/settle'

/** Minutes from a failed attempt to the next. */
export const RETRY_MINUTES = [1, 5, 30, 120, 720]

/** Stores a verified event, once, together with the job that processes it. Throws if it could not be stored. */
export async function receiveEvent(app: SettlementContext, event: PaymentEvent): Promise<void> {
  await transact(app.db, async (tx) => {
    // If the job is lost, the sweeper finds the event a minute later.
    if (!(await storeEvent(tx, event, app.now(), minutesAfter(app.now(), RETRY_MINUTES[0]!)))) return
    await app.queue(tx, 'event', { eventId: event.id })
  })
}

type Outcome = 'done' | 'failed' | 'unavailable'

/**
 * Processes a stored event, unless that was done before. A failure is logged and retried later.
 *
 * @returns `unavailable` if it failed because the payment service gave no answer.
 * @throws only if the database is unavailable; the event then stays as it is.
 */
export async function processEvent(app: SettlementContext, eventId: string): Promise<Outcome> {
  const event = await findEvent(app.db, eventId)
  if (!event || event.processedAt) return 'done'
  try {
    await settleSubject(app, event)
    const at = app.now()
    await transact(app.db, async (tx) => {
      await markEventProcessed(tx, eventId, at)
      await resolveConcern(tx, { kind: 'event_failed', subject: eventId, at }) // Raised if it was given up before.
    })
    return 'done'
  } catch (error) {
    app.log.warn('event not processed', { eventId, error })
    const wait = RETRY_MINUTES[event.attempts]
    const at = app.now()
    await transact(app.db, async (tx) => {
      await markEventFailed(tx, eventId, wait === undefined ? { gaveUpAt: at } : { nextAt: minutesAfter(at, wait) })
      if (wait === undefined) await raiseConcern(tx, { kind: 'event_failed', subject: eventId, bookingId: null, at })
    })
    return error instanceof PaymentsUnavailable ? 'unavailable' : 'failed'
  }
}

/** Processes the events that are due. Stops at the first one for which the payment service gives no answer. */
export async function processDueEvents(app: SettlementContext, limit: number): Promise<void> {
  for (const { id } of await listDueEvents(app.db, app.now(), limit)) {
    if ((await processEvent(app, id)) === 'unavailable') return
  }
}

/** Processes an event that was given up, with a fresh count of attempts. */
export async function replayEvent(app: SettlementContext, eventId: string): Promise<void> {
  await reopenEvent(app.db, eventId, app.now())
  await processEvent(app, eventId)
}

type StoredEvent = NonNullable<Awaited<ReturnType<typeof findEvent>>>

/** Settles the session, dispute, refunds, transfer or account that an event is about. Other types need no action. */
async function settleSubject(
  app: SettlementContext,
  { type, checkoutId, objectId, paymentIntent, account }: StoredEvent,
): Promise<void> {
  if (account !== null || /^(account|transfer|payout)\./.test(type))
    return app.transfers.settle(app, { type, objectId, account })
  if (checkoutId) return settleCheckout(app, checkoutId)
  if (type.startsWith('charge.dispute.') && objectId) return settleDispute(app, objectId)
  if ((type === 'charge.refunded' || type.startsWith('refund.')) && paymentIntent)
    return settleRefunds(app, paymentIntent)
}
