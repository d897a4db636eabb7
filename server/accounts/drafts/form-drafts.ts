/**
 * Drafts of long forms in an account: saved as one types, as typed, until they are submitted. One of each form per account,
 * on any device. What is typed while signed out is kept in the browser (`drafts.ts`).
 */
import type { Session } from '#domain/accounts/account'
import { err, ok, type Result } from '#domain/result'
import {
  findFormDraft,
  setFormDraftPicture,
  writeFormDraft,
  type DraftForm,
} from '#server/accounts/drafts/form-drafts-queries'
import { receivePicture, type SavePictureError } from '#server/accounts/pictures/pictures'
import { lockAccount } from '#server/accounts/queries'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'

/** By field name. */
type Typed = Record<string, string>

/** More than any of our forms has; the rest is no part of one. */
const MAX_FIELDS = 160
const MAX_FIELD_LENGTH = 6_000 // Characters, beyond every field's own limit.
const FIELD = /^[\w.-]{1,60}$/

/** `changed`: saved in another tab or on another device since; its fields are those of now. */
type SaveDraftError = { code: 'changed'; version: number; fields: Typed }

/**
 * Saves what was typed. `version`: of the draft that the form was filled from; null without one. `beside`: what a draft
 * keeps that the form does not have.
 *
 * @returns the new version, which the form sends the next time.
 */
export async function saveFormDraft(
  app: App,
  form: DraftForm,
  { accountId, typed, version }: { accountId: string; typed: Typed; version: number | null },
  beside: (fields: Typed) => Typed = () => ({}),
): Promise<Result<{ version: number; savedAt: Date }, SaveDraftError>> {
  const now = app.now()
  const write = (fields: Typed, known: number | null) =>
    writeFormDraft(app.db, form, { accountId, fields, version: known, now })
  const fields = keptFields(typed)
  const present = await findFormDraft(app.db, form, accountId)
  const saved = await write({ ...beside(present?.fields ?? {}), ...fields }, version)
  if (saved !== undefined) return ok({ version: saved, savedAt: now })
  if (!present) {
    const begun = await write(fields, null) // Submitted or discarded meanwhile: what is typed now begins a new one.
    if (begun !== undefined) return ok({ version: begun, savedAt: now })
  }
  const newest = await findFormDraft(app.db, form, accountId)
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

/** Stores an uploaded picture in the account's draft, and creates the draft if there is none. Returns the picture's key. */
export function saveDraftPicture(
  app: App,
  form: DraftForm,
  session: Session,
  receive: Parameters<typeof receivePicture>[2],
): Promise<Result<string, SavePictureError>> {
  return receivePicture(app, session.accountId, receive, async (key) => {
    await changeDraftPicture(app, form, session, key)
    return ok(key)
  })
}

/** The form then shows the picture that was submitted before, or that of the account. */
export const removeDraftPicture = (app: App, form: DraftForm, session: Session): Promise<void> =>
  changeDraftPicture(app, form, session, null)

/** Submitting the form takes the same lock: otherwise it could take over a picture that is being replaced. */
function changeDraftPicture(app: App, form: DraftForm, { accountId }: Session, key: string | null): Promise<void> {
  return transact(app.db, async (tx) => {
    await lockAccount(tx, accountId)
    const earlier = await setFormDraftPicture(tx, form, { accountId, picture: key, now: app.now() })
    if (earlier && earlier !== key) await app.queue(tx, 'remove-picture', { key: earlier })
  })
}
