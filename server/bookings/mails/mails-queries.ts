/** SQL for mails that wait to be sent. */
import type { Insertable } from 'kysely'
import type { Db } from '#server/db/connect'
import type { Tables } from '#server/db/tables'

/** Writes a mail to send. False when this person already has a mail of this kind and version about the booking. */
export async function insertMail(db: Db, mail: Insertable<Tables['mails']>): Promise<boolean> {
  const written = await db
    .insertInto('mails')
    .values(mail)
    .onConflict((known) => known.columns(['bookingId', 'recipient', 'kind', 'version']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

export function findUnsentMail(db: Db, id: string) {
  return db
    .selectFrom('mails')
    .select(['id', 'bookingId', 'kind', 'recipient', 'version', 'secret', 'createdAt'])
    .where('id', '=', id)
    .where('sentAt', 'is', null)
    .executeTakeFirst()
}

/** Also deletes the secret that the mail carried, so that it exists only in the recipient's mailbox. */
export async function markMailSent(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('mails').set({ sentAt: now, secret: null }).where('id', '=', id).execute()
}
