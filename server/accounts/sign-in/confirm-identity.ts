/**
 * Whether it is still the owner who sits before a session that is signed in: their password is asked for again before what
 * would outlive the session, such as another password, address, second step or passkey (OWASP ASVS 7.5.1).
 */
import type { Client } from '#domain/accounts/client'
import { ATTEMPTS, type Session } from '#domain/accounts/account'
import { err, ok, type Result } from '#domain/result'
import type { SetCookies } from '#server/accounts/auth/auth'
import type { App } from '#server/context'
import { findAccountByEmail } from '#server/accounts/queries'
import { countAttempt, forgetAttempts } from '#server/accounts/sign-in/attempts-queries'
import { recordDeed } from '#server/accounts/audit-queries'
import { transact } from '#server/db/connect'
import { deleteSession, renewSession } from '#server/accounts/sign-in/sessions-queries'
import { tryFrom, type TooMany } from '#server/accounts/sign-in/attempts'
import { queueAccountMail } from '#server/accounts/sign-in/links'

/** `sessionId` null: nobody signed in, but a link that this account asked for. */
export type Claimant = Pick<Session, 'accountId' | 'email'> & { sessionId: string | null }

/**
 * Whether this is the account's password. Wrong ones are counted for the session that sends them: the owner is told of the
 * fifth within an hour, and with the tenth that session ends. No other one does, so that nobody shuts the owner out.
 */
export async function provePassword(
  app: App,
  { accountId, email, sessionId }: Claimant,
  password: string,
  client: Client,
): Promise<Result<null, TooMany | { code: 'wrong_password' }>> {
  const tried = await tryFrom(app, sessionId ? 'sign_in' : 'link', client)
  if (!tried.ok) return tried
  const { most, tell, minutes } = ATTEMPTS.ownPassword
  const key = `own password in ${sessionId ?? accountId}`
  const { count } = await countAttempt(app.db, key, minutes, app.now()) // First, so that many at the same moment are each counted.
  const account = await findAccountByEmail(app.db, email)
  if (count <= most && (await app.auth.verifyPassword(account?.password ?? null, password, { ...client, email }))) {
    await forgetAttempts(app.db, key)
    return ok(null)
  }
  const by = { kind: 'account' as const, accountId, address: client.address || null }
  const guessed = { at: app.now(), actor: by, subject: 'accounts', subjectId: accountId, after: { guesses: count } }
  if (count === tell) {
    await transact(app.db, async (tx) => {
      await recordDeed(tx, { ...guessed, action: 'account.password_guessed' })
      await queueAccountMail(app, tx, { kind: 'password_attempts', email })
    })
  }
  if (count >= most && sessionId) {
    await transact(app.db, async (tx) => {
      if (await deleteSession(tx, accountId, sessionId)) await recordDeed(tx, { ...guessed, action: 'session.ended' })
    })
  }
  return err({ code: 'wrong_password' })
}

/** By the password. For some minutes nothing is asked for again, and the session has another token. */
export async function confirmIdentity(
  app: App,
  session: Session,
  password: string,
  client: Client,
): Promise<Result<{ setCookies: SetCookies }, TooMany | { code: 'wrong_password' }>> {
  const proved = await provePassword(app, session, password, client)
  if (!proved.ok) return proved
  const token = app.auth.newToken()
  await renewSession(app.db, session.sessionId, token, app.now())
  return ok({ setCookies: [app.auth.setCookie(token)] })
}
