/** Free sessions: nothing is paid, so the address is confirmed by mail before the hour is booked. */
import { randomUUID } from 'node:crypto'
import type { App } from '#server/context'
import { lockBookingBySecretHash, moveBooking, takeRange } from '#server/db/bookings'
import { transact, type Db } from '#server/db/connect'
import { countHolds, lockHolder } from '#server/db/holds'
import { insertMail } from '#server/db/mails'
import { mayRetake } from '#server/workflows/caps'

export type Confirmation = 'confirmed' | 'taken' | 'unknown'

/** Where a visitor is sent who has asked for a free session. */
export const confirmationPage = (app: App) => `${app.config.PUBLIC_URL}/confirm`

/** Mails the link that confirms. It carries the hold's secret, which is kept only until the mail is sent. */
export async function askForConfirmation(app: App, tx: Db, bookingId: string, secret: string): Promise<void> {
  const mail = { id: randomUUID(), booking_id: bookingId, kind: 'confirm_address' as const, secret }
  if (await insertMail(tx, { ...mail, created_at: app.now(), sent_at: null }))
    await app.queue(tx, 'mail', { mailId: mail.id })
}

/**
 * Books the free session whose mailed secret is shown. Who comes after the hold has lapsed gets the hour if it is still
 * free. Any number of times: a session that is booked stays booked.
 */
export function confirmFreeSession(app: App, secretHash: string): Promise<Confirmation> {
  return transact(app.db, async (tx) => {
    const booking = await lockBookingBySecretHash(tx, secretHash)
    if (!booking || booking.price_pence > 0) return 'unknown'
    if (booking.status === 'confirmed' || booking.status === 'completed') return 'confirmed'
    const now = app.now()
    if (booking.status !== 'held' && booking.status !== 'expired') return 'unknown'
    if (booking.starts_at <= now) return 'taken'
    if (booking.status === 'expired' && (await hasEnough(app, tx, booking))) return 'taken'
    if (booking.status === 'expired' && !((await mayRetake(tx, booking)) && (await takeRange(tx, booking))))
      return 'taken'
    if (!(await moveBooking(tx, booking.id, booking.status, 'pay'))) return 'unknown'
    const mail = { id: randomUUID(), booking_id: booking.id, kind: 'booking_confirmed' as const }
    if (await insertMail(tx, { ...mail, created_at: now, sent_at: null }))
      await app.queue(tx, 'mail', { mailId: mail.id })
    return 'confirmed'
  })
}

/** Whether somebody holds or has as many free hours as one may: links that lapsed are no store of further ones. */
async function hasEnough(
  app: App,
  tx: Db,
  booking: { id: string; mentee_email: string; mentor_id: string; starts_at: Date },
): Promise<boolean> {
  const holder = { browserHash: null, network: null, email: booking.mentee_email, mentorId: booking.mentor_id }
  await lockHolder(tx, holder)
  const counts = await countHolds(tx, holder, { now: app.now(), until: booking.starts_at, but: booking.id })
  return counts.email >= app.config.HOLDS_PER_EMAIL
}
