/**
 * How a hold ends without a payment: it is released when the visitor gives it up, and expires when its time is over.
 * Neither frees the mentor's minutes before the payment service has said that the checkout can no longer be paid.
 */
import { createHash } from 'node:crypto'
import type { Checkout } from '#domain/payments/checkout'
import { minutesAfter } from '#domain/time/wall-time'
import type { App, SettlementContext } from '#server/context'
import { expireHold, findBookingBySecretHash, markExpireFailed, markOrphan } from '#server/bookings/queries'
import { transact } from '#server/platform/db/connect'
import { findHoldBySecretHash, listHoldsWithin } from '#server/bookings/holds/holds-queries'
import { applyCheckout } from '#server/bookings/settlement/settle'

type Release = 'released' | 'paid' | 'kept' | 'unknown'

/**
 * Releases the hold with this secret, for the visitor who cancels.
 *
 * @returns As `releaseHold`; `unknown` if there is no hold with this secret.
 */
export async function releaseHoldBySecret(app: App, secret: string): Promise<Release> {
  const booking = await findHoldBySecretHash(app.db, hashSecret(secret))
  if (!booking) return 'unknown'
  if (booking.status === 'expired' && !booking.paidAt) return 'released'
  if (booking.status !== 'held') return 'paid'
  return releaseHold(app, booking)
}

/**
 * Releases an unpaid hold and frees its claim.
 *
 * Expires the Stripe Checkout Session first, because a session that is still open could be paid for a slot that is
 * already gone (https://docs.stripe.com/api/checkout/sessions/expire).
 *
 * @returns `released`; `paid` if it turned out to be paid or confirmed; `kept` if a payment is processing, or Stripe
 *   could not be reached, in which case the sweeper tries again.
 */
export async function releaseHold(
  app: SettlementContext,
  hold: { id: string; checkoutId: string | null; pricePence: number },
): Promise<Exclude<Release, 'unknown'>> {
  if (hold.pricePence === 0)
    return (await transact(app.db, (tx) => expireHold(tx, hold.id, app.now()))) ? 'released' : 'paid'
  if (!hold.checkoutId) return 'kept' // A request is opening it, or the sweeper looks for it.
  let checkout: Checkout | null
  try {
    checkout = await app.payments.expireCheckout(hold.checkoutId)
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

/**
 * Expires a hold at once, because opening its checkout failed and no one was shown where to pay. A checkout may exist
 * at the payment service all the same, so the booking becomes an orphan, for which the sweeper looks there.
 */
export async function expireUnopenedHold(app: App, bookingId: string): Promise<void> {
  await transact(app.db, async (tx) => {
    await expireHold(tx, bookingId, app.now())
    await markOrphan(tx, bookingId, app.now())
  })
}

/**
 * Releases the overdue holds that overlap the minutes to be claimed, unless this machine's clock is wrong: their
 * visitors may still be paying. `expired`: at least one was released, so claiming is worth another try. `isOwn`: one of the overlapping holds belongs to the same browser and is not overdue
 * (two clicks, two tabs); then none is released. `except`: the hold that is being moved, which may overlap.
 */
export async function expireBlockingHolds(
  app: App,
  wanted: {
    mentorId: string
    startsAt: Date
    minutes: number
    bufferBefore: number
    bufferAfter: number
    browserHash: string | null
  },
  except: string | null,
): Promise<{ isOwn: boolean; expired: boolean }> {
  const from = minutesAfter(wanted.startsAt, -wanted.bufferBefore)
  const until = minutesAfter(wanted.startsAt, wanted.minutes + wanted.bufferAfter)
  const found = await listHoldsWithin(app.db, wanted.mentorId, from, until)
  const holds = found.filter(({ id }) => id !== except)
  const isOverdue = (hold: { payBefore: Date }) => hold.payBefore <= app.now() && app.clockAgrees
  const isOwn = holds.some((hold) => hold.browserHash === (wanted.browserHash ?? '') && !isOverdue(hold))
  if (isOwn) return { isOwn, expired: false }
  const releases = await Promise.all(holds.filter(isOverdue).map((hold) => releaseHold(app, hold)))
  return { isOwn, expired: releases.includes('released') }
}

/** The booking with this secret, including what its visitor typed. Undefined for any other secret. */
export function findBookingBySecret(app: App, secret: string) {
  return findBookingBySecretHash(app.db, hashSecret(secret))
}

export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex')
