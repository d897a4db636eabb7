/**
 * What the payment service tells us. An event is stored before it is answered for, and processed from the store: at
 * once, and where that fails after 1, 5, 30 minutes, 2 and 12 hours; then a person looks at it and may have it
 * replayed. No event is believed: it says only which session, payment or dispute to ask about.
 */
import { PaymentsUnavailable, type PaymentEvent } from '#domain/payments/checkout'
import { minutesAfter } from '#domain/time/wall-time'
import type { Settling } from '#server/context'
import { raiseConcern, resolveConcern } from '#server/payments/concerns-queries'
import { transact } from '#server/db/connect'
import {
  findEvent,
  listDueEvents,
  markEventFailed,
  markEventProcessed,
  reopenEvent,
  storeEvent,
} from '#server/payments/webhook-inbox-queries'
import { settleDispute, settleRefunds } from '#server/payments/refunds'
import { settleCheckout } from '#server/bookings/settle'

/** Minutes from a failed attempt to the next. */
export const RETRY_MINUTES = [1, 5, 30, 120, 720]

/** Stores an event whose signature was verified, once, with the job that processes it. Throws when it is not stored. */
export async function receiveEvent(app: Settling, event: PaymentEvent): Promise<void> {
  await transact(app.db, async (tx) => {
    // Should the job be lost, the sweeper finds the event a minute later.
    if (!(await storeEvent(tx, event, app.now(), minutesAfter(app.now(), RETRY_MINUTES[0]!)))) return
    await app.queue(tx, 'event', { eventId: event.id })
  })
}

export type Outcome = 'done' | 'failed' | 'unavailable'

/**
 * Processes a stored event, unless that has been done. What fails is logged and tried again; throws only when the
 * database cannot be asked, and then the event stays as it is. `unavailable`: the payment service gave no answer.
 */
export async function processEvent(app: Settling, eventId: string): Promise<Outcome> {
  const event = await findEvent(app.db, eventId)
  if (!event || event.processed_at) return 'done'
  try {
    await act(app, event)
    const at = app.now()
    await transact(app.db, async (tx) => {
      await markEventProcessed(tx, eventId, at)
      await resolveConcern(tx, { kind: 'event_failed', subject: eventId, at }) // It may have been given up before.
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

/** Events whose next attempt is due. While the payment service does not answer one of them waits for it, not all. */
export async function processDueEvents(app: Settling, limit: number): Promise<void> {
  for (const { id } of await listDueEvents(app.db, app.now(), limit)) {
    if ((await processEvent(app, id)) === 'unavailable') return
  }
}

/** An event that was given up, from the beginning. */
export async function replayEvent(app: Settling, eventId: string): Promise<void> {
  await reopenEvent(app.db, eventId, app.now())
  await processEvent(app, eventId)
}

type StoredEvent = NonNullable<Awaited<ReturnType<typeof findEvent>>>

async function act(app: Settling, { type, checkout_id, object_id, payment_intent }: StoredEvent): Promise<void> {
  if (checkout_id) return settleCheckout(app, checkout_id)
  if (type.startsWith('charge.dispute.') && object_id) return settleDispute(app, object_id)
  if ((type === 'charge.refunded' || type.startsWith('refund.')) && payment_intent)
    return settleRefunds(app, payment_intent)
}
