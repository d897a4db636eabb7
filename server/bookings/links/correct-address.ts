/** Corrects the address of a booking that its buyer mistyped, and sends the confirmation there. */
import type { Session } from '#domain/accounts/account'
import type { Client } from '#domain/accounts/client'
import { err, ok, type Result } from '#domain/result'
import { findAccount, findAccountByEmail } from '#server/accounts/queries'
import { limitByNetwork, type TooMany } from '#server/accounts/sign-in/attempts'
import { correctMenteeEmail, raiseLinkVersion } from '#server/bookings/links/links-queries'
import { queueBookingMail } from '#server/bookings/mails/queue-mail'
import { lockBooking } from '#server/bookings/queries'
import { hashSecret } from '#server/bookings/holds/release'
import type { App } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'

const MAX_CORRECTIONS = 3
const LIMIT = { network: { max: 10, minutes: 60 }, farNetwork: { max: 50, minutes: 60 } }

type Booking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>

export type CorrectAddressRefusal =
  | TooMany
  /** Another browser, or a booking that has begun, is cancelled or was free (its link was emailed to the right address). */
  | { code: 'not_yours' }
  | { code: 'corrected_too_often' }

/** Whether this browser may correct the address: the one that booked, until the session begins. */
export function canCorrectAddress(
  app: Pick<App, 'now'>,
  booking: Pick<Booking, 'status' | 'paidAt' | 'startsAt' | 'browserHash'>,
  browser: string,
): boolean {
  if (booking.status !== 'confirmed' || !booking.paidAt || booking.startsAt <= app.now()) return false
  return booking.browserHash !== null && booking.browserHash === hashSecret(browser)
}

/**
 * Writes the address, ends the links that went to the old one, and sends the confirmation again. An address that is
 * already right changes nothing.
 */
export async function correctAddress(
  app: App,
  { checkoutId, email }: { checkoutId: string; email: string },
  { client, session }: { client: Client; session: Session | null },
): Promise<Result<null, CorrectAddressRefusal>> {
  const tried = await limitByNetwork(app, 'booking_address', client, LIMIT)
  if (!tried.ok) return tried
  return transact(app.db, async (tx) => {
    const booking = await lockBooking(tx, { checkoutId })
    if (!booking || !canCorrectAddress(app, booking, client.browser)) return err({ code: 'not_yours' })
    if (booking.menteeEmail.toLowerCase() === email.toLowerCase()) return ok(null)
    if (booking.addressCorrections >= MAX_CORRECTIONS) return err({ code: 'corrected_too_often' })
    await correctMenteeEmail(tx, booking.id, { email, accountId: await findOwner(tx, booking, email, session) })
    const version = await raiseLinkVersion(tx, booking.id)
    await queueBookingMail(app, tx, booking.id, 'booking_confirmed', { version })
    return ok(null)
  })
}

/** A booking that went to an account by the mistyped address goes to the one of the right address, if there is one. */
async function findOwner(tx: Db, booking: Booking, email: string, session: Session | null): Promise<string | null> {
  const owner = booking.accountId ? await findAccount(tx, booking.accountId) : undefined
  const cameByAddress = owner?.email.toLowerCase() === booking.menteeEmail.toLowerCase()
  if (owner && (!cameByAddress || owner.id === session?.accountId)) return owner.id
  return (await findAccountByEmail(tx, email))?.id ?? null
}
