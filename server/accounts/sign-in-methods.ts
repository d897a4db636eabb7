/** The ways into an account other than its password: passkeys and Google. */
import type { Client } from '#domain/accounts/client'
import type { App } from '#server/context'
import { accountActor, accountEvent } from '#server/accounts/audit'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { deleteGoogle, deletePasskey, findAccountByEmail, listPasskeys, listProviders } from '#server/accounts/queries'
import { listSessions } from '#server/accounts/sign-in/sessions-queries'
import type { Db } from '#server/platform/db/connect'
import * as m from '#messages/documents'

/** `passkeys`: their ids. */
export type OtherSignInMethods = { passkeys: string[]; google: boolean }

/** What else opens the account of this address, and where it is signed in. Null if the address has no account. */
export async function listSignInMethods(app: Pick<App, 'db' | 'now'>, email: string) {
  const account = await findAccountByEmail(app.db, email)
  if (!account) return null
  const passkeys = await listPasskeys(app.db, account.id)
  return {
    passkeys: passkeys.map(({ id, name, createdAt }) => ({ id, name: name ?? m.passkey(), createdAt })),
    google: (await listProviders(app.db, account.id)).includes('google'),
    secondStep: account.secondFactor,
    sessions: (await listSessions(app.db, account.id, app.now())).length,
  }
}

/** Removes these, and records each that was there. */
export async function removeSignInMethods(
  app: App,
  tx: Db,
  accountId: string,
  remove: OtherSignInMethods,
  client: Client,
): Promise<void> {
  const actor = accountActor(accountId, client)
  for (const id of remove.passkeys) {
    if (!(await deletePasskey(tx, accountId, id))) continue
    await recordAuditEvent(tx, accountEvent(app, actor, 'account.passkey_removed', accountId))
  }
  if (remove.google && (await deleteGoogle(tx, accountId))) {
    await recordAuditEvent(tx, accountEvent(app, actor, 'account.google_removed', accountId))
  }
}
