/** Queues an email to a mentor about their record. `render-mail.ts` writes it when it is sent. */
import type { App } from '#server/context'
import type { Db } from '#server/platform/db/connect'
import type { MentorMailFacts, MentorMailKind } from '#server/platform/db/tables/mentor-tables'
import { queueMail } from '#server/platform/mail/outbox/queue-mail'

/** Call it in the transaction that makes the change. `version`: of what it reports, if that may be found more than once. */
export async function queueMentorMail(
  app: Pick<App, 'now' | 'queue'>,
  tx: Db,
  mentorId: string,
  kind: MentorMailKind,
  facts: MentorMailFacts = {},
  version?: string,
): Promise<void> {
  const mail = { about: 'mentor' as const, subject: mentorId, kind, recipient: 'mentor', facts }
  await queueMail(app, tx, { ...mail, ...(version !== undefined && { version }) })
}
