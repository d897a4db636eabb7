/** A booking as the API tells it. Who booked it is told to keys with the scope for it alone. */
import { z } from '@hono/zod-openapi'
import { readRefundDue } from '#server/bookings/cancel'
import type { OpenedBooking } from '#server/bookings/programs/open-by-secret'
import type { BookedSession } from '#server/bookings/queries'
import type { App } from '#server/context'
import { money } from '#server/mentors/api'

const moment = z.iso.datetime().nullable()

export const bookingFacts = {
  id: z.uuid(),
  reference: z.string(),
  status: z.enum(['held', 'confirmed', 'completed', 'no_show', 'cancelled', 'expired']).openapi({
    description: '`held`: not paid, or not confirmed, yet. `expired`: it never was, and the time is free again',
  }),
  startsAt: z.iso.datetime(),
  minutes: z.int(),
  sessionTitle: z.string(),
  mentor: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }),
  price: money,
  cancelledAt: moment,
  cancelledBy: z.enum(['mentee', 'mentor', 'admin', 'product']).nullable(),
}

/** What programs of the operator are told besides. */
export const listedFacts = {
  createdAt: z.iso.datetime(),
  paidAt: moment,
  mentee: z
    .object({ name: z.string(), email: z.string(), phone: z.string(), topic: z.string(), timeZone: z.string() })
    .optional()
    .openapi({ description: 'With `bookings:personal` alone' }),
}

export const bookingStateSchema = z
  .object({
    ...bookingFacts,
    createdAt: listedFacts.createdAt.optional().openapi({ description: 'To a key alone, as the next two' }),
    paidAt: listedFacts.paidAt.optional(),
    mentee: listedFacts.mentee,
    payBefore: moment.openapi({ description: 'While it is held: when that ends' }),
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
