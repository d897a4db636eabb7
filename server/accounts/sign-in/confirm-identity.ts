/**
 * Confirms the password of a signed-in account before a change that would outlive the session: another
 * password, address, second step or passkey (OWASP ASVS 7.5.1).
 */
import type { Client } from '#domain/accounts/client'
import { ATTEMPTS, type Session } from '#domain/accounts/account'
import { err, ok, type Result } from '#domain/result'
import type { SetCookies } from '#server/accounts/auth/better-auth-calls'
import type { App } from '#server/context'
import { findAccountByEmail } from '#server/accounts/queries'
import { countAttempt, resetAttempts } from '#server/accounts/sign-in/attempts-queries'
import { accountActor } from '#server/accounts/audit'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { transact } from '#server/platform/db/connect'
import { deleteSession, renewSession } from '#server/accounts/sign-in/sessions-queries'
import { limitByNetwork, type TooMany } from '#server/accounts/sign-in/attempts'
import { queueAccountMail } from '#server/accounts/sign-in/links'

/**
 * `sessionId` null: no session; the page of a link that this account requested asks for the password.
 */
type PasswordOwner = Pick<Session, 'accountId' | 'email'> & { sessionId: string | null }

/**
 * Checks the account's own password. Wrong ones are counted for the session that sends them: the owner is emailed at the
 * fifth within an hour, and the tenth ends that session. It ends no other session, so that an intruder cannot shut the owner
 * out.
 */
export async function checkOwnPassword(
  app: App,
  { accountId, email, sessionId }: PasswordOwner,
  password: string,
  client: Client,
): Promise<Result<null, TooMany | { code: 'wrong_password' }>> {
  const tried = await limitByNetwork(app, sessionId ? 'sign_in' : 'link', client)
  if (!tried.ok) return tried
  const { max, notify, minutes } = ATTEMPTS.ownPassword
  const key = `own password in ${sessionId ?? accountId}`
  const { count } = await countAttempt(app.db, key, minutes, app.now()) // Before the check, so that concurrent attempts are all counted.
  const account = await findAccountByEmail(app.db, email)
  if (count <= max && (await app.auth.verifyPassword(account?.password ?? null, password, { ...client, email }))) {
    await resetAttempts(app.db, key)
    return ok(null)
  }
  const actor = accountActor(accountId, client)
  const guessed = { at: app.now(), actor, subject: 'accounts', subjectId: accountId, after: { guesses: count } }
  if (count === notify) {
    await transact(app.db, async (tx) => {
      await recordAuditEvent(tx, { ...guessed, action: 'account.password_guessed' })
      await queueAccountMail(app, tx, { kind: 'password_attempts', email })
    })
  }
  if (count >= max && sessionId) {
    await transact(app.db, async (tx) => {
      if (await deleteSession(tx, accountId, sessionId))
        await recordAuditEvent(tx, { ...guessed, action: 'session.ended' })
    })
  }
  return err({ code: 'wrong_password' })
}

/** Checks the password. The session gets another token, and does not ask again for `PROOF_MINUTES`. */
export async function confirmIdentity(
  app: App,
  session: Session,
  password: string,
  client: Client,
): Promise<Result<{ setCookies: SetCookies }, TooMany | { code: 'wrong_password' }>> {
  const checked = await checkOwnPassword(app, session, password, client)
  if (!checked.ok) return checked
  const token = app.auth.newToken()
  await renewSession(app.db, session.sessionId, token, app.now())
  return ok({ setCookies: [app.auth.setCookie(token)] })
}
