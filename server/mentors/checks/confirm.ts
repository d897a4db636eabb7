/** An admin confirms what was checked and how, and can take it back. */
import { coveredBy, isAddressCheck, isCheckValid, type CheckKind } from '#domain/mentors/checks'
import { err, ok, type Result } from '#domain/result'
import { recordAuditEvent, type AuditActor } from '#server/accounts/audit-queries'
import { mayDecide, type ConflictOfInterestError } from '#server/accounts/conflicts-of-interest'
import type { App } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { mentorEvent } from '#server/mentors/audit'
import { deleteCheck, findCheck, writeCheck } from '#server/mentors/checks/checks-queries'
import { reviewedContent } from '#server/mentors/checks/reviewed-content'
import { findRecord, type MentorRecord } from '#server/mentors/record/content-queries'

/**
 * `note_required`: say how it was done. `not_proven`: no code was entered, or the record has changed since then. `own`:
 * it is about who checks.
 */
export type ConfirmError = { code: 'not_found' | 'note_required' | 'not_proven' } | ConflictOfInterestError

/** `note`: how it was checked. An address needs none: the code that was entered says how. */
export function confirmCheck(
  app: App,
  actor: Actor,
  mentorId: string,
  { kind, note }: { kind: CheckKind; note: string },
): Promise<Result<null, ConfirmError>> {
  return onRecord(app, actor, mentorId, async (tx, record, auditActor) => {
    const said = note.trim()
    const content = await reviewedContent(tx, record)
    const proven = isAddressCheck(kind) ? await findCheck(tx, mentorId, kind) : undefined
    if (isAddressCheck(kind) && !(proven?.provenAt && isCheckValid(proven, content))) return err({ code: 'not_proven' })
    if (!isAddressCheck(kind) && said === '') return err({ code: 'note_required' })
    await writeCheck(tx, {
      mentorId,
      kind,
      covers: JSON.stringify(coveredBy(kind, content)),
      address: proven?.address ?? null,
      provenAt: proven?.provenAt ?? null,
      note: said,
      checkedAt: app.now(),
      checkedBy: actor.session.accountId,
    })
    const after = { kind, ...(said && { note: said }) }
    await recordAuditEvent(tx, mentorEvent(app, auditActor, 'mentor.check_confirmed', mentorId, { after }))
    return ok(null)
  })
}

/** An address stays proven: only what it proves is taken back. Does nothing if it is not confirmed. */
export function withdrawCheck(
  app: App,
  actor: Actor,
  mentorId: string,
  kind: CheckKind,
): Promise<Result<null, ConfirmError>> {
  return onRecord(app, actor, mentorId, async (tx, _record, auditActor) => {
    const check = await findCheck(tx, mentorId, kind)
    if (!check?.checkedAt) return ok(null)
    const { covers, note, checkedAt, ...proof } = check
    if (check.provenAt)
      await writeCheck(tx, { ...proof, covers: JSON.stringify(covers), note: '', checkedAt: null, checkedBy: null })
    else await deleteCheck(tx, mentorId, kind)
    const before = { kind, note, checkedAt: checkedAt.toISOString() }
    const event = mentorEvent(app, auditActor, 'mentor.check_taken_back', mentorId, { before, after: { kind } })
    await recordAuditEvent(tx, event)
    return ok(null)
  })
}

function onRecord(
  app: App,
  actor: Actor,
  mentorId: string,
  work: (tx: Db, record: MentorRecord, auditActor: AuditActor) => Promise<Result<null, ConfirmError>>,
): Promise<Result<null, ConfirmError>> {
  return transact(app.db, async (tx) => {
    const record = await findRecord(tx, { id: mentorId }, { lock: true })
    if (!record) return err({ code: 'not_found' })
    const decider = await mayDecide(tx, toAuditActor(actor), { accounts: [record.accountId], emails: [] })
    return decider.ok ? work(tx, record, decider.value) : decider
  })
}
