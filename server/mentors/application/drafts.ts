/**
 * Drafts of applications: saved as one types, as typed, until they are submitted. One per account, on any device. What
 * is typed while signed out is kept in the browser (`server/accounts/drafts.ts`).
 */
import { besideApplication } from '#domain/mentors/typed-application'
import { err, ok, type Result } from '#domain/result'
import type { App } from '#server/context'
import { findDraft, writeDraft } from '#server/mentors/application/drafts-queries'

/** By name of field. */
type Typed = Record<string, string>

/** More than the form has; the rest is no part of it. */
const MAX_FIELDS = 160
const MAX_FIELD_LENGTH = 6_000 // Characters, beyond every field's own limit.
const FIELD = /^[\w.-]{1,60}$/

/** `changed`: saved in another tab or on another device since; its fields are those of now. */
type SaveDraftError = { code: 'changed'; version: number; fields: Typed }

/**
 * Saves what was typed. `version`: of the draft that the form was filled from; null without one.
 *
 * @returns the new version, which the form sends the next time.
 */
export async function saveApplicationDraft(
  app: App,
  accountId: string,
  typed: Typed,
  version: number | null,
): Promise<Result<{ version: number; savedAt: Date }, SaveDraftError>> {
  const now = app.now()
  const present = await findDraft(app.db, accountId)
  const fields = { ...besideApplication(present?.fields ?? {}), ...keptFields(typed) }
  const saved = await writeDraft(app.db, { accountId, fields, version, now })
  if (saved !== undefined) return ok({ version: saved, savedAt: now })
  if (!present) {
    // Submitted or discarded meanwhile: what is typed now begins a new one.
    const begun = await writeDraft(app.db, { accountId, fields: keptFields(typed), version: null, now })
    if (begun !== undefined) return ok({ version: begun, savedAt: now })
  }
  const newest = await findDraft(app.db, accountId)
  return err({ code: 'changed', version: newest?.version ?? 0, fields: newest?.fields ?? {} })
}

/** The form's fields, cut to what it can hold. Text that PostgreSQL refuses in JSON is left out. */
function keptFields(typed: Typed): Typed {
  const kept = Object.entries(typed)
    .filter(
      ([name, value]) => FIELD.test(name) && name !== '__proto__' && value.isWellFormed() && !value.includes('\0'),
    )
    .slice(0, MAX_FIELDS)
    .map(([name, value]) => [
      name,
      value.length > MAX_FIELD_LENGTH ? [...value].slice(0, MAX_FIELD_LENGTH).join('') : value,
    ])
  return Object.fromEntries(kept) as Typed
}
