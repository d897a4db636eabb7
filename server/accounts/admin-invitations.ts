/**
 * Inviting admins: the first one, and any other that an operator names at the console. There are no credentials in the
 * code.
 */
import { randomUUID } from 'node:crypto'
import type { Client } from '#domain/accounts/client'
import { accountActor, accountEvent } from '#server/accounts/audit'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { findAccountByEmail, hasAdmin, insertAccount, updateAccount } from '#server/accounts/queries'
import { hashToken, newLink, newToken, queueAccountMail } from '#server/accounts/sign-in/links'
import { endLinks, insertLink } from '#server/accounts/sign-in/links-queries'
import type { App } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import { currentLanguage } from '../../messages/runtime.ts'

type Console = Pick<App, 'db' | 'now'>

/**
 * Makes the token of a link by which the owner of this address sets a password and becomes an admin. It works once,
 * within 30 minutes, and replaces an earlier one for the same address.
 */
export async function inviteAdmin(app: Console, email: string): Promise<string> {
  const token = newToken()
  const at = app.now()
  await transact(app.db, async (tx) => {
    await endLinks(tx, 'admin', { email }, at)
    await insertLink(tx, { ...newLink({ purpose: 'admin', email }, randomUUID(), at), tokenHash: hashToken(token) })
    const after = { invited: email }
    await recordAuditEvent(tx, {
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

/** For a demo, which has no admin yet. Null once there is one. */
export async function inviteFirstAdmin(app: Console, email: string): Promise<string | null> {
  return (await hasAdmin(app.db)) ? null : inviteAdmin(app, email)
}

/** Makes an admin of the account with this address, or a new account if there is none. The owner gets an email. */
export async function acceptAdminInvitation(app: App, tx: Db, email: string, client: Client): Promise<void> {
  const now = app.now()
  const isNew = await insertAccount(tx, {
    id: randomUUID(),
    name: email.split('@')[0] ?? email,
    email,
    emailVerified: true,
    language: currentLanguage(),
    createdAt: now,
    updatedAt: now,
  })
  const account = await findAccountByEmail(tx, email)
  if (!account) return
  if (isNew) await app.claimBookings(tx, account.id, email)
  await updateAccount(tx, account.id, { role: 'admin', suspendedAt: null, closedAt: null, updatedAt: now })
  const change = { before: { role: isNew ? null : account.role }, after: { role: 'admin' } }
  const actor = accountActor(account.id, client)
  await recordAuditEvent(tx, accountEvent(app, actor, 'account.role_changed', account.id, change))
  await queueAccountMail(app, tx, { kind: 'became_admin', email })
}
