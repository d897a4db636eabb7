/** Checkout: opens the payment session of a new hold. */
import type { BookingError } from '#domain/bookings/booking'
import { err, ok, type Result } from '#domain/result'
import type { App } from '#server/context'
import { recordOpenedCheckout } from '#server/bookings/queries'
import type { AnyHold } from '#server/bookings/holds/insert-hold-queries'
import { confirmationPage } from '#server/bookings/holds/free-sessions'
import { expireUnopenedHold } from '#server/bookings/holds/release'
import { queueBookingMail } from '#server/bookings/mails/queue-mail'
import { payerLink } from '#server/bookings/payment-requests/link'
import { transact } from '#server/platform/db/connect'
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

type CheckoutOptions = { secret: string; sold: string; paidPage?: string; isByLink?: boolean }

/**
 * Opens the checkout of a hold; a free session has none. When that fails the hold expires at once, since no one was
 * shown where to pay, and a hold that it was to replace is untouched.
 *
 * @param secret The hold's secret, for the link that cancels it.
 * @param sold What is sold, "60 minutes with Ada Lovelace", for the payment page.
 * @param paidPage The path of the page that the payment page leads to.
 * @param isByLink Someone else pays: the payment page asks for an address and leads back to the payer's page, and the mentee gets
 *   an email with the link.
 */
export async function openCheckout(
  app: App,
  hold: AnyHold,
  { secret, sold, paidPage = '/success', isByLink = false }: CheckoutOptions,
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
      expiresAt: payBefore,
      ...(isByLink
        ? { email: null, successUrl: `${payerLink(app, bookingId)}/paid`, cancelUrl: payerLink(app, bookingId) }
        : {
            email: hold.menteeEmail,
            successUrl: `${siteAddress(app)}${paidPage}?session_id={CHECKOUT_SESSION_ID}`,
            cancelUrl: `${siteAddress(app)}/cancel?hold=${secret}`,
          }),
    })
    if (!(await recordOpened(app, bookingId, checkout, isByLink))) {
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

/** In one transaction with the email to the mentee, so that no link waits of which they do not know. */
function recordOpened(
  app: App,
  bookingId: string,
  checkout: { id: string; url: string },
  isByLink: boolean,
): Promise<boolean> {
  if (!isByLink) return recordOpenedCheckout(app.db, bookingId, checkout)
  return transact(app.db, async (tx) => {
    if (!(await recordOpenedCheckout(tx, bookingId, checkout))) return false
    await queueBookingMail(app, tx, bookingId, 'payment_request')
    return true
  })
}
