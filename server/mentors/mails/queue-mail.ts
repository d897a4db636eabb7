/** Queues a mail to a mentor about their record. It is sent by `write-mail.ts`. */
import { randomUUID } from 'node:crypto'
import type { App } from '#server/context'
import type { Db } from '#server/db/connect'
import type { MentorMailFacts, MentorMailKind } from '#server/db/mentor-tables'
import { insertMentorMail } from '#server/mentors/mails/mentor-mails-queries'

/** Call it in the transaction that makes the change. */
export async function queueMentorMail(
  app: Pick<App, 'now' | 'queue'>,
  tx: Db,
  mentorId: string,
  kind: MentorMailKind,
  facts: MentorMailFacts = {},
): Promise<void> {
  const id = randomUUID()
  await insertMentorMail(tx, { id, mentorId, kind, facts: JSON.stringify(facts), createdAt: app.now(), sentAt: null })
  await app.queue(tx, 'mentor-mail', { mailId: id })
}
