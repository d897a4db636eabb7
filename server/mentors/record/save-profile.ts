/**
 * Saving the profile form. One person has one record, of which application and profile are two views: before the
 * application is accepted the profile is saved into it, afterwards into the public record.
 */
import {
  changedFields,
  withoutEarning,
  withProfile,
  type MentorContent,
  type MentorField,
  type ProfileRequest,
} from '#domain/mentors/content'
import { isPublished } from '#domain/mentors/mentor-status'
import { toTypedApplication, typedWithProfile } from '#domain/mentors/typed-application'
import { err, ok, type Result } from '#domain/result'
import { lockAccount } from '#server/accounts/queries'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'
import { findFormDraft, replaceFormDraft } from '#server/accounts/drafts/form-drafts-queries'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { mentorEvent } from '#server/mentors/audit'
import { findRecord, writeContent } from '#server/mentors/record/content-queries'
import { detectTextsLanguage } from '#server/mentors/record/texts-language'
import { editRecord } from '#server/mentors/record/edit'
import { findWaiting, replaceWaiting } from '#server/mentors/review/submissions-queries'
import { spokenLanguages } from '#server/platform/reference/languages'

/**
 * Where it was saved. `draft`: into an application that is not sent. `pending`: into one that waits for review. `live`:
 * into the public record, where changes of the fields in `waiting` wait for review.
 */
export type SavedProfile = { into: 'draft' | 'pending' } | { into: 'live'; waiting: MentorField[] }

/** `suspended`: their record cannot be changed now. */
export type SaveProfileError = { code: 'suspended' }

export async function saveProfile(
  app: App,
  actor: Actor,
  profile: ProfileRequest,
): Promise<Result<SavedProfile, SaveProfileError>> {
  const record = await findRecord(app.db, { account: actor.session.accountId })
  if (record?.status === 'suspended') return err({ code: 'suspended' })
  if (record && isPublished(record.status)) {
    const edited = await editRecord(app, actor, (wanted) => withProfile(wanted, profile))
    if (edited.ok) return ok({ into: 'live', waiting: edited.value.waiting })
  }
  if (await saveIntoPending(app, actor, profile)) return ok({ into: 'pending' })
  await saveIntoDraft(app, actor, profile)
  return ok({ into: 'draft' })
}

/** False when no application waits. */
function saveIntoPending(app: App, actor: Actor, profile: ProfileRequest): Promise<boolean> {
  return transact(app.db, async (tx) => {
    const record = await findRecord(tx, { account: actor.session.accountId }, { lock: true })
    const waiting = record && (await findWaiting(tx, record.id))
    if (!record || !waiting || record.status !== 'pending') return false
    const content: MentorContent = withoutEarning(withProfile(record.content, profile))
    if (changedFields(record.content, content).length === 0) return true
    await writeContent(tx, record.id, content, await detectTextsLanguage(content))
    await replaceWaiting(tx, waiting, content, null, app.now())
    await recordAuditEvent(tx, mentorEvent(app, toAuditActor(actor), 'mentor.application_changed', record.id))
    return true
  })
}

/** A draft begins with what was submitted before, if anything was. */
function saveIntoDraft(app: App, actor: Actor, profile: ProfileRequest): Promise<void> {
  return transact(app.db, async (tx) => {
    const { id: accountId } = await lockAccount(tx, actor.session.accountId)
    const draft = await findFormDraft(tx, 'application', accountId)
    const drafted = draft && Object.keys(draft.fields).length > 0 ? draft.fields : null // Not just a picture.
    const record = drafted ? undefined : await findRecord(tx, { account: accountId })
    const typed = drafted ?? (record ? toTypedApplication(record.content, spokenLanguages(record.content)) : {})
    await replaceFormDraft(tx, 'application', { accountId, fields: typedWithProfile(typed, profile), now: app.now() })
  })
}
