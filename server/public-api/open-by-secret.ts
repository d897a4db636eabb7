/** Who may read one booking by the API: who has its checkout's secret, or the emailed link's. */
import type { Client } from '#domain/accounts/client'
import { err, ok, type Result } from '#domain/result'
import { limitByNetwork, type TooMany } from '#server/accounts/sign-in/attempts'
import { isBookingSecret, isCheckoutSecret, REFERENCE, WRONG_LINKS } from '#server/bookings/booking-link'
import { findBookingByReference, isShown, type BookedSession } from '#server/bookings/queries'
import type { App } from '#server/context'

/**
 * `cancelsAs`: in whose name it is cancelled; null if not by this secret or key. Only who reads the mentee's email has the emailed
 * link's secret.
 */
export type OpenedBooking = { booking: BookedSession; cancelsAs: 'mentee' | 'admin' | null }

/** `not_found`: a wrong secret, or no such booking. `too_many`: this network has tried too many. */
export async function openBySecret(
  app: App,
  client: Pick<Client, 'network' | 'farNetwork'>,
  reference: string,
  secret: string,
): Promise<Result<OpenedBooking, { code: 'not_found' } | TooMany>> {
  const booking = REFERENCE.test(reference) ? await findBookingByReference(app.db, reference) : undefined
  if (booking && isShown(booking) && isBookingSecret(app, booking, secret)) return ok({ booking, cancelsAs: 'mentee' })
  if (booking && isCheckoutSecret(app, booking, secret)) return ok({ booking, cancelsAs: null })
  const counted = await limitByNetwork(app, 'booking_page', client, WRONG_LINKS)
  return err(counted.ok ? { code: 'not_found' } : counted.error)
}
