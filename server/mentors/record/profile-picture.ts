/** The picture of a mentor's profile. Of a public mentor a new one waits for review while the earlier one is shown. */
import { isPublished } from '#domain/mentors/mentor-status'
import { ok, type Result } from '#domain/result'
import { receivePicture, type SavePictureError } from '#server/accounts/pictures/pictures'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'
import { saveDraftPicture } from '#server/accounts/drafts/form-drafts'
import type { Actor } from '#server/accounts/audit'
import { findRecord } from '#server/mentors/record/content-queries'
import { editRecord } from '#server/mentors/record/edit'
import { findWaiting } from '#server/mentors/review/submissions-queries'

type Receive = Parameters<typeof receivePicture>[2]

/** Where it was saved: into the application's draft, or into the public record, where it waits for review. */
type SavedPicture = 'draft' | 'review'

/** `receive` reads the upload, after the limits of pictures are checked. */
export async function saveProfilePicture(
  app: App,
  actor: Actor,
  receive: Receive,
): Promise<Result<SavedPicture, SavePictureError>> {
  const { session } = actor
  const record = await findRecord(app.db, { account: session.accountId })
  if (!record || !isPublished(record.status)) {
    const saved = await saveDraftPicture(app, 'application', session, receive)
    return saved.ok ? ok('draft') : saved
  }
  return receivePicture(app, session.accountId, receive, async (portrait) => {
    const replaced = (await findWaiting(app.db, record.id))?.content.portrait
    const edited = await editRecord(app, actor, (wanted) => ({ ...wanted, portrait }))
    if (!edited.ok) throw new Error('The record of a mentor is no longer public')
    if (replaced) await transact(app.db, (tx) => app.queue(tx, 'remove-picture', { key: replaced }))
    return ok('review' as const)
  })
}
