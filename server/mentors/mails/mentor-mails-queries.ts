/** SQL for mails to mentors about their record. */
import type { Insertable } from 'kysely'
import type { Db } from '#server/db/connect'
import type { Tables } from '#server/db/tables'

export async function insertMentorMail(tx: Db, mail: Insertable<Tables['mentorMails']>): Promise<void> {
  await tx.insertInto('mentorMails').values(mail).execute()
}

/** With whom it goes to: the account that the record belongs to. Undefined when it was sent or there is no account. */
export function findUnsentMentorMail(db: Db, id: string) {
  return db
    .selectFrom('mentorMails')
    .innerJoin('mentors', 'mentors.id', 'mentorId')
    .innerJoin('accounts', 'accounts.id', 'mentors.accountId')
    .select(['mentorMails.id', 'mentorMails.kind', 'mentorMails.facts', 'mentorMails.createdAt'])
    .select(['mentors.slug', 'accounts.name', 'accounts.email'])
    .where('mentorMails.id', '=', id)
    .where('sentAt', 'is', null)
    .executeTakeFirst()
}

export async function markMentorMailSent(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('mentorMails').set({ sentAt: at }).where('id', '=', id).execute()
}

export async function deleteOldMentorMails(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('mentorMails').where('createdAt', '<', before).execute()
}
