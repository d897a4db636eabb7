/** SQL for the outbox. */
import { sql, type Insertable, type RawBuilder } from 'kysely'
import { minutesAfter } from '#domain/time/wall-time'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'
import type { DropReason } from '#words/drop-reasons'

/** Writes an email to send. False when this recipient already has an email of this kind and version about the subject. */
export async function insertMail(tx: Db, mail: Insertable<Tables['outbox']>): Promise<boolean> {
  const written = await tx
    .insertInto('outbox')
    .values(mail)
    .onConflict((known) => known.columns(['subject', 'kind', 'recipient', 'version']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

/** SQL for the language of the recipient of a row of `outbox`; null: the site's own. */
export type MailLanguage = RawBuilder<string | null>

/** Of these emails, by id, those that wait and whose time has come, with the language of their recipients. */
export async function findDueMails(db: Db, ids: string[], now: Date, language: MailLanguage) {
  const due = await db
    .selectFrom('outbox')
    .modifyFront(sql`/* prepared: due emails */`)
    .select(['id', 'about', 'subject', 'kind', 'recipient', 'version', 'facts', 'secret', 'createdAt', 'attempts'])
    .select(language.as('language'))
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('state', '=', 'waiting')
    .where('nextAt', '<=', now)
    .execute()
  return new Map(due.map((mail) => [mail.id, mail]))
}

const MAIL_COLUMNS = [
  ...(['id', 'about', 'subject', 'kind', 'recipient', 'version', 'facts', 'language'] as const),
  ...(['createdAt', 'state', 'stateSince', 'reason', 'attempts'] as const),
] as const

export type StoredMail = NonNullable<Awaited<ReturnType<typeof findMail>>>

export const findMail = (db: Db, id: string) =>
  db.selectFrom('outbox').select(MAIL_COLUMNS).where('id', '=', id).executeTakeFirst()

/** All emails about one thing, the first one first. */
export const listMailsAbout = (db: Db, subject: string) =>
  db
    .selectFrom('outbox')
    .select(MAIL_COLUMNS)
    .where('subject', '=', subject)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** The emails whose time has come, those that wait longest first. */
export function listDueMails(db: Db, now: Date, limit: number) {
  return db
    .selectFrom('outbox')
    .select('id')
    .where('state', '=', 'waiting')
    .where('nextAt', '<=', now)
    .orderBy('nextAt')
    .limit(limit)
    .execute()
}

/**
 * Notes what became of a waiting email. Also deletes the secret that it carried, so that it exists only in the recipient's
 * mailbox. False when it was noted before.
 */
export async function endMail(
  db: Db,
  id: string,
  end: { state: 'dropped' | 'given_up'; at: Date; reason: string },
): Promise<boolean> {
  const ended = await db
    .updateTable('outbox')
    .set({ state: end.state, stateSince: end.at, reason: end.reason, secret: null })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Notes which waiting emails the mail server has accepted, as `endMail` does. */
export async function markMailsSent(db: Db, ids: string[], at: Date): Promise<void> {
  await sql`/* prepared: sent emails */
    update outbox set state = 'sent', state_since = ${at}::timestamptz, reason = null, secret = null
    where id = any(${ids}::uuid[]) and state = 'waiting'`.execute(db)
}

/** Lets an email wait for its next attempt. */
export async function postponeMail(db: Db, id: string, next: { at: Date; reason: string }): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ nextAt: next.at, reason: next.reason, attempts: sql<number>`attempts + 1` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Lets all emails whose time has come wait for a minute, since the mail server is away. */
export async function postponeDueMails(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ nextAt: minutesAfter(now, 1) })
    .where('state', '=', 'waiting')
    .where('nextAt', '<=', now)
    .execute()
}

/** Marks an email that another server could not deliver. Undefined if there is no such email. */
export async function markMailBounced(tx: Db, id: string, { at, reason }: { at: Date; reason: string }) {
  const mail = await tx
    .selectFrom('outbox')
    .select(['about', 'subject', 'state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!mail || mail.state === 'bounced') return mail && { ...mail, wasBounced: true }
  await tx
    .updateTable('outbox')
    .set({ state: 'bounced', stateSince: at, reason, secret: null })
    .where('id', '=', id)
    .execute()
  return { ...mail, wasBounced: false }
}

/** Ends the emails about these bookings that wait for the mentee, who is no longer known. */
export async function dropMailsToMentees(tx: Db, bookingIds: string[], at: Date): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ state: 'dropped', stateSince: at, reason: 'mentee_erased' satisfies DropReason, secret: null })
    .where('subject', 'in', bookingIds)
    .where('about', '=', 'booking')
    .where('recipient', '=', 'mentee')
    .where('state', '=', 'waiting')
    .execute()
}

/** Deletes what was emailed, or was to be, to this address as such, and about a mentor's record and cohorts. */
export async function deleteMailsFor(
  tx: Db,
  person: { email: string; mentorId: string | null; cohortIds: string[] },
): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where((row) =>
      row.or([
        row('recipient', '=', person.email),
        ...(person.mentorId ? [row.and([row('about', '=', 'mentor'), row('subject', '=', person.mentorId)])] : []),
        ...(person.cohortIds.length > 0
          ? [row.and([row('about', '=', 'cohort'), row('subject', 'in', person.cohortIds)])]
          : []),
      ]),
    )
    .execute()
}

/** Deletes emails of before this instant, except those about bookings, which are kept as their booking is. */
export async function deleteOldMails(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('outbox').where('createdAt', '<', before).where('about', '<>', 'booking').execute()
}
