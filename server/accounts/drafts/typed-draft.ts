/**
 * Drafts of long forms in an account: saved as one types, as typed, until they are sent. One of each form per account, on
 * any device. What is typed while signed out is kept in the browser (`drafts.ts`).
 */
import { err, ok, type Result } from '#domain/result'

/** By name of field. */
type Typed = Record<string, string>

/** More than any of our forms has; the rest is no part of one. */
const MAX_FIELDS = 160
const MAX_FIELD_LENGTH = 6_000 // Characters, beyond every field's own limit.
const FIELD = /^[\w.-]{1,60}$/

/** `changed`: saved in another tab or on another device since; its fields are those of now. */
export type SaveDraftError = { code: 'changed'; version: number; fields: Typed }

/** Where a form's drafts are. `write` returns the new version, undefined unless `version` is the present one (null: none). */
type DraftStore = {
  find: () => Promise<{ fields: Typed; version: number } | undefined>
  write: (draft: { fields: Typed; version: number | null }) => Promise<number | undefined>
}

/**
 * Saves what was typed. `version`: of the draft that the form was filled from; null without one. `beside`: what a draft
 * keeps that the form does not have.
 *
 * @returns the new version, which the form sends the next time.
 */
export async function saveTypedDraft(
  store: DraftStore,
  typed: Typed,
  version: number | null,
  beside: (fields: Typed) => Typed = () => ({}),
): Promise<Result<{ version: number }, SaveDraftError>> {
  const present = await store.find()
  const fields = { ...beside(present?.fields ?? {}), ...keptFields(typed) }
  const saved = await store.write({ fields, version })
  if (saved !== undefined) return ok({ version: saved })
  if (!present) {
    // Sent or discarded meanwhile: what is typed now begins a new one.
    const begun = await store.write({ fields: keptFields(typed), version: null })
    if (begun !== undefined) return ok({ version: begun })
  }
  const newest = await store.find()
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
