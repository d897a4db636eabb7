/** How somebody signs in, and where they are signed in: second step, passkeys, sessions. Each change is told by mail. */
import { isProven, type Viewer } from '#domain/accounts/account'
import { err, ok, type Result } from '#domain/result'
import type { SecondStepError, SetCookies } from '#server/accounts/auth/auth'
import type { App } from '#server/context'
import { deletePasskey, lockAccount } from '#server/accounts/queries'
import { recordDeed } from '#server/accounts/audit-queries'
import { transact, type Db } from '#server/db/connect'
import { deleteSession, deleteSessions, hasSession } from '#server/accounts/sign-in/sessions-queries'
import { deed, ownerOf } from '#server/accounts/accounts'
import { isFirstUse, tryFrom, type Caller, type TooMany } from '#server/accounts/sign-in/attempts'
import { queueAccountMail } from '#server/accounts/sign-in/links'
import { provePassword } from '#server/accounts/sign-in/proof'

/** What the authenticator app scans, and backup codes, each of which opens once. Nothing is asked for until it is confirmed. */
export async function beginSecondStep(
  app: App,
  viewer: Viewer,
  password: string,
  caller: Caller,
): Promise<Result<{ uri: string; backupCodes: string[] }, SecondStepError | TooMany>> {
  const proved = await provePassword(app, viewer, password, caller)
  return proved.ok ? app.auth.beginSecondStep(password, caller) : proved
}

/** The session gets another token. */
export async function confirmSecondStep(
  app: App,
  viewer: Viewer,
  code: string,
  caller: Caller,
): Promise<Result<SetCookies, SecondStepError | TooMany>> {
  if (viewer.secondFactor) return err({ code: 'over' }) // It is on: a right code would change nothing, and be told as a change.
  const tried = await tryFrom(app, 'code', caller)
  if (!tried.ok) return tried
  // Before it is looked at: the same code must not open the account at the sign-in a moment later.
  if (!(await isFirstUse(app, viewer.accountId, code))) return err({ code: 'wrong_code' })
  const confirmed = await app.auth.confirmSecondStep(code, caller)
  if (confirmed.ok) await transact(app.db, (tx) => noteChange(app, tx, viewer, 'account.second_step_added', caller))
  return confirmed
}

/** Refused to an admin when live: there it is required. */
export async function endSecondStep(
  app: App,
  viewer: Viewer,
  password: string,
  caller: Caller,
): Promise<Result<SetCookies, SecondStepError | TooMany | { code: 'required' }>> {
  if (viewer.role === 'admin' && app.config.mode === 'live') return err({ code: 'required' })
  const proved = await provePassword(app, viewer, password, caller)
  if (!proved.ok) return proved
  const ended = await app.auth.endSecondStep(password, caller)
  if (ended.ok) await transact(app.db, (tx) => noteChange(app, tx, viewer, 'account.second_step_removed', caller))
  return ended
}

/** `unproven`: it is too long since their owner showed who they are; `proof.ts` asks again. */
type Unproven = { code: 'unproven' }

/** What a browser needs to make a passkey. Null for who is not signed in any more. */
export async function beginPasskey(app: App, viewer: Viewer, caller: Caller) {
  if (!isProven(viewer, app.now())) return err<Unproven>({ code: 'unproven' })
  return ok(await app.auth.passkeys.registration(caller))
}

/**
 * `response`: what the browser made of the challenge; `refused` when it does not hold. A session that is ended meanwhile, as
 * by its owner's new password, leaves no passkey behind: of the two transactions the second sees what the first did.
 */
export async function addPasskey(
  app: App,
  viewer: Viewer,
  { response, name }: { response?: unknown; name?: unknown },
  caller: Caller,
): Promise<Result<null, Unproven | { code: 'refused' }>> {
  if (!isProven(viewer, app.now())) return err({ code: 'unproven' })
  const called = typeof name === 'string' && name.isWellFormed() ? name.trim().slice(0, 60) : ''
  const id = await app.auth.passkeys.register(response, called || 'Passkey', caller)
  if (!id) return err({ code: 'refused' })
  return transact(app.db, async (tx) => {
    await lockAccount(tx, viewer.accountId)
    if (!(await hasSession(tx, viewer.accountId, viewer.sessionId))) {
      await deletePasskey(tx, viewer.accountId, id)
      return err({ code: 'refused' as const })
    }
    await noteChange(app, tx, viewer, 'account.passkey_added', caller)
    return ok(null)
  })
}

/** `gone`: it is not theirs. */
export async function removePasskey(
  app: App,
  viewer: Viewer,
  id: string,
  caller: Caller,
): Promise<Result<null, Unproven | { code: 'gone' }>> {
  if (!isProven(viewer, app.now())) return err({ code: 'unproven' })
  return transact(app.db, async (tx) => {
    if (!(await deletePasskey(tx, viewer.accountId, id))) return err({ code: 'gone' as const })
    await noteChange(app, tx, viewer, 'account.passkey_removed', caller)
    return ok(null)
  })
}

/** False when it is not theirs, or is over. */
export async function endSession(app: App, viewer: Viewer, id: string, caller: Caller): Promise<boolean> {
  return transact(app.db, async (tx) => {
    if (!(await deleteSession(tx, viewer.accountId, id))) return false
    await recordDeed(tx, deed(app, ownerOf(viewer.accountId, caller), 'session.ended', viewer.accountId))
    return true
  })
}

/** Every session but the one that asks. Answers how many. */
export async function endOtherSessions(app: App, viewer: Viewer, caller: Caller): Promise<number> {
  return transact(app.db, async (tx) => {
    const sessions = await deleteSessions(tx, viewer.accountId, viewer.sessionId)
    const owner = ownerOf(viewer.accountId, caller)
    await recordDeed(tx, deed(app, owner, 'session.ended', viewer.accountId, { after: { sessions } }))
    return sessions
  })
}

async function noteChange(
  app: App,
  tx: Db,
  viewer: Viewer,
  action: `account.${string}`,
  caller: Caller,
): Promise<void> {
  await recordDeed(tx, deed(app, ownerOf(viewer.accountId, caller), action, viewer.accountId))
  await queueAccountMail(app, tx, { kind: 'sign_in_changed', email: viewer.email })
}
