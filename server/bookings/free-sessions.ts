/** Free sessions: nothing is paid, so the address is confirmed by mail before the hour is booked. */
import { randomUUID } from 'node:crypto'
import type { Client } from '#domain/accounts/client'
import type { App } from '#server/context'
import { lockBookingBySecretHash, transitionBooking, claimSlot } from '#server/bookings/queries'
import { transact, type Db } from '#server/db/connect'
import { setNetworks } from '#server/bookings/limits/hold-limits-queries'
import { insertMail } from '#server/bookings/mails/mails-queries'
import { cancelMove } from '#server/bookings/moves-queries'
import { mayRetake } from '#server/bookings/limits/mentor-caps'
import { hasReachedFreeLimit } from '#server/bookings/limits/hold-limits'

/** `enough`: who it is for has as many free sessions as one may. */
type Confirmation = 'confirmed' | 'taken' | 'enough' | 'unknown'

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
 * free. Any number of times: a session that is booked stays booked. It counts for the network that asked for it or, once
 * that is forgotten, for the one that follows the link: to wait for that makes no room.
 */
export function confirmFreeSession(
  app: App,
  secretHash: string,
  client: Pick<Client, 'network' | 'farNetwork'> = { network: null, farNetwork: null },
): Promise<Confirmation> {
  return transact(app.db, async (tx) => {
    const booking = await lockBookingBySecretHash(tx, secretHash)
    if (!booking || booking.price_pence > 0) return 'unknown'
    if (booking.status === 'confirmed' || booking.status === 'completed') return 'confirmed'
    const now = app.now()
    if (booking.status !== 'held' && booking.status !== 'expired') return 'unknown'
    if (booking.starts_at <= now) return 'taken'
    const network = booking.network ?? client.network
    const far_network = booking.network ? booking.far_network : client.farNetwork
    if (await hasReachedFreeLimit(app, tx, { ...booking, network, far_network })) return 'enough'
    if (booking.status === 'expired' && !((await mayRetake(tx, booking)) && (await claimSlot(tx, booking))))
      return 'taken'
    if (!(await transitionBooking(tx, booking.id, booking.status, 'pay'))) return 'unknown'
    await setNetworks(tx, booking.id, { network, far_network })
    await cancelMove(tx, booking.id, now) // Not before it is sure: a link that books nothing ends nothing.
    const mail = { id: randomUUID(), booking_id: booking.id, kind: 'booking_confirmed' as const }
    if (await insertMail(tx, { ...mail, created_at: now, sent_at: null }))
      await app.queue(tx, 'mail', { mailId: mail.id })
    return 'confirmed'
  })
}
