/** Drafts of applications, in the account of who writes one. */
import { besideApplication } from '#domain/mentors/typed-application'
import { ok, type Result } from '#domain/result'
import { saveTypedDraft, type SaveDraftError } from '#server/accounts/drafts/typed-draft'
import type { App } from '#server/context'
import { findDraft, writeDraft } from '#server/mentors/application/drafts-queries'

/**
 * Saves what was typed. `version`: of the draft that the form was filled from; null without one.
 *
 * @returns the new version, which the form sends the next time.
 */
export async function saveApplicationDraft(
  app: App,
  accountId: string,
  typed: Record<string, string>,
  version: number | null,
): Promise<Result<{ version: number; savedAt: Date }, SaveDraftError>> {
  const now = app.now()
  const store = {
    find: () => findDraft(app.db, accountId),
    write: (draft: { fields: Record<string, string>; version: number | null }) =>
      writeDraft(app.db, { accountId, now, ...draft }),
  }
  const saved = await saveTypedDraft(store, typed, version, besideApplication)
  return saved.ok ? ok({ ...saved.value, savedAt: now }) : saved
}
