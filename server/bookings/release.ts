/** The end of a hold without a payment. Nothing frees a mentor's minutes before the payment service has said that none can come. */
import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { BookingError } from '#domain/bookings/booking'
import type { Checkout } from '#domain/payments/checkout'
import { err, ok, type Result } from '#domain/result'
import { minutesAfter } from '#domain/time/wall-time'
import type { App } from '#server/context'
import {
  findBookingBySecretHash,
  markExpireFailed,
  markOrphan,
  transitionBooking,
  deleteClaim,
} from '#server/bookings/queries'
import { transact } from '#server/db/connect'
import { findHold, listHoldsWithin } from '#server/bookings/holds-queries'
import { confirmationPage } from '#server/bookings/free-sessions'
import { applyCheckout } from '#server/bookings/settle'

/** `checkoutId` null: a free session, whose address is confirmed by mail until `payBefore`. */
export type HeldSlot = {
  bookingId: string
  reference: string
  checkoutId: string | null
  payUrl: string
  payBefore: Date
}

type Release = 'released' | 'paid' | 'kept' | 'unknown'

/** How often, and how many times, one request looks whether another of the same visitor has opened their checkout. */
const LOOK_MILLISECONDS = 100
const LOOKS = 70

/**
 * Gives an unpaid hold back, for who shows its secret: `kept` when the payment service cannot be asked or a payment is
 * under way, `paid` when it turns out to be paid.
 */
export async function releaseHoldBySecret(app: App, secret: string): Promise<Release> {
  const booking = await findBookingBySecret(app, secret)
  if (!booking) return 'unknown'
  if (booking.status === 'expired' && !booking.paid_at) return 'released'
  if (booking.status !== 'held') return 'paid'
  return releaseHold(app, booking)
}

/** Ends a live hold: first its payment session, then, when nothing can be paid any more, the claim. */
export async function releaseHold(
  app: App,
  hold: { id: string; checkout_id: string | null; price_pence: number },
): Promise<Exclude<Release, 'unknown'>> {
  if (hold.price_pence === 0) return (await lapseHold(app, hold.id)) ? 'released' : 'paid'
  if (!hold.checkout_id) return 'kept' // It is being opened, or the sweeper looks for it.
  let checkout: Checkout | null
  try {
    checkout = await app.payments.expireCheckout(hold.checkout_id)
  } catch (error) {
    app.log.warn('hold kept: its checkout could not be expired', { bookingId: hold.id, error })
    await markExpireFailed(app.db, hold.id, app.now())
    return 'kept'
  }
  if (!checkout) {
    await markExpireFailed(app.db, hold.id, app.now())
    return 'kept'
  }
  await applyCheckout(app, checkout)
  if (checkout.status === 'paid') return 'paid'
  return checkout.status === 'expired' || checkout.status === 'failed' ? 'released' : 'kept'
}

/** A hold that nobody was to pay. False when it is none any more. */
function lapseHold(app: App, bookingId: string): Promise<boolean> {
  return transact(app.db, async (tx) => {
    if (!(await transitionBooking(tx, bookingId, 'held', 'expire'))) return false
    await deleteClaim(tx, bookingId)
    return true
  })
}

/**
 * Frees a hold whose checkout address nobody has, if it has not ended by itself. A session may exist there all the same: the
 * sweeper looks for it.
 */
export async function expireUnopenedHold(app: App, bookingId: string): Promise<void> {
  await transact(app.db, async (tx) => {
    if (await transitionBooking(tx, bookingId, 'held', 'expire')) await deleteClaim(tx, bookingId)
    await markOrphan(tx, bookingId, app.now())
  })
}

/**
 * What stands in the way of a claim: holds that have lapsed are settled, `cleared` when any was given back. `own`: a live
 * hold of the same browser that can still be paid is among them, by two clicks or two tabs. `except`: the hold that is being
 * moved stands in no way.
 */
export async function expireBlockingHolds(
  app: App,
  wanted: {
    mentor_id: string
    starts_at: Date
    minutes: number
    buffer_before: number
    buffer_after: number
    browser_hash: string | null
  },
  except: string | null,
): Promise<{ own: boolean; cleared: boolean }> {
  const from = minutesAfter(wanted.starts_at, -wanted.buffer_before)
  const until = minutesAfter(wanted.starts_at, wanted.minutes + wanted.buffer_after)
  const found = await listHoldsWithin(app.db, wanted.mentor_id, from, until)
  const holds = found.filter(({ id }) => id !== except)
  const hasLapsed = (hold: { pay_before: Date }) => hold.pay_before <= app.now()
  const canBePaid = (hold: (typeof holds)[number]) => !hold.processing_since && !hasLapsed(hold)
  const own = holds.some((hold) => hold.browser_hash === (wanted.browser_hash ?? '') && canBePaid(hold))
  if (own) return { own, cleared: false }
  const ends = await Promise.all(holds.filter(hasLapsed).map((hold) => releaseHold(app, hold)))
  return { own, cleared: ends.includes('released') }
}

/** The checkout of a live hold, once there is one that may be paid. Null when the hold has ended meanwhile. */
export async function resumeHold(app: App, id: string): Promise<Result<HeldSlot, BookingError> | null> {
  for (let look = 0; look < LOOKS; look += 1) {
    const hold = await findHold(app.db, id)
    if (hold?.status !== 'held') return null
    const { reference, checkout_id: checkoutId, checkout_url: url, pay_before: payBefore } = hold
    const payUrl = hold.price_pence === 0 ? confirmationPage(app) : url
    if (payUrl && !hold.moved_from) return ok({ bookingId: id, reference, checkoutId, payUrl, payBefore })
    await setTimeout(LOOK_MILLISECONDS)
  }
  return err({ code: 'payments_unavailable' })
}

/** What the holder of this secret typed and booked. Undefined for any other. */
export function findBookingBySecret(app: App, secret: string) {
  return findBookingBySecretHash(app.db, hashSecret(secret))
}

export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex')
