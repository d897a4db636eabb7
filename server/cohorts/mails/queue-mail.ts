/** Queues an email to the proposer of a cohort. `render-mail.ts` writes it when it is sent. */
import type { App } from '#server/context'
import type { Db } from '#server/platform/db/connect'
import type { CohortMailKind } from '#server/platform/db/tables/cohort-tables'
import { queueMail } from '#server/platform/mail/outbox/queue-mail'

/** `message`: the admin's, word for word. `answerBy`: the promised day, YYYY-MM-DD. Call it in the transaction that makes the change. */
export async function queueCohortMail(
  app: Pick<App, 'now' | 'queue'>,
  tx: Db,
  cohortId: string,
  kind: CohortMailKind,
  facts: { message?: string; answerBy?: string } = {},
): Promise<void> {
  await queueMail(app, tx, { about: 'cohort', subject: cohortId, kind, recipient: 'proposer', facts })
}
