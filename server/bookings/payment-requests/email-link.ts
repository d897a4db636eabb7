/** Emails a payer's link to an address that the mentee types. */
import { emailKey } from '#domain/accounts/email-key'
import type { Client } from '#domain/accounts/client'
import { err, ok, type Result } from '#domain/result'
import { limitByNetwork, limitBySubject, type TooMany } from '#server/accounts/sign-in/attempts'
import { queueBookingMail } from '#server/bookings/mails/queue-mail'
import { countLinkEmail } from '#server/bookings/payment-requests/payment-requests-queries'
import { lockBooking } from '#server/bookings/queries'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'

const NETWORK = { network: { max: 20, minutes: 60 }, farNetwork: { max: 60, minutes: 60 } }
const BROWSER = { max: 6, minutes: 60 }
/** Of all links together, so that no address can be flooded. */
const ADDRESS = { max: 1, minutes: 60 }

export type EmailLinkError =
  | TooMany
  /** This address had an email with a link within the hour. */
  | { code: 'just_emailed' }
  | { code: 'all_used' }
  /** It was paid, or the time is no longer held. */
  | { code: 'ended' }

/** Limits come before any work. Each email of one link is a version of its own, so concurrent requests send one each. */
export async function emailPayerLink(
  app: App,
  { bookingId, email }: { bookingId: string; email: string },
  client: Client,
): Promise<Result<null, EmailLinkError>> {
  const tried = await limitByNetwork(app, 'payment_link', client, NETWORK)
  if (!tried.ok) return tried
  const again = await limitBySubject(app, 'payment_link', client.browser, BROWSER)
  if (!again.ok) return again
  if (!(await limitBySubject(app, 'payment_link_address', emailKey(email), ADDRESS)).ok)
    return err({ code: 'just_emailed' })
  return transact(app.db, async (tx) => {
    const booking = await lockBooking(tx, { id: bookingId })
    if (booking?.status !== 'held' || booking.payBefore <= app.now()) return err({ code: 'ended' })
    const recipient = email.toLowerCase()
    const version = await countLinkEmail(tx, bookingId, recipient, app.now())
    if (version === null) return err({ code: 'all_used' })
    await queueBookingMail(app, tx, bookingId, 'payment_request', { recipient, version })
    return ok(null)
  })
}
