/** How somebody signs in, and where they are signed in: second step, passkeys, sessions. Each change is told by mail. */
import type { Viewer } from '#domain/account'
import { err, type Result } from '#domain/result'
import type { SecondStepError, SetCookies } from '#server/auth/auth'
import type { App } from '#server/context'
import { deletePasskey } from '#server/db/accounts'
import { recordDeed } from '#server/db/audit'
import { transact } from '#server/db/connect'
import { deleteSession, deleteSessions } from '#server/db/sessions'
import { deed, ownerOf } from '#server/workflows/accounts'
import { tryFrom, type Caller, type TooMany } from '#server/workflows/attempts'
import { queueAccountMail } from '#server/workflows/links'

/** What the authenticator app scans, and backup codes, each of which opens once. Nothing is asked for until it is confirmed. */
export async function beginSecondStep(
  app: App,
  password: string,
  caller: Caller,
): Promise<Result<{ uri: string; backupCodes: string[] }, SecondStepError | TooMany>> {
  const tried = await tryFrom(app, 'sign_in', caller.network)
  return tried.ok ? app.auth.beginSecondStep(password, caller) : tried
}

/** The session gets another token. */
export async function confirmSecondStep(
  app: App,
  viewer: Viewer,
  code: string,
  caller: Caller,
): Promise<Result<SetCookies, SecondStepError | TooMany>> {
  if (viewer.secondFactor) return err({ code: 'over' }) // It is on: a right code would change nothing, and be told as a change.
  const tried = await tryFrom(app, 'code', caller.network)
  if (!tried.ok) return tried
  const confirmed = await app.auth.confirmSecondStep(code, caller)
  if (confirmed.ok) await noteChange(app, viewer, 'account.second_step_added', {}, caller)
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
  const tried = await tryFrom(app, 'sign_in', caller.network)
  if (!tried.ok) return tried
  const ended = await app.auth.endSecondStep(password, caller)
  if (ended.ok) await noteChange(app, viewer, 'account.second_step_removed', {}, caller)
  return ended
}

/** `response`: what the browser made of the challenge. False when it does not hold. */
export async function addPasskey(
  app: App,
  viewer: Viewer,
  { response, name }: { response?: unknown; name?: unknown },
  caller: Caller,
): Promise<boolean> {
  const called = typeof name === 'string' && name.isWellFormed() ? name.trim().slice(0, 60) : ''
  const added = await app.auth.passkeys.register(response, called || 'Passkey', caller)
  if (added) await noteChange(app, viewer, 'account.passkey_added', {}, caller)
  return added
}

/** False when it is not theirs. */
export async function removePasskey(app: App, viewer: Viewer, id: string, caller: Caller): Promise<boolean> {
  return transact(app.db, async (tx) => {
    if (!(await deletePasskey(tx, viewer.accountId, id))) return false
    await recordDeed(tx, deed(app, ownerOf(viewer.accountId, caller), 'account.passkey_removed', viewer.accountId))
    await queueAccountMail(app, tx, { kind: 'sign_in_changed', email: viewer.email })
    return true
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
  viewer: Viewer,
  action: `account.${string}`,
  after: Record<string, unknown>,
  caller: Caller,
): Promise<void> {
  await transact(app.db, async (tx) => {
    await recordDeed(tx, deed(app, ownerOf(viewer.accountId, caller), action, viewer.accountId, { after }))
    await queueAccountMail(app, tx, { kind: 'sign_in_changed', email: viewer.email })
  })
}
