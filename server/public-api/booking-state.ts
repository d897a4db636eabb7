/** A booking in the API. Only keys with the scope for it get the mentee's details. */
import { z } from '@hono/zod-openapi'
import { readRefundDue } from '#server/bookings/cancellation/cancel'
import type { OpenedBooking } from '#server/public-api/open-by-secret'
import type { BookedSession } from '#server/bookings/queries'
import type { App } from '#server/context'
import { money } from '#server/mentors/api'
import * as m from '#messages/api'

const moment = z.iso.datetime().nullable()

export const bookingReference = z.string().openapi({ description: m.bookingReference() })

export const bookingStatus = z.enum(['held', 'confirmed', 'completed', 'no_show', 'cancelled', 'expired']).openapi({
  description: m.bookingStatus(),
})

export const bookingDiscount = z
  .union([money, z.null()]) // `nullable` would say that a null is a `Money` as well.
  .openapi({ description: m.bookingDiscount() })

export const cancelledBy = z.enum(['mentee', 'mentor', 'admin', 'product'])

export const bookingFacts = {
  id: z.uuid().openapi({ description: m.uniqueId() }),
  reference: bookingReference,
  status: bookingStatus,
  startsAt: z.iso.datetime().openapi({ description: m.bookingStartsAt() }),
  minutes: z.int().openapi({ description: m.lengthMinutes() }),
  sessionTitle: z.string().openapi({ description: m.bookingSessionTitle() }),
  mentor: z
    .object({
      id: z.uuid().openapi({ description: m.uniqueId() }),
      slug: z.string().openapi({ description: m.bookingMentorSlug() }),
      name: z.string().openapi({ description: m.bookedMentorName() }),
    })
    .openapi({ description: m.bookingMentor() }),
  price: money.openapi({ description: m.bookingPrice() }),
  discount: bookingDiscount,
  package: z.string().nullable().openapi({ description: m.bookingPackage() }),
  cancelledAt: moment.openapi({ description: m.bookingCancelledAt() }),
  cancelledBy: cancelledBy.nullable().openapi({ description: m.bookingCancelledBy() }),
}

/** Additional fields for requests with an API key. */
export const listedFacts = {
  createdAt: z.iso.datetime().openapi({ description: m.bookingCreatedAt() }),
  paidAt: moment.openapi({ description: m.bookingPaidAt() }),
  mentee: z
    .object({
      name: z.string().openapi({ description: m.menteeName() }),
      email: z.string().openapi({ description: m.menteeEmail() }),
      phone: z.string().openapi({ description: m.menteePhone() }),
      topic: z.string().openapi({ description: m.menteeTopic() }),
      timeZone: z.string().openapi({ description: m.menteeTimeZone() }),
    })
    .optional()
    .openapi({ description: m.bookingMentee() }),
}

export const bookingStateSchema = z
  .object({
    ...bookingFacts,
    createdAt: listedFacts.createdAt.optional().openapi({ description: m.bookingCreatedAtForKey() }),
    paidAt: listedFacts.paidAt.optional(),
    mentee: listedFacts.mentee,
    payBefore: moment.openapi({ description: m.bookingPayBefore() }),
    refundIfCancelled: z
      .union([money, z.null()]) // `nullable` would say that a null is a `Money` as well.
      .openapi({ description: m.bookingRefundIfCancelled() }),
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
  | 'discountPence'
  | 'packageReference'
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
    discount: row.discountPence > 0 ? { amount: row.discountPence, currency: row.currency } : null,
    package: row.packageReference,
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
