/** A booking of the demo, as the product writes one. */
import { createHash, randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import { bookingReference, CHECKOUT_MINUTES, GRACE_MINUTES, TERMS_VERSION } from '#domain/bookings/booking'
import { minutesAfter } from '#domain/time/wall-time'
import type { Tables } from '#server/platform/db/tables'
import { demoId } from '../id.ts'
import type { DemoMentor } from '../mentor.ts'
import type { DemoPricing } from '../pricing.ts'

export type DemoBooking = Insertable<Tables['bookings']> & { startsAt: Date; createdAt: Date }

/** The operator's share of the demo's past payments. */
export const FEE_PERCENT = 10

/** `key` names it: the same id in every demo. `n` spreads phone numbers. */
type Sale = {
  key: string
  mentor: DemoMentor
  session: string
  startsAt: Date
  bookedAt: Date
  mentee: { name: string; zone: string; n: number }
  status: 'confirmed' | 'completed' | 'cancelled'
}

/** A free session is booked without a payment. */
export function soldBooking(sale: Sale, pricing: DemoPricing): DemoBooking {
  const { key, mentor, session: title, startsAt, bookedAt, mentee, status } = sale
  const session = mentor.sessions.find((each) => each.title === title)
  if (!session) throw new Error(`${mentor.slug} has no session “${title}”`)
  const id = demoId(key)
  const price = pricing.toPrice(session.price ?? mentor.price)
  return {
    id,
    reference: bookingReference(createHash('sha256').update(id).digest()),
    secretHash: randomBytes(32).toString('hex'), // Random: these holds are never released.
    mentorId: demoId(mentor.slug),
    sessionTypeId: demoId(`${mentor.slug}/${title}`),
    sessionTitle: title,
    startsAt,
    minutes: session.minutes,
    mentorTimeZone: mentor.timeZone,
    pricePence: price,
    currency: pricing.currency,
    feePercent: FEE_PERCENT,
    menteeName: mentee.name,
    menteeEmail: makeEmail(mentee.name),
    menteePhone: `+44 7700 900${100 + mentee.n}`, // A range reserved for fiction by Ofcom.
    menteeTimeZone: mentee.zone,
    topic: '',
    termsVersion: TERMS_VERSION,
    termsAcceptedAt: bookedAt,
    status,
    payBefore: minutesAfter(bookedAt, CHECKOUT_MINUTES),
    holdExpiresAt: minutesAfter(bookedAt, CHECKOUT_MINUTES + GRACE_MINUTES),
    ...(price > 0 && { paidAmountPence: price, paidAt: minutesAfter(bookedAt, 3) }),
    createdAt: bookedAt,
  }
}

/** An address in a domain reserved for examples (RFC 2606). */
export function makeEmail(name: string): string {
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '')
  return `${plain.split(' ').join('.')}@example.com`
}
