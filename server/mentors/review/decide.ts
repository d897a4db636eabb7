/** An admin decides about what waits for review: an application, or an edit of a public profile. */
import { changedFields } from '#domain/mentors/content'
import { nextMentorStatus, type MentorEvent } from '#domain/mentors/mentor-status'
import { err, ok, type Result } from '#domain/result'
import { findAccount } from '#server/accounts/queries'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { mayDecide, type ConflictOfInterestError } from '#server/accounts/conflicts-of-interest'
import type { App } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import type { FieldRequests, MentorMailKind, SubmissionDecision } from '#server/platform/db/tables/mentor-tables'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { mentorEvent } from '#server/mentors/audit'
import { queueMentorMail } from '#server/mentors/mails/queue-mail'
import { placeMoves } from '#server/mentors/places/move-places'
import { findRecord, writeContent, type MentorRecord } from '#server/mentors/record/content-queries'
import { detectTextsLanguage } from '#server/mentors/record/texts-language'
import { changeSlug, freeSlug, slugOfName } from '#server/mentors/record/slugs-queries'
import { setStatus } from '#server/mentors/record/status-queries'
import { recordMentorAccepted } from '#server/platform/events/record-event'
import { decideSubmission, findMentorOfSubmission, lockSubmission } from '#server/mentors/review/submissions-queries'

/** `version`: of the submission that the admin has read. `message`: emailed word for word. */
export type Decision = {
  submissionId: string
  version: number
  decision: Exclude<SubmissionDecision, 'withdrawn'>
  message: string
  requests: FieldRequests
}

/**
 * `decided`: another admin decided first; `by` is their name, null for the mentor. `changed`: the mentor changed it after it was
 * read. `own`: it is about who decides.
 */
export type DecideError =
  | { code: 'not_found' }
  | { code: 'reason_required' }
  | { code: 'nothing_requested' }
  | ConflictOfInterestError
  | { code: 'decided'; decision: SubmissionDecision; by: string | null; at: Date }
  | { code: 'changed'; at: Date }

const EVENTS = {
  accepted: 'accept',
  rejected: 'reject',
  changes_requested: 'request_changes',
} as const satisfies Record<Decision['decision'], MentorEvent>

/** If several admins decide at once, one wins; the others see who decided and when. */
export async function decide(app: App, actor: Actor, decision: Decision): Promise<Result<null, DecideError>> {
  const message = decision.message.trim()
  if (decision.decision === 'rejected' && message === '') return err({ code: 'reason_required' })
  if (decision.decision === 'changes_requested' && message === '' && Object.keys(decision.requests).length === 0)
    return err({ code: 'nothing_requested' })
  const decided = await transact(app.db, (tx) => decideInside(app, tx, actor, { ...decision, message }))
  if (decided.ok && decision.decision === 'accepted') await placeMoves(app)
  return decided
}

async function decideInside(app: App, tx: Db, actor: Actor, decision: Decision): Promise<Result<null, DecideError>> {
  const record = await lockRecordBySubmission(tx, decision.submissionId)
  const submission = record && (await lockSubmission(tx, decision.submissionId))
  if (!submission) return err({ code: 'not_found' })
  if (submission.decision !== null) {
    const decider = submission.decidedBy ? await findAccount(tx, submission.decidedBy) : undefined
    return err({
      code: 'decided',
      decision: submission.decision,
      by: decider?.name ?? null,
      at: submission.decidedAt ?? app.now(),
    })
  }
  if (submission.version !== decision.version) return err({ code: 'changed', at: submission.changedAt })
  const decider = await mayDecide(tx, toAuditActor(actor), { accounts: [record.accountId], emails: [] })
  if (!decider.ok) return decider

  const { decision: outcome, message, requests } = decision
  const now = app.now()
  await decideSubmission(tx, submission.id, {
    decision: outcome,
    by: actor.session.accountId,
    at: now,
    message,
    requests: outcome === 'changes_requested' ? requests : {},
  })
  const isEdit = submission.before !== null
  if (isEdit && outcome === 'accepted') await publishEdit(tx, record, submission.content)
  // One of the two is shown no more.
  if (isEdit)
    for (const key of new Set([record.content.portrait, submission.content.portrait]))
      if (key) await app.queue(tx, 'remove-picture', { key })
  if (!isEdit) await changeStatus(app, tx, record, EVENTS[outcome], outcome === 'rejected' ? message : '')
  if (!isEdit && outcome === 'accepted')
    await recordMentorAccepted(app, tx, { id: record.id, slug: record.slug, version: submission.id })
  await recordAuditEvent(
    tx,
    mentorEvent(app, decider.value, `mentor.${isEdit ? 'edit_' : ''}${outcome}`, record.id, {
      after: {
        submission: submission.id,
        ...(message && { message }),
        ...(outcome === 'changes_requested' && { requests }),
        ...(isEdit && submission.before && { fields: changedFields(submission.before, submission.content) }),
      },
    }),
  )
  const kind: MentorMailKind = isEdit ? `edit_${outcome}` : outcome
  await queueMentorMail(app, tx, record.id, kind, {
    ...(message && { message }),
    ...(outcome === 'changes_requested' && { requests }),
  })
  return ok(null)
}

/** The mentor's row is locked before the submission's, as by a mentor who submits, so that neither waits for the other. */
async function lockRecordBySubmission(tx: Db, submissionId: string): Promise<MentorRecord | undefined> {
  const mentorId = await findMentorOfSubmission(tx, submissionId)
  return mentorId === undefined ? undefined : findRecord(tx, { id: mentorId }, { lock: true })
}

/** The name in the address follows the name; the earlier address leads to the new one. */
async function publishEdit(tx: Db, record: MentorRecord, content: MentorRecord['content']): Promise<void> {
  await writeContent(tx, record.id, content, await detectTextsLanguage(content))
  if (slugOfName(content.name) !== slugOfName(record.content.name))
    await changeSlug(tx, record, await freeSlug(tx, content.name, record.id), { keep: true })
}

async function changeStatus(app: App, tx: Db, record: MentorRecord, event: MentorEvent, reason: string): Promise<void> {
  const to = nextMentorStatus(record.status, event, 'admin')
  if (!to) throw new Error(`A submission waits of a mentor who is ${record.status}`)
  const change = { from: record.status, to, reason, by: 'admin', at: app.now() } as const
  if (!(await setStatus(tx, record.id, change))) throw new Error('The status of a locked mentor changed')
}
