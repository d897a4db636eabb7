/** Signing up: a form, a link to the address, and the account once that link is followed. */
import { randomUUID } from 'node:crypto'
import type { Client } from '#domain/accounts/client'
import { err, ok, type Result } from '#domain/result'
import { accountActor, accountEvent } from '#server/accounts/audit'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import type { SetCookies } from '#server/accounts/auth/better-auth-calls'
import { judgePassword } from '#server/accounts/auth/password-strength'
import type { WeakPassword } from '#server/accounts/passwords'
import { insertAccount, setPassword } from '#server/accounts/queries'
import { limitByNetwork, type TooMany } from '#server/accounts/sign-in/attempts'
import { hashToken, mailLink, type LinkError } from '#server/accounts/sign-in/links'
import { endLinks, findLink, useLink } from '#server/accounts/sign-in/links-queries'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'
import { currentLanguage } from '../../messages/runtime.ts'

/** Emails a link. Does the same work and returns the same whether or not the address has an account. */
export async function requestSignUp(
  app: App,
  person: { name: string; email: string; password: string; next: string },
  client: Client,
): Promise<Result<null, TooMany | WeakPassword>> {
  const tried = await limitByNetwork(app, 'sign_up', client)
  if (!tried.ok) return tried
  const weak = await judgePassword(person.password, [person.name, person.email, app.config.SITE_NAME])
  if (weak) return err({ code: 'weak_password', why: weak })
  const { name, email, next } = person
  const passwordHash = await app.auth.hashPassword(person.password, client)
  await mailLink(app, { purpose: 'sign_up', email, name, passwordHash, next }, client)
  return ok(null)
}

type SignUpError = LinkError | TooMany | WeakPassword | { code: 'wrong_password' }

/**
 * Follows the emailed link: makes the account, gives it the bookings made with its address before, and signs in.
 *
 * Without a `name` the password typed at sign-up is required again: a stranger may have signed up with this address,
 * and its owner would otherwise confirm the stranger's password. With a `name`, name and password are chosen anew, so
 * that the owner can use any link emailed to them, no matter who requested it.
 */
export async function completeSignUp(
  app: App,
  { token, password, name }: { token: string; password: string; name?: string | undefined },
  client: Client,
): Promise<Result<{ setCookies: SetCookies; next: string }, SignUpError>> {
  const tried = await limitByNetwork(app, 'link', client)
  if (!tried.ok) return tried
  const now = app.now()
  const found = await findLink(app.db, hashToken(token), now)
  if (found?.purpose !== 'sign_up') return err({ code: 'link_over' })
  if (name === undefined) {
    if (!(await app.auth.verifyPassword(found.passwordHash, password, { ...client, email: found.email })))
      return err({ code: 'wrong_password' })
  } else {
    const weak = await judgePassword(password, [name, found.email, app.config.SITE_NAME])
    if (weak) return err({ code: 'weak_password', why: weak })
  }
  const chosenAnew =
    name === undefined
      ? null
      : { name, passwordHash: await app.auth.hashPassword(password, { ...client, email: found.email }) }
  const made = await transact(app.db, async (tx) => {
    const link = await useLink(tx, ['sign_up'], hashToken(token), now)
    const chosen = chosenAnew ?? link
    if (!link || !chosen?.name || !chosen.passwordHash) return null
    const id = randomUUID()
    const isNew = await insertAccount(tx, {
      id,
      name: chosen.name,
      email: link.email,
      emailVerified: true,
      language: currentLanguage(),
      createdAt: now,
      updatedAt: now,
    })
    if (!isNew) return null // Made in the meantime, by an earlier link or through Google.
    await setPassword(tx, id, randomUUID(), chosen.passwordHash, now)
    await endLinks(tx, 'sign_up', { email: link.email }, now)
    const bookings = await app.claimBookings(tx, id, link.email)
    const after = { by: 'password', bookings }
    await recordAuditEvent(tx, accountEvent(app, accountActor(id, client), 'account.created', id, { after }))
    return { id, next: link.next }
  })
  if (!made) return err({ code: 'link_over' })
  const setCookies = await app.auth.openSession({ id: made.id, role: 'member' }, client)
  return ok({ setCookies, next: made.next })
}
