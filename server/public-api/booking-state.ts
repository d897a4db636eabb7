/** A booking in the API. Only keys with the scope for it get the mentee's details. */
import { z } from '@hono/zod-openapi'
import { readRefundDue } from '#server/bookings/cancellation/cancel'
import type { OpenedBooking } from '#server/public-api/open-by-secret'
import type { BookedSession } from '#server/bookings/queries'
import type { App } from '#server/context'
import { money } from '#server/mentors/api'

const moment = z.iso.datetime().nullable()

export const bookingReference = z.string().openapi({ description: 'Booking reference. It grants no access by itself' })

export const bookingStatus = z.enum(['held', 'confirmed', 'completed', 'no_show', 'cancelled', 'expired']).openapi({
  description:
    '`held`: not paid, or not confirmed, yet. `confirmed`: it is booked. `completed`: it took place. `no_show`: one of the two did not come. `cancelled`: after it was booked. `expired`: it never was, and the time is free again',
})

export const cancelledBy = z.enum(['mentee', 'mentor', 'admin', 'product'])

export const bookingFacts = {
  id: z.uuid().openapi({ description: 'Unique ID' }),
  reference: bookingReference,
  status: bookingStatus,
  startsAt: z.iso.datetime().openapi({ description: 'Start of the session' }),
  minutes: z.int().openapi({ description: 'Length in minutes' }),
  sessionTitle: z.string().openapi({ description: 'Title of the session when it was booked' }),
  mentor: z
    .object({
      id: z.uuid().openapi({ description: 'Unique ID' }),
      slug: z.string().openapi({ description: 'Slug for `/api/v1/mentors/{slug}` while the mentor is public' }),
      name: z.string().openapi({ description: 'Name of the mentor' }),
    })
    .openapi({ description: 'Mentor of the session' }),
  price: money.openapi({ description: 'Price charged or to be charged' }),
  cancelledAt: moment.openapi({ description: 'When it was cancelled, or null' }),
  cancelledBy: cancelledBy.nullable().openapi({ description: 'Who cancelled, or null. `product`: its mentor left' }),
}

/** Additional fields for requests with an API key. */
export const listedFacts = {
  createdAt: z.iso.datetime().openapi({ description: 'When it was created' }),
  paidAt: moment.openapi({ description: 'When it was paid; null if unpaid or free' }),
  mentee: z
    .object({
      name: z.string().openapi({ description: 'Full name' }),
      email: z.string().openapi({ description: 'Email address' }),
      phone: z.string().openapi({ description: 'Phone number as typed' }),
      topic: z.string().openapi({ description: 'Topic; may be empty' }),
      timeZone: z.string().openapi({ description: 'IANA time zone of the emails' }),
    })
    .optional()
    .openapi({ description: 'Person who booked; only with `bookings:personal`' }),
}

export const bookingStateSchema = z
  .object({
    ...bookingFacts,
    createdAt: listedFacts.createdAt
      .optional()
      .openapi({ description: 'When it was created. This and the next two fields are only sent to an API key' }),
    paidAt: listedFacts.paidAt.optional(),
    mentee: listedFacts.mentee,
    payBefore: moment.openapi({ description: 'When the hold ends, while it is held' }),
    refundIfCancelled: z
      .union([money, z.null()]) // `nullable` would say that a null is a `Money` as well.
      .openapi({
        description:
          'What cancelling returns at this moment; null where it cannot be cancelled with this secret or key',
      }),
  })
  .openapi('Booking')

type FactRow = Pick<
  BookedSession,
  | 'id'
  | 'reference'
  | 'status'
  | 'startsAt'
  | 'minutes'
  | 'sessionTitle'
  | 'mentorId'
  | 'mentorSlug'
  | 'mentorName'
  | 'pricePence'
  | 'currency'
  | 'cancelledAt'
  | 'cancelledBy'
>

function toBookingFacts(row: FactRow) {
  return {
    id: row.id,
    reference: row.reference,
    status: row.status,
    startsAt: row.startsAt.toISOString(),
    minutes: row.minutes,
    sessionTitle: row.sessionTitle,
    mentor: { id: row.mentorId, slug: row.mentorSlug, name: row.mentorName },
    price: { amount: row.pricePence, currency: row.currency },
    cancelledAt: row.cancelledAt?.toISOString() ?? null,
    cancelledBy: row.cancelledBy,
  }
}

type ListedRow = FactRow & { createdAt: Date } & Pick<
    BookedSession,
    'paidAt' | 'menteeName' | 'menteeEmail' | 'menteePhone' | 'topic' | 'menteeTimeZone'
  >

/** `personal`: with who booked. */
export function toListed(row: ListedRow, personal: boolean) {
  const { menteeName: name, menteeEmail: email, menteePhone: phone, topic, menteeTimeZone: timeZone } = row
  return {
    ...toBookingFacts(row),
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    ...(personal && { mentee: { name, email, phone, topic, timeZone } }),
  }
}

export async function toBookingState(
  app: App,
  { booking, cancelsAs }: OpenedBooking,
): Promise<z.output<typeof bookingStateSchema>> {
  const now = app.now()
  const isCancellable = booking.status === 'confirmed' && booking.startsAt > now
  const refund = cancelsAs && isCancellable ? await readRefundDue(app.db, booking, cancelsAs, now) : null
  return {
    ...toBookingFacts(booking),
    payBefore: booking.status === 'held' ? booking.payBefore.toISOString() : null,
    refundIfCancelled: refund === null ? null : { amount: refund, currency: booking.currency },
  }
}
