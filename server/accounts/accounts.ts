/**
 * Accounts begin, and their passwords change. An account is made by following the link that its address was
 * mailed, never before, so whoever signs up with another's address makes nothing and learns nothing.
 */
import type { Client } from '#domain/accounts/client'
import { randomUUID } from 'node:crypto'
import { roleOf, type Session } from '#domain/accounts/account'
import { err, ok, type Result } from '#domain/result'
import type { SetCookies } from '#server/accounts/auth/auth'
import type { App } from '#server/context'
import { claimBookings } from '#server/bookings/queries'
import {
  deleteGoogle,
  deletePasskey,
  findAccountByEmail,
  insertAccount,
  listPasskeys,
  listProviders,
  lockAccount,
  setPassword,
  updateAccount,
} from '#server/accounts/queries'
import { recordDeed, type Actor } from '#server/accounts/audit-queries'
import { transact, type Db } from '#server/db/connect'
import { endLinks, findLink, useLink } from '#server/accounts/sign-in/links-queries'
import {
  deleteSessions,
  endFirstSteps,
  findMentorOfAccount,
  listSessions,
  renewSession,
} from '#server/accounts/sign-in/sessions-queries'
import { judgePassword } from '#server/accounts/auth/password-strength'
import { tryFrom, type TooMany } from '#server/accounts/sign-in/attempts'
import { forgetCodes } from '#server/accounts/sign-in/code-attempts'
import { hashToken, mailLink, queueAccountMail, type LinkError } from '#server/accounts/sign-in/links'
import { provePassword } from '#server/accounts/sign-in/proof'

/** What opens an account beside its password. `passkeys`: their ids. */
type WaysIn = { passkeys: string[]; google: boolean }

type WeakPassword = { code: 'weak_password'; why: string }

/** Answers the same whether or not the address has an account, after the same work. */
export async function askToSignUp(
  app: App,
  person: { name: string; email: string; password: string; next: string },
  client: Client,
): Promise<Result<null, TooMany | WeakPassword>> {
  const tried = await tryFrom(app, 'sign_up', client)
  if (!tried.ok) return tried
  const weak = await judgePassword(person.password, [person.name, person.email, app.config.SITE_NAME])
  if (weak) return err({ code: 'weak_password', why: weak })
  const { name, email, next } = person
  const passwordHash = await app.auth.hashPassword(person.password, client)
  await mailLink(app, { purpose: 'sign_up', email, name, passwordHash, next }, client)
  return ok(null)
}

/**
 * Makes the account and signs in. The bookings made with the address before become the account's. The password of the link
 * is asked for again: a stranger may have signed up with this address, and whoever reads its mail would confirm theirs. With
 * a `name` both are chosen anew, so that every link that an address was mailed serves its owner, whoever asked for it.
 */
export async function followSignUp(
  app: App,
  { token, password, name }: { token: string; password: string; name?: string | undefined },
  client: Client,
): Promise<
  Result<{ setCookies: SetCookies; next: string }, LinkError | TooMany | WeakPassword | { code: 'wrong_password' }>
> {
  const tried = await tryFrom(app, 'link', client)
  if (!tried.ok) return tried
  const now = app.now()
  const found = await findLink(app.db, hashToken(token), now)
  if (found?.purpose !== 'sign_up') return err({ code: 'link_over' })
  if (name === undefined) {
    if (!(await app.auth.verifyPassword(found.password_hash, password, { ...client, email: found.email })))
      return err({ code: 'wrong_password' })
  } else {
    const weak = await judgePassword(password, [name, found.email, app.config.SITE_NAME])
    if (weak) return err({ code: 'weak_password', why: weak })
  }
  const anew =
    name === undefined
      ? null
      : { name, password_hash: await app.auth.hashPassword(password, { ...client, email: found.email }) }
  const made = await transact(app.db, async (tx) => {
    const link = await useLink(tx, ['sign_up'], hashToken(token), now)
    const chosen = anew ?? link
    if (!link || !chosen?.name || !chosen.password_hash) return null
    const id = randomUUID()
    const isNew = await insertAccount(tx, {
      id,
      name: chosen.name,
      email: link.email,
      email_verified: true,
      created_at: now,
      updated_at: now,
    })
    if (!isNew) return null // Made meanwhile, by an earlier link or through Google.
    await setPassword(tx, id, randomUUID(), chosen.password_hash, now)
    await endLinks(tx, 'sign_up', { email: link.email }, now)
    const bookings = await claimBookings(tx, id, link.email)
    await recordDeed(tx, deed(app, ownerOf(id, client), 'account.created', id, { after: { by: 'password', bookings } }))
    return { id, next: link.next }
  })
  if (!made) return err({ code: 'link_over' })
  const setCookies = await app.auth.openSession({ id: made.id, role: 'member' }, client)
  return ok({ setCookies, next: made.next })
}

/** Answers the same whether or not the address has an account. */
export async function askForReset(app: App, email: string, client: Client): Promise<Result<null, TooMany>> {
  const tried = await tryFrom(app, 'reset', client)
  if (!tried.ok) return tried
  await mailLink(app, { purpose: 'reset', email }, client)
  return ok(null)
}

/**
 * Sets a password by a mailed or printed link: of an account that forgot its own, or of somebody an operator makes an admin.
 * Every session ends, and so do the other ways in that its owner names. A password that is refused leaves the link as it was. `setCookies` null: signing in is still to be
 * done, since an account with a second step is not entered by a mailbox alone.
 */
export async function followPasswordLink(
  app: App,
  link: { token: string; password: string; remove?: WaysIn },
  client: Client,
): Promise<Result<{ setCookies: SetCookies | null; admin: boolean }, LinkError | WeakPassword | TooMany>> {
  const tried = await tryFrom(app, 'link', client)
  if (!tried.ok) return tried
  const found = await findLink(app.db, hashToken(link.token), app.now())
  if (!found) return err({ code: 'link_over' })
  const owner = await findAccountByEmail(app.db, found.email)
  const weak = await judgePassword(link.password, [owner?.name ?? '', found.email, app.config.SITE_NAME])
  if (weak) return err({ code: 'weak_password', why: weak })
  const password = await app.auth.hashPassword(link.password, { ...client, email: found.email })
  const account = await transact(app.db, (tx) =>
    setPasswordByLink(app, tx, { hash: hashToken(link.token), password, remove: link.remove }, client),
  )
  if (!account) return err({ code: 'link_over' })
  const admin = account.role === 'admin'
  if (account.second_factor || account.suspended_at) return ok({ setCookies: null, admin })
  const mentor = await findMentorOfAccount(app.db, account.id)
  const role = roleOf({ role: account.role, mentorId: mentor?.id ?? null })
  return ok({ setCookies: await app.auth.openSession({ id: account.id, role }, client), admin })
}

async function setPasswordByLink(
  app: App,
  tx: Db,
  { hash, password, remove }: { hash: string; password: string; remove: WaysIn | undefined },
  client: Client,
) {
  const now = app.now()
  const link = await useLink(tx, ['reset', 'admin'], hash, now)
  if (!link) return null
  if (link.purpose === 'admin') await makeAdmin(app, tx, link.email, client)
  const account = await findAccountByEmail(tx, link.email)
  if (!account) return null
  await lockAccount(tx, account.id) // A passkey that is being added comes before this, or not at all: see `addPasskey`.
  await setPassword(tx, account.id, randomUUID(), password, now)
  if (remove) await removeWaysIn(app, tx, account.id, remove, client)
  await deleteSessions(tx, account.id)
  for (const purpose of ['reset', 'admin'] as const) await endLinks(tx, purpose, { email: link.email }, now)
  await endLinks(tx, 'new_email', { accountId: account.id }, now) // Whoever asked knew the old password.
  await endFirstSteps(tx, account.id) // Whoever took one did, too.
  await forgetCodes(tx, account.id, client)
  await recordDeed(
    tx,
    deed(app, ownerOf(account.id, client), 'account.password_changed', account.id, { after: { by: link.purpose } }),
  )
  await queueAccountMail(app, tx, { kind: 'password_changed', email: account.email })
  return account
}

/** What opens the account of an address beside its password, for whoever sets a new one. Null where there is no account. */
export async function listWaysIn(app: Pick<App, 'db' | 'now'>, email: string) {
  const account = await findAccountByEmail(app.db, email)
  if (!account) return null
  const passkeys = await listPasskeys(app.db, account.id)
  return {
    passkeys: passkeys.map(({ id, name, created_at: createdAt }) => ({ id, name: name ?? 'Passkey', createdAt })),
    google: (await listProviders(app.db, account.id)).includes('google'),
    secondStep: account.second_factor,
    sessions: (await listSessions(app.db, account.id, app.now())).length,
  }
}

async function removeWaysIn(app: App, tx: Db, accountId: string, remove: WaysIn, client: Client): Promise<void> {
  const by = ownerOf(accountId, client)
  for (const id of remove.passkeys) {
    if (!(await deletePasskey(tx, accountId, id))) continue
    await recordDeed(tx, deed(app, by, 'account.passkey_removed', accountId))
  }
  if (remove.google && (await deleteGoogle(tx, accountId))) {
    await recordDeed(tx, deed(app, by, 'account.google_removed', accountId))
  }
}

/** Whoever follows an operator's link: an account that there is becomes an admin's, or one is made. */
async function makeAdmin(app: App, tx: Db, email: string, client: Client): Promise<void> {
  const now = app.now()
  const id = randomUUID()
  const isNew = await insertAccount(tx, {
    id,
    name: email.split('@')[0] ?? email,
    email,
    email_verified: true,
    created_at: now,
    updated_at: now,
  })
  const account = await findAccountByEmail(tx, email)
  if (!account) return
  if (isNew) await claimBookings(tx, account.id, email)
  await updateAccount(tx, account.id, { role: 'admin', suspended_at: null, updated_at: now })
  const before = { role: isNew ? null : account.role }
  await recordDeed(
    tx,
    deed(app, ownerOf(account.id, client), 'account.role_changed', account.id, { before, after: { role: 'admin' } }),
  )
  await queueAccountMail(app, tx, { kind: 'became_admin', email })
}

/** Ends every session but the one that asks, which gets another token: whoever had copied this one is out as well. ASVS 7.2.4. */
export async function changePassword(
  app: App,
  session: Session,
  passwords: { current: string; next: string },
  client: Client,
): Promise<Result<{ setCookies: SetCookies }, TooMany | WeakPassword | { code: 'wrong_password' }>> {
  const proved = await provePassword(app, session, passwords.current, client)
  if (!proved.ok) return proved
  const weak = await judgePassword(passwords.next, [session.name, session.email, app.config.SITE_NAME])
  if (weak) return err({ code: 'weak_password', why: weak })
  const hash = await app.auth.hashPassword(passwords.next, { ...client, email: session.email })
  const token = app.auth.newToken()
  await transact(app.db, async (tx) => {
    await setPassword(tx, session.accountId, randomUUID(), hash, app.now())
    await deleteSessions(tx, session.accountId, session.sessionId)
    await endFirstSteps(tx, session.accountId)
    await forgetCodes(tx, session.accountId, client)
    await renewSession(tx, session.sessionId, token, app.now())
    await endLinks(tx, 'reset', { email: session.email }, app.now())
    await endLinks(tx, 'new_email', { accountId: session.accountId }, app.now())
    await recordDeed(
      tx,
      deed(app, ownerOf(session.accountId, client), 'account.password_changed', session.accountId, {
        after: { by: 'password' },
      }),
    )
    await queueAccountMail(app, tx, { kind: 'password_changed', email: session.email })
  })
  return ok({ setCookies: [app.auth.setCookie(token), ...(await app.auth.rememberBrowser(session.accountId, client))] })
}

export const ownerOf = (accountId: string, { address }: Pick<Client, 'address'>): Actor => {
  return { kind: 'account', accountId, address: address || null }
}

/** Something that was done to an account. */
export function deed(
  app: Pick<App, 'now'>,
  actor: Actor,
  action: `${string}.${string}`,
  accountId: string,
  change: { before?: Record<string, unknown>; after?: Record<string, unknown> } = {},
) {
  return { at: app.now(), actor, action, subject: 'accounts', subjectId: accountId, ...change }
}
