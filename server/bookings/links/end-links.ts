/** Ends every link that was emailed about a booking, and emails a new one: for an email that a stranger has read. */
import { err, ok, type Result } from '#domain/result'
import { limitBySubject, type TooMany } from '#server/accounts/sign-in/attempts'
import { raiseLinkVersion } from '#server/bookings/links/links-queries'
import { lockBooking } from '#server/bookings/queries'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'
import { queueMail } from '#server/platform/mail/outbox/queue-mail'

const LIMIT = { max: 5, minutes: 24 * 60 }

/** @returns the version of the links that open the booking from now on. */
export async function endLinks(app: App, bookingId: string): Promise<Result<{ linkVersion: number }, TooMany>> {
  const counted = await limitBySubject(app, 'booking_links_ended', bookingId, LIMIT)
  if (!counted.ok) return err(counted.error)
  const linkVersion = await transact(app.db, async (tx) => {
    await lockBooking(tx, { id: bookingId })
    const version = await raiseLinkVersion(tx, bookingId)
    await queueMail(app, tx, {
      about: 'booking_links',
      subject: bookingId,
      kind: 'new_link',
      recipient: 'mentee',
      version,
    })
    return version
  })
  return ok({ linkVersion })
}
