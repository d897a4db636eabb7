/** Queues a mail about a booking. It is written when it is sent (`deliver-mail.ts`), from what is true then. */
import { randomUUID } from 'node:crypto'
import { insertMail } from '#server/bookings/mails/mails-queries'
import type { App } from '#server/context'
import type { Db } from '#server/db/connect'
import type { MailKind } from '#server/db/tables'

/**
 * Queues a mail in the caller's transaction. Does nothing when the booking already has a mail of this kind.
 *
 * @param secret What the mail's link carries. It is stored only until the mail is sent.
 */
export async function queueBookingMail(
  app: Pick<App, 'now' | 'queue'>,
  tx: Db,
  bookingId: string,
  kind: MailKind,
  secret: string | null = null,
): Promise<void> {
  const mail = { id: randomUUID(), bookingId, kind, secret, createdAt: app.now(), sentAt: null }
  if (await insertMail(tx, mail)) await app.queue(tx, 'mail', { mailId: mail.id })
}
