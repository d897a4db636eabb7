/**
 * Records a webhook event, in the transaction of what happened. Nothing is written while no endpoint
 * wants it. `deliver.ts` delivers it. Decision 0054; docs/webhooks.md shows each event.
 */
import { randomUUID } from 'node:crypto'
import type { WebhookEvent, WebhookKind } from '#domain/webhooks/webhook'
import type { App } from '#server/context'
import type { Db } from '#server/platform/db/connect'
import { findEventBooking, insertEvent, lockEndpointsFor } from '#server/platform/events/events-queries'

type Recorder = Pick<App, 'now' | 'queue'>

type EventFacts = {
  /** The id of what it is about. */
  subject: string
  /** Version of the facts: each is reported once. */
  version: string | number
  data: Record<string, unknown>
}

type BookingEvent = Extract<WebhookEvent, `booking.${string}`>

/** Call it once the booking's row says what happened. `more`: what the row does not say. */
export async function recordBookingEvent(
  app: Recorder,
  tx: Db,
  event: BookingEvent,
  bookingId: string,
  more: Record<string, unknown> = {},
): Promise<void> {
  const endpoints = await lockEndpointsFor(tx, event)
  if (endpoints.length === 0) return
  const found = await findEventBooking(tx, bookingId)
  const { id, reference, status, revision, pricePence, discountPence, currency, cancelledBy, ...facts } = found
  const discount = discountPence > 0 ? { amount: discountPence, currency } : null
  const by = event === 'booking.cancelled' ? { cancelledBy } : {}
  const data = {
    bookingId: id,
    reference,
    status,
    ...facts,
    price: { amount: pricePence, currency },
    discount,
    ...by,
    ...more,
  }
  // A booking is moved any number of times, and everything else happens to it once.
  const version = event === 'booking.moved' ? revision : 1
  await write(app, tx, event, { subject: id, version, data }, endpoints)
}

/** `version`: what was accepted: an application, or the claim of an imported record. */
export async function recordMentorAccepted(
  app: Recorder,
  tx: Db,
  mentor: { id: string; slug: string; version: string },
): Promise<void> {
  const endpoints = await lockEndpointsFor(tx, 'mentor.accepted')
  const data = { mentorId: mentor.id, slug: mentor.slug, status: 'accepted' }
  await write(app, tx, 'mentor.accepted', { subject: mentor.id, version: mentor.version, data }, endpoints)
}

/** A payout is in a batch, and waits to be transferred. */
export async function recordPayoutsReady(
  app: Recorder,
  tx: Db,
  payouts: { id: string; batchId: string; mentorId: string; amountPence: number; currency: string }[],
): Promise<void> {
  const endpoints = await lockEndpointsFor(tx, 'payout.ready')
  for (const { id, batchId, mentorId, amountPence, currency } of payouts) {
    const data = { payoutId: id, batchId, mentorId, status: 'ready', amount: { amount: amountPence, currency } }
    await write(app, tx, 'payout.ready', { subject: id, version: 1, data }, endpoints)
  }
}

type TransferEvent = Extract<WebhookEvent, `transfer.${string}`>
type TransferFacts = { id: string; bookingId: string; mentorId: string; amount: number; currency: string }

/** `amount` of what happened, in minor units. `of`: what tells it from other events of the same transfer, one field. */
export async function recordTransferEvent(
  app: Recorder,
  tx: Db,
  event: TransferEvent,
  { id, bookingId, mentorId, amount, currency }: TransferFacts,
  of: { reason: string } | { reversalId: string } | null = null,
): Promise<void> {
  const endpoints = await lockEndpointsFor(tx, event)
  const status = event.slice('transfer.'.length)
  const data = { transferId: id, bookingId, mentorId, status, amount: { amount, currency }, ...of }
  const [version = '1'] = Object.values(of ?? {})
  await write(app, tx, event, { subject: id, version, data }, endpoints)
}

/** Something to see arrive, for one endpoint. */
export async function recordTestEvent(app: Recorder, tx: Db, endpointId: string): Promise<void> {
  await write(app, tx, 'test', { subject: endpointId, version: randomUUID(), data: { endpointId } }, [endpointId])
}

async function write(
  app: Recorder,
  tx: Db,
  kind: WebhookKind,
  { subject, version, data }: EventFacts,
  endpoints: string[],
): Promise<void> {
  if (endpoints.length === 0) return
  const [id, createdAt] = [randomUUID(), app.now()]
  const body = JSON.stringify({ id, type: kind, createdAt: createdAt.toISOString(), data })
  const event = { id, kind, subject, version: String(version), body, createdAt }
  for (const deliveryId of await insertEvent(tx, event, endpoints))
    await app.queue(tx, 'deliver-webhook', { deliveryId })
}
