/**
 * Accounts begin, and their passwords and addresses change. An account is made by following the link that its address was
 * mailed, never before, so whoever signs up with another's address makes nothing and learns nothing.
 */
import { randomUUID } from 'node:crypto'
import { roleOf, type Viewer } from '#domain/account'
import { err, ok, type Result } from '#domain/result'
import type { SetCookies } from '#server/auth/auth'
import type { App } from '#server/context'
import {
  claimBookings,
  findAccount,
  findAccountByEmail,
  insertAccount,
  isEmailTaken,
  setPassword,
  updateAccount,
} from '#server/db/accounts'
import { recordDeed, type Actor } from '#server/db/audit'
import { transact, type Db } from '#server/db/connect'
import { endLinks, findLink, useLink } from '#server/db/links'
import { deleteSessions, findMentorOfAccount, renewSession } from '#server/db/sessions'
import { judgePassword } from '#server/passwords'
import { tryFrom, type Caller, type TooMany } from '#server/workflows/attempts'
import { hashToken, mailLink, queueAccountMail, type LinkError } from '#server/workflows/links'

export type WeakPassword = { code: 'weak_password'; why: string }

/** Answers the same whether or not the address has an account, after the same work. */
export async function askToSignUp(
  app: App,
  person: { name: string; email: string; password: string; next: string },
  caller: Caller,
): Promise<Result<null, TooMany | WeakPassword>> {
  const tried = await tryFrom(app, 'sign_up', caller.network)
  if (!tried.ok) return tried
  const weak = await judgePassword(person.password, [person.name, person.email, app.config.SITE_NAME])
  if (weak) return err({ code: 'weak_password', why: weak })
  const { name, email, next } = person
  const passwordHash = await app.auth.hashPassword(person.password)
  await mailLink(app, { purpose: 'sign_up', email, name, passwordHash, next })
  return ok(null)
}

/**
 * Makes the account and signs in. The bookings made with the address before become the account's. The password of the link
 * is asked for again: a stranger may have signed up with this address, and whoever reads its mail would confirm theirs.
 */
export async function followSignUp(
  app: App,
  { token, password }: { token: string; password: string },
  caller: Caller,
): Promise<Result<{ setCookies: SetCookies; next: string }, LinkError | TooMany | { code: 'wrong_password' }>> {
  const tried = await tryFrom(app, 'link', caller.network)
  if (!tried.ok) return tried
  const now = app.now()
  const found = await findLink(app.db, hashToken(token), now)
  if (found?.purpose !== 'sign_up') return err({ code: 'link_over' })
  if (!(await app.auth.verifyPassword(found.password_hash, password))) return err({ code: 'wrong_password' })
  const made = await transact(app.db, async (tx) => {
    const link = await useLink(tx, ['sign_up'], hashToken(token), now)
    if (!link?.name || !link.password_hash) return null
    const id = randomUUID()
    const isNew = await insertAccount(tx, {
      id,
      name: link.name,
      email: link.email,
      email_verified: true,
      created_at: now,
      updated_at: now,
    })
    if (!isNew) return null // Made meanwhile, by an earlier link or through Google.
    await setPassword(tx, id, randomUUID(), link.password_hash, now)
    await endLinks(tx, 'sign_up', { email: link.email }, now)
    const bookings = await claimBookings(tx, id, link.email)
    await recordDeed(tx, deed(app, ownerOf(id, caller), 'account.created', id, { after: { by: 'password', bookings } }))
    return { id, next: link.next }
  })
  if (!made) return err({ code: 'link_over' })
  const setCookies = await app.auth.openSession({ id: made.id, role: 'member' }, caller)
  return ok({ setCookies, next: made.next })
}

/** Answers the same whether or not the address has an account. */
export async function askForReset(app: App, email: string, caller: Caller): Promise<Result<null, TooMany>> {
  const tried = await tryFrom(app, 'reset', caller.network)
  if (!tried.ok) return tried
  await mailLink(app, { purpose: 'reset', email })
  return ok(null)
}

/**
 * Sets a password by a mailed or printed link: of an account that forgot its own, or of somebody an operator makes an admin.
 * Every session ends. A password that is refused leaves the link as it was. `setCookies` null: signing in is still to be
 * done, since an account with a second step is not entered by a mailbox alone.
 */
export async function followPasswordLink(
  app: App,
  link: { token: string; password: string },
  caller: Caller,
): Promise<Result<{ setCookies: SetCookies | null; admin: boolean }, LinkError | WeakPassword | TooMany>> {
  const tried = await tryFrom(app, 'link', caller.network)
  if (!tried.ok) return tried
  const found = await findLink(app.db, hashToken(link.token), app.now())
  if (!found) return err({ code: 'link_over' })
  const owner = await findAccountByEmail(app.db, found.email)
  const weak = await judgePassword(link.password, [owner?.name ?? '', found.email, app.config.SITE_NAME])
  if (weak) return err({ code: 'weak_password', why: weak })
  const password = await app.auth.hashPassword(link.password)
  const account = await transact(app.db, (tx) => setPasswordByLink(app, tx, hashToken(link.token), password, caller))
  if (!account) return err({ code: 'link_over' })
  const admin = account.role === 'admin'
  if (account.second_factor || account.suspended_at) return ok({ setCookies: null, admin })
  const mentor = await findMentorOfAccount(app.db, account.id)
  const role = roleOf({ role: account.role, mentorId: mentor?.id ?? null })
  return ok({ setCookies: await app.auth.openSession({ id: account.id, role }, caller), admin })
}

async function setPasswordByLink(app: App, tx: Db, tokenHash: string, password: string, caller: Caller) {
  const now = app.now()
  const link = await useLink(tx, ['reset', 'admin'], tokenHash, now)
  if (!link) return null
  if (link.purpose === 'admin') await makeAdmin(app, tx, link.email, caller)
  const account = await findAccountByEmail(tx, link.email)
  if (!account) return null
  await setPassword(tx, account.id, randomUUID(), password, now)
  await deleteSessions(tx, account.id)
  for (const purpose of ['reset', 'admin'] as const) await endLinks(tx, purpose, { email: link.email }, now)
  await endLinks(tx, 'new_email', { accountId: account.id }, now) // Whoever asked knew the old password.
  await recordDeed(
    tx,
    deed(app, ownerOf(account.id, caller), 'account.password_changed', account.id, { after: { by: link.purpose } }),
  )
  await queueAccountMail(app, tx, { kind: 'password_changed', email: account.email })
  return account
}

/** Whoever follows an operator's link: an account that there is becomes an admin's, or one is made. */
async function makeAdmin(app: App, tx: Db, email: string, caller: Caller): Promise<void> {
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
    deed(app, ownerOf(account.id, caller), 'account.role_changed', account.id, { before, after: { role: 'admin' } }),
  )
  await queueAccountMail(app, tx, { kind: 'became_admin', email })
}

/** Ends every session but the one that asks, which gets another token: whoever had copied this one is out as well. ASVS 7.2.4. */
export async function changePassword(
  app: App,
  viewer: Viewer,
  passwords: { current: string; next: string },
  caller: Caller,
): Promise<Result<{ setCookies: SetCookies }, TooMany | WeakPassword | { code: 'wrong_password' }>> {
  const tried = await tryFrom(app, 'sign_in', caller.network)
  if (!tried.ok) return tried
  if (!(await isOwn(app, viewer, passwords.current))) return err({ code: 'wrong_password' })
  const weak = await judgePassword(passwords.next, [viewer.name, viewer.email, app.config.SITE_NAME])
  if (weak) return err({ code: 'weak_password', why: weak })
  const hash = await app.auth.hashPassword(passwords.next)
  const token = app.auth.newToken()
  await transact(app.db, async (tx) => {
    await setPassword(tx, viewer.accountId, randomUUID(), hash, app.now())
    await deleteSessions(tx, viewer.accountId, viewer.sessionId)
    await renewSession(tx, viewer.sessionId, token)
    await endLinks(tx, 'reset', { email: viewer.email }, app.now())
    await endLinks(tx, 'new_email', { accountId: viewer.accountId }, app.now())
    await recordDeed(
      tx,
      deed(app, ownerOf(viewer.accountId, caller), 'account.password_changed', viewer.accountId, {
        after: { by: 'password' },
      }),
    )
    await queueAccountMail(app, tx, { kind: 'password_changed', email: viewer.email })
  })
  return ok({ setCookies: [app.auth.setCookie(token)] })
}

/** Mails a link to the new address and a word to the old one. Nothing changes until the link is followed. */
export async function askForNewEmail(
  app: App,
  viewer: Viewer,
  wanted: { email: string; password: string },
  caller: Caller,
): Promise<Result<null, TooMany | { code: 'wrong_password' }>> {
  const tried = await tryFrom(app, 'sign_in', caller.network)
  if (!tried.ok) return tried
  if (!(await isOwn(app, viewer, wanted.password))) return err({ code: 'wrong_password' })
  await mailLink(app, { purpose: 'new_email', email: wanted.email, accountId: viewer.accountId, next: '/account' })
  await transact(app.db, (tx) => queueAccountMail(app, tx, { kind: 'email_changing', email: viewer.email }))
  return ok(null)
}

/**
 * Follows the link at the new address: from now on it is the account's. Both addresses are told. The account's password is
 * asked for: a stranger may have named this address for theirs, and would get its bookings from whoever just presses on.
 */
export async function followNewEmail(
  app: App,
  { token, password }: { token: string; password: string },
  caller: Caller,
): Promise<Result<null, LinkError | TooMany | { code: 'wrong_password' }>> {
  const tried = await tryFrom(app, 'link', caller.network)
  if (!tried.ok) return tried
  const now = app.now()
  const found = await findLink(app.db, hashToken(token), now)
  const asker = found?.account_id ? await findAccount(app.db, found.account_id) : undefined
  if (found?.purpose !== 'new_email' || !asker) return err({ code: 'link_over' })
  if (!(await isOwn(app, asker, password))) return err({ code: 'wrong_password' })
  const changed = await transact(app.db, async (tx) => {
    const link = await useLink(tx, ['new_email'], hashToken(token), now)
    const account = link?.account_id ? await findAccount(tx, link.account_id) : undefined
    if (!link || !account || account.suspended_at || (await findAccountByEmail(tx, link.email))) return false
    await updateAccount(tx, account.id, { email: link.email, updated_at: now })
    await claimBookings(tx, account.id, link.email)
    await endLinks(tx, 'new_email', { accountId: account.id }, now)
    await endLinks(tx, 'reset', { email: account.email }, now)
    await recordDeed(
      tx,
      deed(app, ownerOf(account.id, caller), 'account.email_changed', account.id, {
        before: { email: account.email },
        after: { email: link.email },
      }),
    )
    for (const email of [account.email, link.email]) await queueAccountMail(app, tx, { kind: 'email_changed', email })
    return true
  }).catch((error: unknown) => {
    if (isEmailTaken(error)) return false // By somebody who followed another link at the same moment.
    throw error
  })
  return changed ? ok(null) : err({ code: 'link_over' })
}

/** Whether this is the password of who is signed in: asked again before what cannot be taken back. */
export async function isOwn(app: App, viewer: Pick<Viewer, 'email'>, password: string): Promise<boolean> {
  const account = await findAccountByEmail(app.db, viewer.email)
  return app.auth.verifyPassword(account?.password ?? null, password)
}

export const ownerOf = (accountId: string, { address }: Pick<Caller, 'address'>): Actor => {
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
