/** Checkout: opens the payment session of a new hold. */
import type { BookingError } from '#domain/bookings/booking'
import { err, ok, type Result } from '#domain/result'
import type { App } from '#server/context'
import { recordOpenedCheckout } from '#server/bookings/queries'
import type { AnyHold } from '#server/bookings/holds/insert-hold-queries'
import { confirmationPage } from '#server/bookings/holds/free-sessions'
import { expireUnopenedHold } from '#server/bookings/holds/release'
import { siteAddress } from '#server/platform/language/site-address'
import * as m from '#messages/documents'

/**
 * A hold that can be paid at `payUrl`. `checkoutId` null: a free session, confirmed by the emailed link until
 * `payBefore`.
 */
export type HeldSlot = {
  bookingId: string
  reference: string
  checkoutId: string | null
  payUrl: string
  payBefore: Date
}

/**
 * Opens the checkout of a hold; a free session has none. When that fails the hold expires at once, since no one was
 * shown where to pay, and a hold that it was to replace is untouched.
 *
 * @param secret The hold's secret, for the link that cancels it.
 * @param sold What is sold, "60 minutes with Ada Lovelace", for the payment page.
 * @param paidPage The path of the page that the payment page leads to.
 */
export async function openCheckout(
  app: App,
  hold: AnyHold,
  { secret, sold, paidPage = '/success' }: { secret: string; sold: string; paidPage?: string },
): Promise<Result<HeldSlot, BookingError>> {
  const { id: bookingId, reference, payBefore } = hold
  if (hold.pricePence === 0)
    return ok({ bookingId, reference, checkoutId: null, payUrl: confirmationPage(app), payBefore })
  try {
    const checkout = await app.payments.startCheckout({
      bookingId,
      reference,
      createdAt: hold.createdAt,
      title: hold.sessionTitle,
      description: m.soldBooking({ sold, reference }),
      price: hold.pricePence,
      currency: hold.currency,
      methods: app.config.PAYMENT_METHODS,
      email: hold.menteeEmail,
      expiresAt: payBefore,
      successUrl: `${siteAddress(app)}${paidPage}?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${siteAddress(app)}/cancel?hold=${secret}`,
    })
    if (!(await recordOpenedCheckout(app.db, bookingId, checkout))) {
      await expireUnopenedHold(app, bookingId)
      // For a hold that replaces another, `finishMove` finds out what became of it.
      if (!hold.movedFrom) return err({ code: 'payments_unavailable' })
    }
    return ok({ bookingId, reference, checkoutId: checkout.id, payUrl: checkout.url, payBefore })
  } catch (error) {
    app.log.error('checkout not opened', { bookingId, error })
    await expireUnopenedHold(app, bookingId)
    return err({ code: 'payments_unavailable' })
  }
}
