/** The picture of an application: stored as one chooses it, and part of the draft until that is sent. */
import type { Session } from '#domain/accounts/account'
import { ok, type Result } from '#domain/result'
import { receivePicture, type SavePictureError } from '#server/accounts/pictures/pictures'
import { lockAccount } from '#server/accounts/queries'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'
import { setDraftPortrait } from '#server/mentors/application/drafts-queries'

type Receive = Parameters<typeof receivePicture>[2]

/** Stores an uploaded picture in this account's draft, and makes the draft if there is none. Returns the picture's key. */
export function saveDraftPicture(
  app: App,
  session: Session,
  receive: Receive,
): Promise<Result<string, SavePictureError>> {
  return receivePicture(app, session.accountId, receive, async (key) => {
    await changeDraftPicture(app, session, key)
    return ok(key)
  })
}

/** From then on the picture sent before is shown, or that of the account. */
export const removeDraftPicture = (app: App, session: Session): Promise<void> => changeDraftPicture(app, session, null)

/** The lock is that of sending the application, which would otherwise take over a picture that is being replaced. */
function changeDraftPicture(app: App, session: Session, key: string | null): Promise<void> {
  return transact(app.db, async (tx) => {
    await lockAccount(tx, session.accountId)
    const earlier = await setDraftPortrait(tx, session.accountId, key, app.now())
    if (earlier && earlier !== key) await app.queue(tx, 'remove-picture', { key: earlier })
  })
}
