/** What webhooks say, for the API's document: each event with its body and an example. `record-event.ts` writes them. */
import { z } from '@hono/zod-openapi'
import { WEBHOOK_EVENTS, type WebhookKind } from '#domain/webhooks/webhook'
import { bookingDiscount, bookingReference, bookingStatus, cancelledBy } from '#server/public-api/booking-state'
import { json, money } from '#server/mentors/api'
import * as m from '#messages/api'

const booking = z.object({
  bookingId: z.uuid().openapi({ description: m.uniqueId() }),
  reference: bookingReference,
  status: bookingStatus,
  mentorId: z.uuid().nullable().openapi({ description: m.eventNotInCohort() }),
  sessionTypeId: z.uuid().nullable().openapi({ description: m.eventNotInCohort() }),
  cohortId: z.uuid().nullable().openapi({ description: m.eventCohortId() }),
  startsAt: z.iso.datetime().openapi({ description: m.eventStartsAt() }),
  minutes: z.int().openapi({ description: m.lengthMinutes() }),
  price: money, // In words of its own it would be the document's `Money`, which is met here first.
  discount: bookingDiscount,
  package: z.string().nullable().openapi({ description: m.eventPackage() }),
})

const mentorId = z.uuid().openapi({ description: m.uniqueId() })

const BOOKING = {
  bookingId: '6f0f3a52-4f5c-4f5b-8a92-5d6e6d1f3c10',
  reference: 'B-7K2M-9QXT',
  status: 'confirmed' as const,
  mentorId: 'a3f6c1de-0f9b-4a39-8a7f-2d5b4c3e1f00',
  sessionTypeId: 'c2b1a090-1111-4a22-9b33-445566778899',
  cohortId: null,
  startsAt: '2030-01-11T09:00:00.000Z',
  minutes: 60,
  price: { amount: 4500, currency: 'GBP' },
  discount: null,
  package: null,
}

const transfer = z.object({
  transferId: z.uuid().openapi({ description: m.uniqueId() }),
  bookingId: z.uuid().openapi({ description: m.uniqueId() }),
  mentorId,
})

const TRANSFER = {
  transferId: 'e4b8d2f6-3c1a-4d7e-9f50-6a7b8c9d0e1f',
  bookingId: BOOKING.bookingId,
  mentorId: BOOKING.mentorId,
}

const transferStatus = <Status extends string>(status: Status) =>
  z.literal(status).openapi({ description: m.onTransferStatus() })

type EventType<Data extends z.ZodType> = { when: string; data: Data; example: z.input<Data> }

const eventType = <Data extends z.ZodType>(when: string, data: Data, example: z.input<Data>): EventType<Data> => ({
  when,
  data,
  example,
})

/** When each happens, and its `data`. */
export const WEBHOOK_DATA = {
  'booking.confirmed': eventType(m.onBookingConfirmed(), booking, BOOKING),
  'booking.moved': eventType(
    m.onBookingMoved(),
    booking.extend({ movedFrom: z.iso.datetime().openapi({ description: m.onBookingMovedFrom() }) }),
    { ...BOOKING, movedFrom: '2030-01-10T09:00:00.000Z' },
  ),
  'booking.cancelled': eventType(
    m.onBookingCancelled(),
    booking.extend({ cancelledBy: cancelledBy.openapi({ description: m.onBookingCancelledBy() }) }),
    { ...BOOKING, status: 'cancelled', cancelledBy: 'mentee' },
  ),
  'booking.completed': eventType(m.onBookingCompleted(), booking, {
    ...BOOKING,
    status: 'completed',
  }),
  'mentor.accepted': eventType(
    m.onMentorAccepted(),
    z.object({
      mentorId,
      slug: z.string().openapi({ description: m.mentorSlug() }),
      status: z.literal('accepted').openapi({ description: m.onMentorAcceptedStatus() }),
    }),
    { mentorId: BOOKING.mentorId, slug: 'ada-lovelace', status: 'accepted' },
  ),
  'payout.ready': eventType(
    m.onPayoutReady(),
    z.object({
      payoutId: z.uuid().openapi({ description: m.uniqueId() }),
      batchId: z.uuid().openapi({ description: m.onPayoutReadyBatchId() }),
      mentorId,
      status: z.literal('ready').openapi({ description: m.onPayoutReadyStatus() }),
      amount: money,
    }),
    {
      payoutId: '3d1f0b7a-92c4-4a1e-8b6d-7e5f4c3a2b10',
      batchId: '91e7c5d3-4b2a-4f18-9c60-1a2b3c4d5e6f',
      mentorId: BOOKING.mentorId,
      status: 'ready',
      amount: { amount: 4050, currency: 'GBP' },
    },
  ),
  'transfer.sent': eventType(m.onTransferSent(), transfer.extend({ status: transferStatus('sent'), amount: money }), {
    ...TRANSFER,
    status: 'sent',
    amount: { amount: 4050, currency: 'GBP' },
  }),
  'transfer.refused': eventType(
    m.onTransferRefused(),
    transfer.extend({
      status: transferStatus('refused'),
      amount: money,
      reason: z.string().openapi({ description: m.onTransferRefusedReason() }),
    }),
    { ...TRANSFER, status: 'refused', amount: { amount: 4050, currency: 'GBP' }, reason: 'balance_insufficient' },
  ),
  'transfer.reversed': eventType(
    m.onTransferReversed(),
    transfer.extend({
      reversalId: z.uuid().openapi({ description: m.uniqueId() }),
      status: transferStatus('reversed'),
      amount: money,
    }),
    {
      ...TRANSFER,
      reversalId: '7d6c5b4a-0f1e-4d2c-8b3a-948576675849',
      status: 'reversed',
      amount: { amount: 1350, currency: 'GBP' },
    },
  ),
  test: eventType(m.onTest(), z.object({ endpointId: z.uuid().openapi({ description: m.onTestEndpointId() }) }), {
    endpointId: '52c9e0d4-7f1b-4a6e-8d3c-0b9a8f7e6d5c',
  }),
} satisfies Record<WebhookKind, unknown>

const EVENT_ID = '0b7c4d0e-5a57-4f0e-a9a3-2c3c1d0f7a11'

const headers = z.object({
  'Landfall-Event-Id': z.uuid().openapi({
    description: m.eventIdHeader(),
    example: EVENT_ID,
  }),
  'Landfall-Signature': z.string().openapi({
    description: m.eventSignatureHeader(),
    example: 't=1893456000,v1=b7cecc4c7ebf7c59b29ecda7a6648c567ddc0f4cd5d809884c5c79789675c90d',
  }),
})

/** The webhooks of the document, each by the name of its event. */
export const WEBHOOKS = ([...WEBHOOK_EVENTS, 'test'] as const).map((kind) => {
  const { when, data, example } = WEBHOOK_DATA[kind]
  const body = z.object({
    id: z.uuid().openapi({ description: m.eventId() }),
    type: z.literal(kind).openapi({ description: m.eventType() }),
    createdAt: z.iso.datetime().openapi({ description: m.eventCreatedAt() }),
    data: (data as z.ZodObject).openapi({ description: m.eventData() }),
  })
  const said = { id: EVENT_ID, type: kind, createdAt: '2030-01-01T00:00:00.000Z', data: example as never }
  return {
    method: 'post' as const,
    path: kind,
    operationId: makeOperationId(kind),
    security: [], // The signature, which every webhook carries.
    summary: when,
    request: { headers, body: { required: true, ...json(body, m.eventType(), said) } },
    responses: {
      '2XX': { description: m.eventReceived() },
    },
  }
})

/** "onBookingConfirmed": a method's name in generated code. */
function makeOperationId(kind: string): string {
  return `on${kind.replaceAll(/(?:^|\.)(\w)/g, (_whole, letter: string) => letter.toUpperCase())}`
}
