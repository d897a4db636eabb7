/** Second step, passkeys and sessions of an account. The owner gets an email about each change. */
import type { Client } from '#domain/accounts/client'
import { isProven, type Session } from '#domain/accounts/account'
import { err, ok, type Result } from '#domain/result'
import type { SetCookies } from '#server/accounts/auth/better-auth-calls'
import type { SecondStepError } from '#server/accounts/auth/second-step'
import type { App } from '#server/context'
import { deletePasskey, lockAccount } from '#server/accounts/queries'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { transact, type Db } from '#server/platform/db/connect'
import { deleteSession, deleteSessions, hasSession } from '#server/accounts/sign-in/sessions-queries'
import { accountActor, accountEvent } from '#server/accounts/audit'
import { isFirstUseOfCode, limitByNetwork, type TooMany } from '#server/accounts/sign-in/attempts'
import { queueAccountMail } from '#server/accounts/sign-in/links'
import { checkOwnPassword } from '#server/accounts/sign-in/confirm-identity'
import * as m from '#messages/documents'

/** Makes what the authenticator app scans, and backup codes. Signing in stays as it is until `confirmSecondStep`. */
export async function beginSecondStep(
  app: App,
  session: Session,
  password: string,
  client: Client,
): Promise<Result<{ uri: string; backupCodes: string[] }, SecondStepError | TooMany>> {
  const checked = await checkOwnPassword(app, session, password, client)
  return checked.ok ? app.auth.beginSecondStep(password, client) : checked
}

/** From now on signing in asks for a code. The session gets another token. */
export async function confirmSecondStep(
  app: App,
  session: Session,
  code: string,
  client: Client,
): Promise<Result<SetCookies, SecondStepError | TooMany>> {
  if (session.secondFactor) return err({ code: 'over' }) // It is on already: a right code would change nothing, but be emailed as a change.
  const tried = await limitByNetwork(app, 'code', client)
  if (!tried.ok) return tried
  // Counted before it is verified: the same code must not be accepted at a sign-in a moment later.
  if (!(await isFirstUseOfCode(app, session.accountId, code))) return err({ code: 'wrong_code' })
  const confirmed = await app.auth.confirmSecondStep(code, client)
  if (confirmed.ok) await transact(app.db, (tx) => recordAndMail(app, tx, session, 'account.second_step_added', client))
  return confirmed
}

/** `required`: on a live site an admin must have a second step. */
export async function endSecondStep(
  app: App,
  session: Session,
  password: string,
  client: Client,
): Promise<Result<SetCookies, SecondStepError | TooMany | { code: 'required' }>> {
  if (session.role === 'admin' && app.config.mode === 'live') return err({ code: 'required' })
  const checked = await checkOwnPassword(app, session, password, client)
  if (!checked.ok) return checked
  const ended = await app.auth.endSecondStep(password, client)
  if (ended.ok) await transact(app.db, (tx) => recordAndMail(app, tx, session, 'account.second_step_removed', client))
  return ended
}

/** `unproven`: they have to confirm their identity first; see `sign-in/confirm-identity.ts`. */
type Unproven = { code: 'unproven' }
/** `refused`: what the browser sent is not valid, or the session has ended in the meantime. */
export type AddPasskeyError = Unproven | { code: 'refused' }
/** `gone`: the account has no such passkey. */
export type RemovePasskeyError = Unproven | { code: 'gone' }

/** What a browser needs to make a passkey. Null if they are no longer signed in. */
export async function beginPasskey(app: App, session: Session, client: Client) {
  if (!isProven(session, app.now())) return err<Unproven>({ code: 'unproven' })
  return ok(await app.auth.passkeys.registration(client))
}

/**
 * `response`: what the browser made of the challenge. If the session ends in the meantime, for example by a new
 * password, no passkey is left behind: the lock makes the later transaction see what the earlier one did.
 */
export async function addPasskey(
  app: App,
  session: Session,
  { response, name }: { response?: unknown; name?: unknown },
  client: Client,
): Promise<Result<null, AddPasskeyError>> {
  if (!isProven(session, app.now())) return err({ code: 'unproven' })
  const called = typeof name === 'string' && name.isWellFormed() ? name.trim().slice(0, 60) : ''
  const id = await app.auth.passkeys.register(response, called || m.passkey(), client)
  if (!id) return err({ code: 'refused' })
  return transact(app.db, async (tx) => {
    await lockAccount(tx, session.accountId)
    if (!(await hasSession(tx, session.accountId, session.sessionId))) {
      await deletePasskey(tx, session.accountId, id)
      return err({ code: 'refused' as const })
    }
    await recordAndMail(app, tx, session, 'account.passkey_added', client)
    return ok(null)
  })
}

export async function removePasskey(
  app: App,
  session: Session,
  id: string,
  client: Client,
): Promise<Result<null, RemovePasskeyError>> {
  if (!isProven(session, app.now())) return err({ code: 'unproven' })
  return transact(app.db, async (tx) => {
    if (!(await deletePasskey(tx, session.accountId, id))) return err({ code: 'gone' as const })
    await recordAndMail(app, tx, session, 'account.passkey_removed', client)
    return ok(null)
  })
}

/** False if the account has no such session. */
export async function endSession(app: App, session: Session, id: string, client: Client): Promise<boolean> {
  return transact(app.db, async (tx) => {
    if (!(await deleteSession(tx, session.accountId, id))) return false
    await recordAuditEvent(
      tx,
      accountEvent(app, accountActor(session.accountId, client), 'session.ended', session.accountId),
    )
    return true
  })
}

/** Ends every session but this one. Returns how many. */
export async function endOtherSessions(app: App, session: Session, client: Client): Promise<number> {
  return transact(app.db, async (tx) => {
    const sessions = await deleteSessions(tx, session.accountId, session.sessionId)
    const actor = accountActor(session.accountId, client)
    await recordAuditEvent(tx, accountEvent(app, actor, 'session.ended', session.accountId, { after: { sessions } }))
    return sessions
  })
}

async function recordAndMail(
  app: App,
  tx: Db,
  session: Session,
  action: `account.${string}`,
  client: Client,
): Promise<void> {
  await recordAuditEvent(tx, accountEvent(app, accountActor(session.accountId, client), action, session.accountId))
  await queueAccountMail(app, tx, { kind: 'sign_in_changed', email: session.email })
}
