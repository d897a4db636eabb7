/** Edits of a public mentor's record: some fields wait for review while the old version stays public (`REVIEWED_FIELDS`). */
import { randomUUID } from 'node:crypto'
import {
  changedFields,
  liveContent,
  withoutEarning,
  type MentorContent,
  type MentorField,
} from '#domain/mentors/content'
import { isPublished } from '#domain/mentors/mentor-status'
import { err, ok, type Result } from '#domain/result'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import type { App } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { mentorEvent } from '#server/mentors/audit'
import { placeMoves } from '#server/mentors/places/move-places'
import { findRecord, writeContent, type MentorRecord } from '#server/mentors/record/content-queries'
import { detectTextsLanguage } from '#server/mentors/record/texts-language'
import {
  decideSubmission,
  findWaiting,
  insertSubmission,
  replaceWaiting,
} from '#server/mentors/review/submissions-queries'

/** `live`: fields that changed at once. `waiting`: fields whose new values wait for review. */
export type Edited = { live: MentorField[]; waiting: MentorField[] }

/** `not_public`: there is no public record to edit. */
export type EditError = { code: 'not_public' }

/**
 * Changes the record of a signed-in mentor. `change` gets the content as its owner wants it, with what already waits
 * for review, and returns the content as it is to become.
 */
export async function editRecord(
  app: App,
  actor: Actor,
  change: (wanted: MentorContent) => MentorContent,
): Promise<Result<Edited, EditError>> {
  const edited = await transact(app.db, async (tx): Promise<Result<Edited, EditError>> => {
    const record = await findRecord(tx, { account: actor.session.accountId }, { lock: true })
    if (!record || !isPublished(record.status)) return err({ code: 'not_public' })
    const open = await findWaiting(tx, record.id)
    const wanted = withoutEarning(change(open?.content ?? record.content))
    const live = withoutEarning(liveContent(record.content, wanted))
    const changed = changedFields(record.content, live)
    if (changed.length > 0) await writeContent(tx, record.id, live, await detectTextsLanguage(live))
    const waiting = changedFields(live, wanted)
    const waits = await submitEdit(app, tx, record, { open, live, wanted, waiting })
    if (changed.length > 0 || waits)
      await recordAuditEvent(
        tx,
        mentorEvent(app, toAuditActor(actor), 'mentor.profile_changed', record.id, {
          after: { live: changed, waiting },
        }),
      )
    return ok({ live: changed, waiting })
  })
  if (edited.ok && edited.value.live.includes('moves')) await placeMoves(app)
  return edited
}

/** Writes, changes or ends the edit that waits for review. False if nothing about it changed. */
async function submitEdit(
  app: App,
  tx: Db,
  record: MentorRecord,
  edit: {
    open: Awaited<ReturnType<typeof findWaiting>>
    live: MentorContent
    wanted: MentorContent
    waiting: MentorField[]
  },
): Promise<boolean> {
  const { open, live, wanted, waiting } = edit
  const now = app.now()
  if (open) {
    if (waiting.length === 0) {
      const withdrawn = { decision: 'withdrawn', by: null, at: now, message: '', requests: {} } as const
      await decideSubmission(tx, open.id, withdrawn)
      return true
    }
    if (changedFields(open.content, wanted).length === 0) return false
    await replaceWaiting(tx, open, wanted, live, now)
    return true
  }
  if (waiting.length === 0) return false
  await insertSubmission(tx, {
    id: randomUUID(),
    mentorId: record.id,
    content: JSON.stringify(wanted),
    before: JSON.stringify(live),
    submittedAt: now,
    changedAt: now,
    decision: null,
    decidedAt: null,
    decidedBy: null,
  })
  return true
}
