/** Coming in and going out. Every reason to be refused has one answer, which takes one time. */
import type { Viewer } from '#domain/account'
import { err, ok, type Result } from '#domain/result'
import type { SetCookies } from '#server/auth/auth'
import type { App } from '#server/context'
import { findAccountByEmail } from '#server/db/accounts'
import { recordDeed } from '#server/db/audit'
import { transact } from '#server/db/connect'
import { deleteSession } from '#server/db/sessions'
import { deed, ownerOf } from '#server/workflows/accounts'
import { forgiveAccount, isFirstUse, tryAccount, tryFrom, type Caller, type TooMany } from '#server/workflows/attempts'
import { forgetAllTyped } from '#server/workflows/drafts'
import { queueAccountMail } from '#server/workflows/links'
import { readViewer } from '#server/workflows/sessions'

/** `refused`: the address or the password, which one is not said. `suspended` is told only to who knew the password. */
export type SignInRefusal = { code: 'refused' } | { code: 'suspended' } | TooMany

/** `second`: a code is asked for now. `waitSeconds`: how long the answer is to be held back. */
export type SignInAnswer = {
  waitSeconds: number
  outcome: Result<{ step: 'done' | 'second'; setCookies: SetCookies; admin: boolean }, SignInRefusal>
}

/** `door` admin: only admins come in, and whoever else tries hears `refused`. */
export async function signIn(
  app: App,
  credentials: { email: string; password: string },
  door: 'public' | 'admin',
  caller: Caller,
): Promise<SignInAnswer> {
  const tried = await tryFrom(app, 'sign_in', caller.network)
  if (!tried.ok) return { waitSeconds: 0, outcome: tried }
  const { waitSeconds, tell } = await tryAccount(app, credentials.email)
  if (tell) {
    await transact(app.db, (tx) => queueAccountMail(app, tx, { kind: 'sign_in_attempts', email: credentials.email }))
  }
  if (door === 'admin' && !(await isAdmins(app, credentials))) return { waitSeconds, outcome: err({ code: 'refused' }) }
  const signedIn = await app.auth.signIn(credentials, caller)
  if (!signedIn.ok) return { waitSeconds, outcome: signedIn }
  const { step, setCookies } = signedIn.value
  await forgiveAccount(app, credentials.email)
  const viewer = step === 'done' ? await welcome(app, setCookies, 'password', caller) : null
  return { waitSeconds: 0, outcome: ok({ step, setCookies, admin: viewer?.role === 'admin' }) }
}

/** One hash is computed for whoever tries, admin or not. */
async function isAdmins(app: App, { email, password }: { email: string; password: string }): Promise<boolean> {
  const account = await findAccountByEmail(app.db, email)
  const right = await app.auth.verifyPassword(account?.password ?? null, password)
  return right && account?.role === 'admin' && account.suspended_at === null
}

/** `over`: the first step is too long ago, or there were too many tries: sign in again. */
export async function takeSecondStep(
  app: App,
  code: string,
  caller: Caller,
): Promise<Result<{ setCookies: SetCookies; admin: boolean }, { code: 'wrong_code' } | { code: 'over' } | TooMany>> {
  const tried = await tryFrom(app, 'code', caller.network)
  if (!tried.ok) return tried
  const verified = await app.auth.verifySecondStep(code, caller)
  if (!verified.ok) return err({ code: verified.error.code === 'wrong_code' ? 'wrong_code' : 'over' })
  const came = await viewerBy(app, verified.value)
  // A code counts for half a minute and its neighbours': who saw it typed must not come in by it as well. ASVS 6.5.1.
  if (came && !(await isFirstUse(app, came.accountId, code))) {
    await deleteSession(app.db, came.accountId, came.sessionId)
    return err({ code: 'over' })
  }
  const viewer = await welcome(app, verified.value, 'second_step', caller)
  return ok({ setCookies: verified.value, admin: viewer?.role === 'admin' })
}

/** Null when the passkey is none of ours. */
export async function signInByPasskey(
  app: App,
  response: unknown,
  caller: Caller,
): Promise<Result<{ setCookies: SetCookies; admin: boolean }, { code: 'refused' } | TooMany>> {
  const tried = await tryFrom(app, 'passkey', caller.network)
  if (!tried.ok) return tried
  const setCookies = await app.auth.passkeys.signIn(response, caller)
  if (!setCookies) return err({ code: 'refused' })
  const viewer = await welcome(app, setCookies, 'passkey', caller)
  return ok({ setCookies, admin: viewer?.role === 'admin' })
}

export async function signOut(app: App, viewer: Viewer | null, caller: Caller): Promise<SetCookies> {
  const setCookies = await app.auth.signOut(caller)
  await forgetAllTyped(app, caller.browser) // Whoever uses this browser next is somebody else perhaps.
  if (!viewer) return setCookies
  await deleteSession(app.db, viewer.accountId, viewer.sessionId) // By another tab it may have another token by now.
  await note(app, viewer.accountId, 'session.closed', {}, caller)
  return setCookies
}

/** Who has just come in, by the cookie that they were given; it is written down. */
async function welcome(app: App, setCookies: SetCookies, by: string, caller: Caller): Promise<Viewer | null> {
  const viewer = await viewerBy(app, setCookies)
  if (viewer) await note(app, viewer.accountId, 'session.opened', { by }, caller)
  return viewer
}

async function viewerBy(app: App, setCookies: SetCookies): Promise<Viewer | null> {
  const cookies = setCookies.map((header) => header.split(';')[0]).join('; ')
  return (await readViewer(app, cookies, { maySetCookies: false })).viewer
}

function note(
  app: App,
  accountId: string,
  action: 'session.opened' | 'session.closed',
  after: Record<string, unknown>,
  caller: Caller,
): Promise<void> {
  return recordDeed(app.db, deed(app, ownerOf(accountId, caller), action, accountId, { after }))
}
