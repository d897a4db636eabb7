/**
 * A code of the operator's that mentors would bear works only for those who have agreed to it (decision 0073). They get an email, and
 * answer at their desk.
 */
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import type { App } from '#server/context'
import { listUnanswered, setAgreement } from '#server/discounts/agreements-queries'
import { mentorEvent } from '#server/mentors/audit'
import { queueMentorMail } from '#server/mentors/mails/queue-mail'
import { transact, type Db } from '#server/platform/db/connect'

/** Emails each mentor once: an email about a code, or a batch, that a mentor already got is not queued again. */
export async function queueAgreementMails(
  app: Pick<App, 'now' | 'queue'>,
  tx: Db,
  which: { id: string } | { batch: string },
): Promise<void> {
  for (const { mentorId, codeId, subject } of await listUnanswered(tx, which))
    await queueMentorMail(app, tx, mentorId, 'discount_agreement', { codeId }, subject)
}

/**
 * A mentor accepts to bear a code, or declines. An answer can be changed at any time; bookings that were made with the code keep
 * their price.
 *
 * @returns false if there is no such code, or this mentor would not bear its discount.
 */
export function answerCode(
  app: Pick<App, 'db' | 'now'>,
  actor: Actor & { session: { mentorId: string } },
  { codeId, agrees }: { codeId: string; agrees: boolean },
): Promise<boolean> {
  const { mentorId } = actor.session
  return transact(app.db, async (tx) => {
    const answered = await setAgreement(tx, mentorId, { codeId, agrees })
    if (!answered) return false
    const [{ code, batch, before }, agreement] = [answered, agrees ? 'accepted' : 'declined']
    if (before === agreement) return true // Pressed twice.
    const change = { before: { agreement: before }, after: { agreement, ...(batch === null ? { code } : { batch }) } }
    const event = mentorEvent(app, toAuditActor(actor), `mentor.discount_code_${agreement}`, mentorId, change)
    await recordAuditEvent(tx, event)
    return true
  })
}
