/** The details of an account: name, picture, zone, destination. Each change is an audit event. */
import type { Session } from '#domain/accounts/account'
import { err, ok, type Result } from '#domain/result'
import type { App } from '#server/context'
import { listCountries } from '#server/reference/countries'
import { lockAccount, updateAccount } from '#server/accounts/queries'
import { countAttempt } from '#server/accounts/sign-in/attempts-queries'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { isOutage, transact } from '#server/db/connect'
import { removePicture, storePicture, type PictureError } from '#server/storage/pictures'
import type { Upload, UploadError } from '#server/http/upload'
import { accountActor, accountEvent } from '#server/accounts/audit'
import type { Client } from '#domain/accounts/client'

type Details = { name: string; timeZone: string | null; destination: string | null }
export type SaveDetailsError = { code: 'unknown_country' }

/** What the audit log calls them. Its entries are kept for years, so a field keeps its name. */
const COLUMNS = { name: 'name', timeZone: 'time_zone', destination: 'destination' }

/** Saves and records the fields that have changed. Does nothing if none has. */
export async function saveDetails(
  app: App,
  session: Session,
  { name, timeZone, destination }: Details,
  client: Client,
): Promise<Result<null, SaveDetailsError>> {
  if (destination && !listCountries().some(({ code }) => code === destination)) return err({ code: 'unknown_country' })
  await transact(app.db, async (tx) => {
    const account = await lockAccount(tx, session.accountId)
    const wanted = { name, timeZone, destination }
    const changed = (['name', 'timeZone', 'destination'] as const).filter((field) => wanted[field] !== account[field])
    if (changed.length === 0) return
    await updateAccount(tx, session.accountId, { ...wanted, updatedAt: app.now() })
    const before = Object.fromEntries(changed.map((field) => [COLUMNS[field], account[field]]))
    const after = Object.fromEntries(changed.map((field) => [COLUMNS[field], wanted[field]]))
    const actor = accountActor(session.accountId, client)
    await recordAuditEvent(
      tx,
      accountEvent(app, actor, 'account.details_changed', session.accountId, { before, after }),
    )
  })
  return ok(null)
}

/** Per account and hour, because each upload takes a second of processor time. */
const MAX_PICTURES = 20

/** `already_uploading`: this account is uploading another picture. `retryAfter` in seconds. */
export type SavePictureError =
  | PictureError
  | UploadError
  | { code: 'already_uploading' }
  | { code: 'too_many'; retryAfter: number }

/** Accounts that are uploading a picture to this process. */
const uploading = new Set<string>()

/**
 * Receives a picture and replaces the earlier one, whose files a job removes. `receive` reads the upload; it is called
 * only after the limits are checked and if a picture process is free.
 */
export async function savePicture(
  app: App,
  session: Session,
  receive: () => Promise<Result<Upload, UploadError>>,
  client: Client,
): Promise<Result<null, SavePictureError>> {
  if (uploading.has(session.accountId)) return err({ code: 'already_uploading' })
  uploading.add(session.accountId)
  try {
    return await receiveOnePicture(app, session, receive, client)
  } finally {
    uploading.delete(session.accountId)
  }
}

async function receiveOnePicture(
  app: App,
  session: Session,
  receive: () => Promise<Result<Upload, UploadError>>,
  client: Client,
): Promise<Result<null, SavePictureError>> {
  if (app.pictures.isBusy()) return err({ code: 'busy' })
  const now = app.now()
  const { count, until } = await countAttempt(app.db, `picture of ${session.accountId}`, 60, now)
  if (count > MAX_PICTURES) {
    return err({ code: 'too_many', retryAfter: Math.max(Math.ceil((until.getTime() - now.getTime()) / 1_000), 1) })
  }
  const upload = await receive()
  if (!upload.ok) return upload
  const stored = await storePicture(app, upload.value.path).finally(upload.value.remove)
  if (!stored.ok) return stored
  try {
    await changePicture(app, session, stored.value.key, client)
  } catch (error) {
    // A commit whose confirmation was lost may name these files, and a picture without files is worse than files alone.
    if (!isOutage(error)) await removePicture(app.storage, stored.value.key)
    throw error
  }
  return ok(null)
}

export async function removeOwnPicture(app: App, session: Session, client: Client): Promise<void> {
  await changePicture(app, session, null, client)
}

/**
 * A job removes the earlier picture's files: after the commit, so that no page names a picture that is gone, and also if
 * the process or the store fails meanwhile.
 */
async function changePicture(app: App, session: Session, key: string | null, client: Client): Promise<void> {
  await transact(app.db, async (tx) => {
    const { picture } = await lockAccount(tx, session.accountId)
    if (picture === key) return
    await updateAccount(tx, session.accountId, { picture: key, updatedAt: app.now() })
    const change = { before: { picture }, after: { picture: key } }
    const actor = accountActor(session.accountId, client)
    await recordAuditEvent(tx, accountEvent(app, actor, 'account.picture_changed', session.accountId, change))
    if (picture) await app.queue(tx, 'remove-picture', { key: picture })
  })
}
