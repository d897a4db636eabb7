/** The details of an account: name, picture, zone, destination. Each change is an audit event. */
import type { Session } from '#domain/accounts/account'
import { err, ok, type Result } from '#domain/result'
import type { App } from '#server/context'
import { listCountries } from '#server/platform/reference/countries'
import { lockAccount, updateAccount } from '#server/accounts/queries'
import { receivePicture, type SavePictureError } from '#server/accounts/pictures/pictures'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { transact } from '#server/platform/db/connect'
import type { Upload, UploadError } from '#server/platform/http/upload'
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

/** Receives a picture and replaces the earlier one, whose files a job removes. */
export function savePicture(
  app: App,
  session: Session,
  receive: () => Promise<Result<Upload, UploadError>>,
  client: Client,
): Promise<Result<null, SavePictureError>> {
  return receivePicture(app, session.accountId, receive, async (key) => {
    await changePicture(app, session, key, client)
    return ok(null)
  })
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
