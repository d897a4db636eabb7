/** The mentee's page of a link that someone else pays with: what it shows, and what its forms do. Server side. */
import type { Client } from '#domain/accounts/client'
import { MAX_LINK_EMAILS } from '#domain/bookings/payment-link'
import type { App } from '#server/context'
import { bookingPath, linkEnd, REFERENCE } from '#server/bookings/booking-link'
import { menteeClock } from '#server/bookings/clocks'
import { hashSecret } from '#server/bookings/holds/release'
import { readAddressForm } from '#server/bookings/links/form'
import { emailPayerLink, type EmailLinkError } from '#server/bookings/payment-requests/email-link'
import { isRequestSecret, payerLink } from '#server/bookings/payment-requests/link'
import { findPaymentRequestByReference } from '#server/bookings/payment-requests/payment-requests-queries'
import { releaseRequest } from '#server/bookings/payment-requests/release-request'
import { findBooking } from '#server/bookings/queries'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import * as m from '#messages/bookings'
import { formatMoney } from '#words/prices'
import { fullMomentOn } from '#words/time'
import type { LinkView } from '../../../ui/bookings/payment-links/link-page.tsx'
import { masked, summarizeBooking } from '../booking-facts.ts'

type Address = { reference: string; secret: string }

/** Null for any other secret. */
async function find(app: App, { reference, secret }: Address) {
  const request = REFERENCE.test(reference) ? await findPaymentRequestByReference(app.db, reference) : undefined
  if (!request || !isRequestSecret(app, request.bookingId, secret)) return null
  const booking = await findBooking(app.db, request.bookingId)
  return booking && !booking.erasedAt && app.now() <= linkEnd(booking) ? { request, booking } : null
}

/** `browser`: the secret of its cookie. Only the browser that booked is led on to the booking. */
export async function readLinkPage(app: App, address: Address, browser: string): Promise<LinkView | null> {
  const found = await find(app, address)
  if (!found) return null
  const { booking, request } = found
  const { mentorName: name, mentorSlug: slug, sessionTypeId: session } = booking
  const own = booking.browserHash === hashSecret(browser) ? bookingPath(app, booking) : null
  if (booking.status === 'held') {
    if (booking.processingSince) return { state: 'processing', name }
    if (booking.payBefore <= app.now() || !request.checkoutUrl) return { state: 'ending', name }
    return {
      state: 'open',
      name,
      link: payerLink(app, booking.id),
      payUrl: request.checkoutUrl,
      price: formatMoney(booking.pricePence, booking.currency),
      until: fullMomentOn(booking.payBefore, menteeClock(booking)),
      emailedTo: request.emailedTo.map(formatEmailAddress),
      emailsLeft: MAX_LINK_EMAILS - request.emailsSent,
      booking: summarizeBooking(booking, app.now()),
    }
  }
  if (booking.status === 'expired' && !booking.paidAt) {
    const again = `/mentors/${slug}/book?session=${session}`
    return { state: request.releasedAt ? 'released' : 'expired', name, again }
  }
  if (booking.status === 'expired') return { state: 'returned', name, again: `/mentors/${slug}/book` }
  return { state: 'paid', name, email: masked(booking.menteeEmail), own }
}

/** What a form of the page came to. `typed` and `error`: of the address. */
type LinkFormResult =
  | { kind: 'emailed'; address: string }
  | { kind: 'refused'; typed: string; error: string; status: number; retryAfter?: number }
  | { kind: 'released' | 'kept' }

const REFUSED: Record<Exclude<EmailLinkError['code'], 'too_many'>, { error: () => string; status: number }> = {
  just_emailed: { error: m.linkJustEmailed, status: 429 },
  all_used: { error: m.linkEmailsUsed, status: 409 },
  ended: { error: m.linkEnded, status: 409 },
}

/** Null for any other secret. A time that was paid meanwhile is `released` from no one: the page then says that it is paid. */
export async function handleLinkForm(
  app: App,
  address: Address,
  { form, client }: { form: FormData; client: Client },
): Promise<LinkFormResult | null> {
  const found = await find(app, address)
  if (!found) return null
  const { id: bookingId } = found.booking
  if (form.get('intent') === 'release')
    return { kind: (await releaseRequest(app, bookingId)) === 'kept' ? 'kept' : 'released' }
  const given = form.get('email')
  const typed = typeof given === 'string' ? given : ''
  const read = readAddressForm(form)
  if (!read.ok) return { kind: 'refused', typed, error: read.error['email'] ?? m.enterEmail(), status: 400 }
  const emailed = await emailPayerLink(app, { bookingId, email: read.value.email }, client)
  if (emailed.ok) return { kind: 'emailed', address: formatEmailAddress(read.value.email) }
  if (emailed.error.code === 'too_many')
    return { kind: 'refused', typed, error: m.tooManyAttemptsHour(), status: 429, retryAfter: emailed.error.retryAfter }
  const { error, status } = REFUSED[emailed.error.code]
  return { kind: 'refused', typed, error: error(), status }
}
