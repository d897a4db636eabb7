/**
 * Booking: hold a mentor's minutes, open a checkout for them, give them back unpaid.
 * What a payment then does is in `settlement.ts`, what a failure leaves behind in `sweep.ts`.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { isBookable } from '#domain/availability'
import {
  bookingReference,
  CHECKOUT_MINUTES,
  HOLD_MINUTES,
  type BookingError,
  type BookingRequest,
} from '#domain/booking'
import type { Checkout } from '#domain/checkout'
import { priceOf } from '#domain/mentor'
import { err, ok, type Result } from '#domain/result'
import { minutesAfter } from '#domain/time'
import type { App } from '#server/context'
import {
  findBookingBySecretHash,
  insertBooking,
  markOrphan,
  moveBooking,
  recordCheckout,
  releaseRange,
  takeRange,
} from '#server/db/bookings'
import { transact } from '#server/db/connect'
import { findSessionType } from '#server/db/mentors'
import { applyCheckout } from '#server/workflows/settlement'
import { readAlternatives } from '#server/workflows/slots'

export type Held = { bookingId: string; reference: string; checkoutId: string; payUrl: string; payBefore: Date }

/**
 * Holds a start and opens a checkout for it. The minutes are taken in the database first, so of any number of buyers at
 * the same moment one is sent to pay. If no checkout can be opened nobody was shown an address: the hold is given back.
 */
export async function holdSlot(app: App, request: BookingRequest): Promise<Result<Held, BookingError>> {
  const now = app.now()
  const sessionType = await findSessionType(app.db, request.sessionTypeId)
  if (!sessionType) return err({ code: 'session_type_not_found' })
  const price = priceOf({ price: sessionType.price_pence }, { price: sessionType.mentor_price_pence })
  if (request.expectedPrice !== null && request.expectedPrice !== price) return err({ code: 'price_changed', price })
  if (!isBookable(request.startsAt, sessionType.time_zone, now)) return err({ code: 'slot_not_bookable' })

  const secret = randomBytes(32).toString('base64url')
  const hold = {
    id: randomUUID(),
    reference: bookingReference(randomBytes(8)),
    secret_hash: hashSecret(secret),
    mentor_id: sessionType.mentor_id,
    session_type_id: sessionType.id,
    session_title: sessionType.title,
    starts_at: request.startsAt,
    minutes: sessionType.minutes,
    mentor_time_zone: sessionType.time_zone,
    price_pence: price,
    currency: sessionType.currency,
    mentee_name: request.name,
    mentee_email: request.email,
    mentee_phone: request.phone,
    mentee_time_zone: request.timeZone ?? sessionType.time_zone,
    topic: request.topic,
    terms_version: app.config.TERMS_VERSION,
    terms_accepted_at: now,
    status: 'held' as const,
    pay_before: minutesAfter(now, CHECKOUT_MINUTES),
    hold_expires_at: minutesAfter(now, HOLD_MINUTES),
    created_at: now,
  }
  const held = await transact(app.db, async (tx) => {
    if (!(await takeRange(tx, hold))) return false
    await insertBooking(tx, hold)
    return true
  })
  if (!held) {
    const offer = { mentorId: hold.mentor_id, minutes: hold.minutes, timeZone: hold.mentor_time_zone }
    return err({ code: 'slot_taken', alternatives: await readAlternatives(app, offer, hold.starts_at) })
  }

  try {
    const checkout = await app.payments.startCheckout({
      bookingId: hold.id,
      title: hold.session_title,
      description: `${hold.minutes} minutes with ${sessionType.mentor_name}. Booking ${hold.reference}`,
      price,
      currency: hold.currency,
      email: hold.mentee_email,
      expiresAt: hold.pay_before,
      successUrl: `${app.config.PUBLIC_URL}/success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${app.config.PUBLIC_URL}/cancel?hold=${secret}`,
    })
    await recordCheckout(app.db, hold.id, checkout)
    return ok({
      bookingId: hold.id,
      reference: hold.reference,
      checkoutId: checkout.id,
      payUrl: checkout.url,
      payBefore: hold.pay_before,
    })
  } catch (error) {
    app.log.error('checkout not opened', { bookingId: hold.id, error })
    await giveUpHold(app, hold.id)
    return err({ code: 'payments_unavailable' })
  }
}

/** Frees a hold whose checkout address nobody has. A session may exist there all the same: the sweeper looks for it. */
async function giveUpHold(app: App, bookingId: string): Promise<void> {
  await transact(app.db, async (tx) => {
    if (!(await moveBooking(tx, bookingId, 'held', 'lapse'))) return
    await releaseRange(tx, bookingId)
    await markOrphan(tx, bookingId, app.now())
  })
}

export type Release = 'released' | 'paid' | 'kept' | 'unknown'

/**
 * Gives an unpaid hold back, for who shows its secret. Never before the payment service has said that its session can no
 * longer be paid: `kept` when it cannot be asked or a payment is under way, `paid` when it turns out to be paid.
 */
export async function releaseHold(app: App, secret: string): Promise<Release> {
  const booking = await findBookingBySecret(app, secret)
  if (!booking) return 'unknown'
  if (booking.status === 'expired' && !booking.paid_at) return 'released'
  if (booking.status !== 'held') return 'paid'
  if (!booking.checkout_id) return 'kept'
  let checkout: Checkout | null
  try {
    checkout = await app.payments.expireCheckout(booking.checkout_id)
  } catch (error) {
    app.log.warn('hold kept: its checkout could not be expired', { bookingId: booking.id, error })
    return 'kept'
  }
  if (!checkout) return 'kept'
  await applyCheckout(app, checkout)
  return checkout.status === 'expired' ? 'released' : checkout.status === 'paid' ? 'paid' : 'kept'
}

/** What the holder of this secret typed and booked. Undefined for any other. */
export function findBookingBySecret(app: App, secret: string) {
  return findBookingBySecretHash(app.db, hashSecret(secret))
}

const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex')
