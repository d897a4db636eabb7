/** The first admin, and any other an operator names at the console. No credential is in the code. */
import { randomUUID } from 'node:crypto'
import type { App } from '#server/context'
import { hasAdmin } from '#server/accounts/queries'
import { recordDeed } from '#server/accounts/audit-queries'
import { transact } from '#server/db/connect'
import { endLinks, insertLink } from '#server/accounts/sign-in/links-queries'
import { hashToken, newLink, newToken } from '#server/accounts/sign-in/links'

type Console = Pick<App, 'db' | 'now'>

/**
 * A token with which whoever has this address sets a password and is an admin from then on. For 30 minutes, once; an earlier
 * one for the same address is worth nothing any more.
 */
export async function inviteAdmin(app: Console, email: string): Promise<string> {
  const token = newToken()
  const at = app.now()
  await transact(app.db, async (tx) => {
    await endLinks(tx, 'admin', { email }, at)
    await insertLink(tx, { ...newLink({ purpose: 'admin', email }, randomUUID(), at), token_hash: hashToken(token) })
    const after = { invited: email }
    await recordDeed(tx, {
      at,
      actor: { kind: 'operator' },
      action: 'admin.invited',
      subject: 'links',
      subjectId: email,
      after,
    })
  })
  return token
}

/** For a demo, which has nobody to run a script first. Null once there is an admin. */
export async function inviteFirstAdmin(app: Console, email: string): Promise<string | null> {
  return (await hasAdmin(app.db)) ? null : inviteAdmin(app, email)
}
