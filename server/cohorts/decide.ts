/** An admin decides about a proposed cohort. */
import { isWaiting, type CohortDecision, type CohortStatus } from '#domain/cohorts/cohort-status'
import { err, ok, type Result } from '#domain/result'
import { findAccount } from '#server/accounts/queries'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { mayDecide, type ConflictOfInterestError } from '#server/accounts/conflicts-of-interest'
import { cohortEvent } from '#server/cohorts/audit'
import { queueCohortMail } from '#server/cohorts/mails/queue-mail'
import { findCohort, setCohortDecision } from '#server/cohorts/queries'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'
import { toAuditActor, type Actor } from '#server/accounts/audit'

/** `version`: of the proposal that the admin has read. `message`: emailed word for word. */
export type Decision = { cohortId: string; version: number; decision: CohortDecision; message: string }

/**
 * `message_required`: a rejection says why, a request for changes says which. `decided`: another admin decided first; `by` is
 * their name. `changed`: the proposer changed it after it was read. `own`: it is about who decides.
 */
export type DecideError =
  | { code: 'not_found' }
  | { code: 'message_required' }
  | ConflictOfInterestError
  | { code: 'decided'; status: CohortStatus; by: string | null; at: Date }
  | { code: 'changed'; at: Date }

/** If several admins decide at once, one wins; the others see who decided and when. */
export async function decideCohort(app: App, actor: Actor, decision: Decision): Promise<Result<null, DecideError>> {
  const { cohortId, version, decision: outcome } = decision
  const message = decision.message.trim()
  if (outcome !== 'accepted' && message === '') return err({ code: 'message_required' })
  return transact(app.db, async (tx): Promise<Result<null, DecideError>> => {
    const cohort = await findCohort(tx, cohortId, { lock: true })
    if (!cohort) return err({ code: 'not_found' })
    const { status } = cohort
    if (!isWaiting(status)) {
      const decider = cohort.decidedBy ? await findAccount(tx, cohort.decidedBy) : undefined
      return err({ code: 'decided', status, by: decider?.name ?? null, at: cohort.statusSince })
    }
    if (cohort.version !== version) return err({ code: 'changed', at: cohort.changedAt })
    const decider = await mayDecide(tx, toAuditActor(actor), { accounts: [cohort.accountId], emails: [] })
    if (!decider.ok) return decider

    await setCohortDecision(tx, cohort, { decision: outcome, by: actor.session.accountId, at: app.now(), message })
    const event = cohortEvent(app, actor, `cohort.${outcome}`, cohortId, {
      before: { status },
      after: { status: outcome, ...(message && { message }) },
    })
    await recordAuditEvent(tx, { ...event, actor: decider.value })
    await queueCohortMail(app, tx, cohortId, outcome, message ? { message } : {})
    return ok(null)
  })
}
