/** The owner of an imported record takes it over, by a link that works once. */
import { randomUUID } from 'node:crypto'
import { findMissingFields, isUnclaimed, requestMissing, statusAfterClaim } from '#domain/mentors/import/claim'
import type { MentorStatus } from '#domain/mentors/mentor-status'
import { storedText } from '#domain/product-text'
import { err, ok, type Result } from '#domain/result'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { lockAccount } from '#server/accounts/queries'
import { hashToken } from '#server/accounts/sign-in/links'
import type { App } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import { reviewDeadline } from '#server/mentors/application/submit'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { mentorEvent } from '#server/mentors/audit'
import { findLinkByToken, setOwner, useClaimLink } from '#server/mentors/claim/claim-links-queries'
import { findImportedMentor } from '#server/mentors/import/import-queries'
import { queueMentorMail } from '#server/mentors/mails/queue-mail'
import { findRecord, type MentorRecord } from '#server/mentors/record/content-queries'
import { setStatus } from '#server/mentors/record/status-queries'
import { insertSubmission } from '#server/mentors/review/submissions-queries'
import { recordMentorAccepted } from '#server/platform/events/record-event'

/**
 * `link_over`: it was followed, replaced, is too old or never existed. `has_record`: this account has a record, and one
 * person has one.
 */
export type ClaimError = { code: 'link_over' } | { code: 'has_record' }

/** Whose record a link opens; null if it can no longer be followed. Reading does not use it up. */
export async function readClaimLink(app: App, token: string) {
  const link = await findLinkByToken(app.db, hashToken(token), app.now())
  return link ? { name: link.name, role: link.role, location: link.location } : null
}

/** Gives the record to the account of the person signed in. Of two people at once one gets it, whole. */
export function claimRecord(
  app: App,
  actor: Actor,
  token: string,
): Promise<Result<{ mentorId: string; status: MentorStatus; slug: string }, ClaimError>> {
  const now = app.now()
  return transact(app.db, async (tx) => {
    const account = await lockAccount(tx, actor.session.accountId)
    if (!(await findLinkByToken(tx, hashToken(token), now))) return err({ code: 'link_over' } as const)
    if (await findRecord(tx, { account: account.id })) return err({ code: 'has_record' } as const)
    const link = await useClaimLink(tx, hashToken(token), now)
    const record = link && (await findRecord(tx, { id: link.mentorId }, { lock: true }))
    if (!record || record.accountId) return err({ code: 'link_over' } as const)
    await setOwner(tx, record.id, account.id, now)
    const status = await leaveHiding(app, tx, record)
    const change = { before: { status: record.status }, after: { status } }
    await recordAuditEvent(tx, mentorEvent(app, toAuditActor(actor), 'mentor.claimed', record.id, change))
    return ok({ mentorId: record.id, status, slug: record.slug })
  })
}

/** Moves a record that was hidden until its claim to where it belongs. One that an admin has decided about stays there. */
async function leaveHiding(app: App, tx: Db, record: MentorRecord): Promise<MentorStatus> {
  if (record.status !== 'paused' || !isUnclaimed(record.statusReason)) return record.status
  const now = app.now()
  const imported = await findImportedMentor(tx, record.id)
  const to = statusAfterClaim(imported?.statusBefore ?? 'pending', record.content)
  const change = { from: record.status, to, reason: '', by: 'mentor', at: now } as const
  if (!(await setStatus(tx, record.id, change))) throw new Error('The status of a locked mentor changed')
  if (to === 'accepted') {
    await queueMentorMail(app, tx, record.id, 'accepted', { message: storedText('claimed') })
    await recordMentorAccepted(app, tx, { id: record.id, slug: record.slug, version: 'claim' })
    return to
  }
  const requests = requestMissing(findMissingFields(record.content))
  const message = storedText('incomplete')
  const isIncomplete = to === 'changes_requested'
  await insertSubmission(tx, {
    id: randomUUID(),
    mentorId: record.id,
    content: JSON.stringify(record.content),
    before: null,
    submittedAt: now,
    changedAt: now,
    decision: isIncomplete ? 'changes_requested' : null,
    decidedAt: isIncomplete ? now : null,
    decidedBy: null,
    ...(isIncomplete && { message, requests: JSON.stringify(requests) }),
  })
  if (isIncomplete) await queueMentorMail(app, tx, record.id, 'changes_requested', { message, requests })
  else await queueMentorMail(app, tx, record.id, 'received', { answerBy: reviewDeadline(app, now) })
  return to
}
