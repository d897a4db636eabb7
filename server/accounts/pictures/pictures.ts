/**
 * Pictures that people upload: of accounts, and of applications and mentors.
 *
 *   upload ─▶ limits ─▶ picture process ─▶ row ─▶ files ─▶ pointed at ─ replaced ─▶ job: files, then row, if nothing else does
 *                                           └─ never pointed at ─▶ removed after a day
 *
 * So no file is without a row, and neither stays for long if something fails in between (decision 0018).
 */
import type { Session } from '#domain/accounts/account'
import { err, type Result } from '#domain/result'
import type { App } from '#server/context'
import { countAttempt } from '#server/accounts/sign-in/attempts-queries'
import {
  deletePicture,
  insertPicture,
  isOwnPicture,
  isPictureUsed,
  isPublicPicture,
  listUnusedPictures,
} from '#server/accounts/pictures/pictures-queries'
import { isOutage } from '#server/platform/db/connect'
import type { Upload, UploadError } from '#server/platform/http/upload'
import { removePicture, storePicture, type PictureError } from '#server/platform/storage/pictures'

/** Per account and hour, because each upload takes a second of processor time. */
export const MAX_PICTURES = 20

/** `already_uploading`: this account is uploading another picture. `retryAfter` in seconds. */
export type SavePictureError =
  | PictureError
  | UploadError
  | { code: 'already_uploading' }
  | { code: 'too_many'; retryAfter: number }

/** Accounts that are uploading a picture to this process. */
const uploading = new Set<string>()

type Receive = () => Promise<Result<Upload, UploadError>>

/**
 * Receives a picture of an account and stores it. `receive` reads the upload; it is called only after the limits are
 * checked and if a picture process is free. `use` makes something point at the new key. Throws if the store fails.
 */
export async function receivePicture<Value>(
  app: App,
  accountId: string,
  receive: Receive,
  use: (key: string) => Promise<Result<Value, never>>,
): Promise<Result<Value, SavePictureError>> {
  if (uploading.has(accountId)) return err({ code: 'already_uploading' })
  uploading.add(accountId)
  try {
    return await receiveOnePicture(app, accountId, receive, use)
  } finally {
    uploading.delete(accountId)
  }
}

async function receiveOnePicture<Value>(
  app: App,
  accountId: string,
  receive: Receive,
  use: (key: string) => Promise<Result<Value, never>>,
): Promise<Result<Value, SavePictureError>> {
  if (app.pictures.isBusy()) return err({ code: 'busy' })
  const now = app.now()
  const { count, until } = await countAttempt(app.db, `picture of ${accountId}`, 60, now)
  if (count > MAX_PICTURES) {
    return err({ code: 'too_many', retryAfter: Math.max(Math.ceil((until.getTime() - now.getTime()) / 1_000), 1) })
  }
  const upload = await receive()
  if (!upload.ok) return upload
  const { path, remove } = upload.value
  const stored = await storePicture(app, path, (key) => insertPicture(app.db, key, app.now())).finally(remove)
  if (!stored.ok) return stored
  try {
    return await use(stored.value.key)
  } catch (error) {
    // A commit whose confirmation was lost may name these files, and a picture without files is worse than files alone.
    if (!isOutage(error)) await removePictureIfUnused(app, stored.value.key)
    throw error
  }
}

/**
 * Whom a picture may be shown to: everyone while a public page has it; otherwise `reader` if this one is its owner or an
 * admin. Null if the reader may not see it.
 */
export async function pictureAudience(
  { db }: Pick<App, 'db'>,
  key: string,
  readSession: () => Promise<Session | null>,
): Promise<'everybody' | 'reader' | null> {
  if (await isPublicPicture(db, key)) return 'everybody'
  const session = await readSession()
  if (!session) return null
  return session.role === 'admin' || (await isOwnPicture(db, key, session.accountId)) ? 'reader' : null
}

/** Removes a picture, unless something points at it. The files first: a row alone is found again. */
export async function removePictureIfUnused(app: Pick<App, 'db' | 'storage'>, key: string): Promise<void> {
  if (await isPictureUsed(app.db, key)) return
  await removePicture(app.storage, key)
  await deletePicture(app.db, key)
}

/** Of one round: more wait for the next. */
const MAX_REMOVED = 200

/** Removes pictures stored before this instant that nothing points at. */
export async function removeUnusedPictures(app: Pick<App, 'db' | 'storage'>, before: Date): Promise<void> {
  for (const key of await listUnusedPictures(app.db, before, MAX_REMOVED)) await removePictureIfUnused(app, key)
}
