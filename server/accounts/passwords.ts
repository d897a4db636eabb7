/** Setting a password by a link, and changing it while signed in. */
import { randomUUID } from 'node:crypto'
import { roleOf, type Session } from '#domain/accounts/account'
import type { Client } from '#domain/accounts/client'
import { err, ok, type Result } from '#domain/result'
import { acceptAdminInvitation } from '#server/accounts/admin-invitations'
import { accountActor, accountEvent } from '#server/accounts/audit'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import type { SetCookies } from '#server/accounts/auth/better-auth-calls'
import { judgePassword } from '#server/accounts/auth/password-strength'
import { findAccountByEmail, lockAccount, setPassword } from '#server/accounts/queries'
import { removeSignInMethods, type OtherSignInMethods } from '#server/accounts/sign-in-methods'
import { limitByNetwork, type TooMany } from '#server/accounts/sign-in/attempts'
import { resetDailyCodeLimits } from '#server/accounts/sign-in/code-attempts'
import { checkOwnPassword } from '#server/accounts/sign-in/confirm-identity'
import { hashToken, mailLink, queueAccountMail, type LinkError } from '#server/accounts/sign-in/links'
import { endLinks, findLink, useLink } from '#server/accounts/sign-in/links-queries'
import {
  deleteSessions,
  endFirstSteps,
  findMentorOfAccount,
  renewSession,
} from '#server/accounts/sign-in/sessions-queries'
import type { App } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'

/** `why`: a sentence for the person, with what to do about it. */
export type WeakPassword = { code: 'weak_password'; why: string }

/** Emails a link. Returns the same whether or not the address has an account. */
export async function requestPasswordReset(app: App, email: string, client: Client): Promise<Result<null, TooMany>> {
  const tried = await limitByNetwork(app, 'reset', client)
  if (!tried.ok) return tried
  await mailLink(app, { purpose: 'reset', email }, client)
  return ok(null)
}

/**
 * Sets a password by an emailed link (forgotten password) or a printed one (an operator makes a person an admin). Every
 * session ends, and so do the other sign-in methods in `remove`. A password that is refused leaves the link usable.
 *
 * @returns `setCookies` null: the person still has to sign in, because a mailbox alone does not open an account that
 * has a
 *   second step, or that is suspended.
 */
export async function setPasswordByLink(
  app: App,
  link: { token: string; password: string; remove?: OtherSignInMethods },
  client: Client,
): Promise<Result<{ setCookies: SetCookies | null; admin: boolean }, LinkError | WeakPassword | TooMany>> {
  const tried = await limitByNetwork(app, 'link', client)
  if (!tried.ok) return tried
  const found = await findLink(app.db, hashToken(link.token), app.now())
  if (!found) return err({ code: 'link_over' })
  const owner = await findAccountByEmail(app.db, found.email)
  const weak = await judgePassword(link.password, [owner?.name ?? '', found.email, app.config.SITE_NAME])
  if (weak) return err({ code: 'weak_password', why: weak })
  const password = await app.auth.hashPassword(link.password, { ...client, email: found.email })
  const account = await transact(app.db, (tx) =>
    applyPasswordLink(app, tx, { hash: hashToken(link.token), password, remove: link.remove }, client),
  )
  if (!account) return err({ code: 'link_over' })
  const admin = account.role === 'admin'
  if (account.secondFactor || account.suspendedAt) return ok({ setCookies: null, admin })
  const mentor = await findMentorOfAccount(app.db, account.id)
  const role = roleOf({ role: account.role, mentorId: mentor?.id ?? null })
  return ok({ setCookies: await app.auth.openSession({ id: account.id, role }, client), admin })
}

async function applyPasswordLink(
  app: App,
  tx: Db,
  { hash, password, remove }: { hash: string; password: string; remove: OtherSignInMethods | undefined },
  client: Client,
) {
  const now = app.now()
  const link = await useLink(tx, ['reset', 'admin'], hash, now)
  if (!link) return null
  if (link.purpose === 'admin') await acceptAdminInvitation(app, tx, link.email, client)
  const account = await findAccountByEmail(tx, link.email)
  if (!account) return null
  await lockAccount(tx, account.id) // A passkey being added at this moment comes first, or is refused: see `addPasskey`.
  await setPassword(tx, account.id, randomUUID(), password, now)
  if (remove) await removeSignInMethods(app, tx, account.id, remove, client)
  await deleteSessions(tx, account.id)
  for (const purpose of ['reset', 'admin'] as const) await endLinks(tx, purpose, { email: link.email }, now)
  // A request for a new address and a first sign-in step were made with the old password, which a stranger may have known.
  await endLinks(tx, 'new_email', { accountId: account.id }, now)
  await endFirstSteps(tx, account.id)
  await resetDailyCodeLimits(tx, account.id, client)
  const [actor, after] = [accountActor(account.id, client), { by: link.purpose }]
  await recordAuditEvent(tx, accountEvent(app, actor, 'account.password_changed', account.id, { after }))
  await queueAccountMail(app, tx, { kind: 'password_changed', email: account.email })
  return account
}

/**
 * Changes the password of who is signed in. Every other session ends, and this one gets another token, so that a copied
 * token is worthless as well (ASVS 7.2.4).
 */
export async function changePassword(
  app: App,
  session: Session,
  passwords: { current: string; next: string },
  client: Client,
): Promise<Result<{ setCookies: SetCookies }, TooMany | WeakPassword | { code: 'wrong_password' }>> {
  const checked = await checkOwnPassword(app, session, passwords.current, client)
  if (!checked.ok) return checked
  const weak = await judgePassword(passwords.next, [session.name, session.email, app.config.SITE_NAME])
  if (weak) return err({ code: 'weak_password', why: weak })
  const { accountId, email } = session
  const hash = await app.auth.hashPassword(passwords.next, { ...client, email })
  const token = app.auth.newToken()
  await transact(app.db, async (tx) => {
    await setPassword(tx, accountId, randomUUID(), hash, app.now())
    await deleteSessions(tx, accountId, session.sessionId)
    await endFirstSteps(tx, accountId)
    await resetDailyCodeLimits(tx, accountId, client)
    await renewSession(tx, session.sessionId, token, app.now())
    await endLinks(tx, 'reset', { email }, app.now())
    await endLinks(tx, 'new_email', { accountId }, app.now())
    const [actor, after] = [accountActor(accountId, client), { by: 'password' }]
    await recordAuditEvent(tx, accountEvent(app, actor, 'account.password_changed', accountId, { after }))
    await queueAccountMail(app, tx, { kind: 'password_changed', email })
  })
  return ok({ setCookies: [app.auth.setCookie(token), ...(await app.auth.rememberBrowser(accountId, client))] })
}
