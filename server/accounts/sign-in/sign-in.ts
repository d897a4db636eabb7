/** Signing in and out. All refusals look the same and take the same time. */
import type { Client } from '#domain/accounts/client'
import type { Session } from '#domain/accounts/account'
import { err, ok, type Result } from '#domain/result'
import type { SetCookies } from '#server/accounts/auth/better-auth-calls'
import type { App } from '#server/context'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { transact } from '#server/platform/db/connect'
import { deleteSession } from '#server/accounts/sign-in/sessions-queries'
import { accountActor, accountEvent } from '#server/accounts/audit'
import {
  resetSignInAttempts,
  isFirstUseOfCode,
  countSignInAttempt,
  limitByNetwork,
  type TooMany,
} from '#server/accounts/sign-in/attempts'
import {
  resetCodeAttempts,
  reportWrongCode,
  countCodeAttempt,
  type CodesClosed,
} from '#server/accounts/sign-in/code-attempts'
import { discardAllDrafts } from '#server/accounts/drafts/drafts'
import { queueAccountMail } from '#server/accounts/sign-in/links'
import { readSession } from '#server/accounts/sign-in/sessions'

/**
 * `refused`: address or password is wrong; it does not say which. `suspended`: only after the right password.
 */
export type SignInRefusal = { code: 'refused' } | { code: 'suspended' } | TooMany

/** `second`: a code is needed. `waitSeconds`: how long to delay the response. */
export type SignInResult = {
  waitSeconds: number
  outcome: Result<{ step: 'done' | 'second'; setCookies: SetCookies; admin: boolean }, SignInRefusal>
}

/** On the admins' page everyone but an admin is refused. */
export async function signIn(
  app: App,
  credentials: { email: string; password: string },
  page: 'public' | 'admin',
  client: Client,
): Promise<SignInResult> {
  const tried = await limitByNetwork(app, 'sign_in', client)
  if (!tried.ok) return { waitSeconds: 0, outcome: tried }
  const { waitSeconds, notify } = await countSignInAttempt(app, credentials.email)
  if (notify) {
    await transact(app.db, (tx) => queueAccountMail(app, tx, { kind: 'sign_in_attempts', email: credentials.email }))
  }
  const signedIn = await app.auth.signIn(credentials, page, client)
  if (!signedIn.ok) return { waitSeconds, outcome: signedIn }
  const { step, setCookies } = signedIn.value
  await resetSignInAttempts(app, credentials.email)
  if (step === 'second') return { waitSeconds: 0, outcome: ok({ step, setCookies, admin: false }) }
  const finished = await finishSignIn(app, setCookies, 'password', client)
  return { waitSeconds: 0, outcome: ok({ step, ...finished }) }
}

/**
 * `over`: the first step is too long ago, or there were too many attempts since: sign in again. `closed`: too many
 * wrong codes of this kind came from this network; the other kind is still accepted.
 */
type SecondStepRefusal = { code: 'wrong_code' } | { code: 'over' } | CodesClosed | TooMany

export async function takeSecondStep(
  app: App,
  code: string,
  client: Client,
): Promise<Result<{ setCookies: SetCookies; admin: boolean }, SecondStepRefusal>> {
  const tried = await limitByNetwork(app, 'code', client)
  if (!tried.ok) return tried
  const accountId = await app.auth.accountAtSecondStep(client)
  if (!accountId) return err({ code: 'over' })
  const attempt = await countCodeAttempt(app, accountId, code, client)
  if (!attempt.ok) return attempt
  const verified = await app.auth.verifySecondStep(code, client)
  if (!verified.ok) {
    await reportWrongCode(app, attempt.value, client)
    return err({ code: verified.error.code === 'wrong_code' ? 'wrong_code' : 'over' })
  }
  const session = await sessionIn(app, verified.value)
  if (session && !(await isFirstUseOfCode(app, session.accountId, code))) {
    await deleteSession(app.db, session.accountId, session.sessionId)
    return err({ code: 'over' })
  }
  await resetCodeAttempts(app, attempt.value, client)
  return ok(await finishSignIn(app, verified.value, 'second_step', client))
}

/** `refused`: the passkey is not valid or unknown, or its account is suspended. */
export type PasskeyRefusal = { code: 'refused' } | TooMany

export async function signInByPasskey(
  app: App,
  response: unknown,
  client: Client,
): Promise<Result<{ setCookies: SetCookies; admin: boolean }, PasskeyRefusal>> {
  const tried = await limitByNetwork(app, 'passkey', client)
  if (!tried.ok) return tried
  const setCookies = await app.auth.passkeys.signIn(response, client)
  if (!setCookies) return err({ code: 'refused' })
  return ok(await finishSignIn(app, setCookies, 'passkey', client))
}

export async function signOut(app: App, session: Session | null, client: Client): Promise<SetCookies> {
  const setCookies = await app.auth.signOut(client)
  await discardAllDrafts(app, client.browser) // The next person at this browser may be another.
  if (!session) return setCookies
  await deleteSession(app.db, session.accountId, session.sessionId) // By id, because another tab may have changed its token by now.
  await recordSessionEvent(app, session.accountId, 'session.closed', {}, client)
  return setCookies
}

/** Records a sign-in, of the session in these cookies, and marks the browser as known. */
async function finishSignIn(
  app: App,
  setCookies: SetCookies,
  by: string,
  client: Client,
): Promise<{ setCookies: SetCookies; admin: boolean }> {
  const session = await sessionIn(app, setCookies)
  if (!session) return { setCookies, admin: false }
  await recordSessionEvent(app, session.accountId, 'session.opened', { by }, client)
  const mark = await app.auth.rememberBrowser(session.accountId, client)
  return { setCookies: [...setCookies, ...mark], admin: session.role === 'admin' }
}

async function sessionIn(app: App, setCookies: SetCookies): Promise<Session | null> {
  const cookies = setCookies.map((header) => header.split(';')[0]).join('; ')
  return (await readSession(app, cookies, { maySetCookies: false })).session
}

function recordSessionEvent(
  app: App,
  accountId: string,
  action: 'session.opened' | 'session.closed',
  after: Record<string, unknown>,
  client: Client,
): Promise<void> {
  return recordAuditEvent(app.db, accountEvent(app, accountActor(accountId, client), action, accountId, { after }))
}
