/** Drafts of proposals, kept in the proposer's account: what was typed, and the picture. */
import type { Session } from '#domain/accounts/account'
import { ok, type Result } from '#domain/result'
import { receivePicture, type SavePictureError } from '#server/accounts/pictures/pictures'
import { lockAccount } from '#server/accounts/queries'
import { saveTypedDraft, type SaveDraftError } from '#server/accounts/drafts/typed-draft'
import { findDraft, setDraftPicture, writeDraft } from '#server/cohorts/drafts-queries'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'

/**
 * Saves what was typed. `version`: of the draft that the form was filled from; null without one.
 *
 * @returns the new version, which the form sends the next time.
 */
export async function saveCohortDraft(
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
  const saved = await saveTypedDraft(store, typed, version)
  return saved.ok ? ok({ ...saved.value, savedAt: now }) : saved
}

/** Stores an uploaded picture in the account's draft, and makes the draft if there is none. Returns the picture's key. */
export function saveDraftPicture(
  app: App,
  session: Session,
  receive: Parameters<typeof receivePicture>[2],
): Promise<Result<string, SavePictureError>> {
  return receivePicture(app, session.accountId, receive, async (key) => {
    await changeDraftPicture(app, session, key)
    return ok(key)
  })
}

/** From then on the picture sent before is shown, if there is one. */
export const removeDraftPicture = (app: App, session: Session): Promise<void> => changeDraftPicture(app, session, null)

/** The lock is that of sending the proposal, which would otherwise take over a picture that is being replaced. */
function changeDraftPicture(app: App, session: Session, key: string | null): Promise<void> {
  return transact(app.db, async (tx) => {
    await lockAccount(tx, session.accountId)
    const earlier = await setDraftPicture(tx, session.accountId, key, app.now())
    if (earlier && earlier !== key) await app.queue(tx, 'remove-picture', { key: earlier })
  })
}
