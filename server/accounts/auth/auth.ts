/**
 * Signing in. Passwords, second steps, passkeys and Google are better-auth's (`better-auth.ts`); this is what the
 * product uses of it. Its HTTP routes are not mounted, so its JSON, which contains tokens, never leaves the server: the
 * functions here return `Set-Cookie` headers.
 *
 * Errors: what a person can act on is a value; a throw is a bug or an outage.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { sessionEnd, type Role } from '#domain/accounts/account'
import { COOKIE_SECONDS, openLibrary, type AuthSettings, type Library } from '#server/accounts/auth/better-auth'
import {
  clearSessionCookie,
  hasSessionCookie,
  readSessionCookie,
  writeSessionCookie,
} from '#server/accounts/auth/session-cookie'
import { findPasswordHash } from '#server/accounts/queries'
import { MAX_USER_AGENT_LENGTH } from '#server/accounts/auth/better-auth-hooks'
import type { BetterAuth, ClientHeaders, SetCookies } from '#server/accounts/auth/better-auth-calls'
import { connectGoogle } from '#server/accounts/auth/google'
import { connectPasskeys } from '#server/accounts/auth/passkeys'
import { connectSecondStep } from '#server/accounts/auth/second-step'
import { markBrowser } from '#server/accounts/auth/known-browser'
import { connectPasswords } from '#server/accounts/auth/password-sign-in'
import { connectHashing, queueKeys, type ClientNetworks } from '#server/accounts/auth/password-hashing'
import { deleteSessionByToken, insertSession } from '#server/accounts/sign-in/sessions-queries'

/**
 * A client that is signed in as the owner of this address, or has followed a link emailed to it. Queued with known
 * browsers.
 */
type VerifiedClient = ClientNetworks & { email: string }

export type Auth = ReturnType<typeof connectAuth>

export function connectAuth(settings: AuthSettings) {
  const { db, secret } = settings
  const secure = settings.publicUrl.startsWith('https:')
  const cookie = { secret, secure, seconds: COOKIE_SECONDS }
  let opened: Promise<Library> | undefined
  const library = () => (opened ??= openLibrary({ ...settings, verifyPassword: passwords.verifyForBetterAuth }))
  const hashing = connectHashing(settings.hashing)
  const readToken = (cookies: string) => readSessionCookie(cookies, cookie)
  const betterAuth: BetterAuth = { library, secret, endSession, withoutSession, readToken }
  const passwords = connectPasswords(betterAuth, hashing, { db, now: settings.now, cookie })

  return {
    /** Whether Google's keys are set. */
    google: settings.google !== undefined,

    hashPassword: (password: string, client: ClientNetworks | VerifiedClient): Promise<string> =>
      hashing.hash(password, 'email' in client ? verifiedQueueKeys(client) : queueKeys(client, null)),

    /** `hash` null: takes as long, and is false. */
    verifyPassword: (hash: string | null, password: string, client: VerifiedClient): Promise<boolean> =>
      hashing.verify(hash, password, verifiedQueueKeys(client)),

    /** How many passwords wait to be hashed. */
    passwordsWaiting: hashing.waiting,

    /** The token in a Cookie header; null without one, or if we did not sign it. */
    readToken,
    hasCookie: (cookies: string): boolean => hasSessionCookie(cookies, secure),
    newToken,
    setCookie: (token: string): string => writeSessionCookie(token, cookie),
    clearCookie: (): string => clearSessionCookie(secure),

    rememberBrowser,

    /** Signs in without a password, for the owner of an address who has followed a link emailed to it. */
    async openSession(account: { id: string; role: Role }, client: ClientHeaders): Promise<SetCookies> {
      await endSession(client)
      const token = newToken()
      const at = settings.now()
      await insertSession(db, {
        id: randomUUID(),
        accountId: account.id,
        token,
        role: account.role,
        userAgent: client.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
        createdAt: at,
        updatedAt: at,
        expiresAt: sessionEnd(account.role, at, at),
        provenAt: at,
      })
      return [writeSessionCookie(token, cookie), ...(await rememberBrowser(account.id, client))]
    },

    /** Ends the browser's session on the server and takes the cookie away. */
    async signOut(client: ClientHeaders): Promise<SetCookies> {
      await endSession(client)
      return [clearSessionCookie(secure)]
    },

    signIn: passwords.signIn,
    ...connectSecondStep(betterAuth),
    passkeys: connectPasskeys(betterAuth),
    ...connectGoogle(betterAuth),
  }

  /** Marks the browser, so that its next password for this account is checked before those of strangers. */
  async function rememberBrowser(accountId: string, { cookies }: ClientHeaders): Promise<SetCookies> {
    const password = await findPasswordHash(db, accountId)
    return password ? [markBrowser(cookies, { id: accountId, password }, settings.now(), cookie)] : []
  }

  async function endSession(client: ClientHeaders): Promise<void> {
    const token = readToken(client.cookies)
    if (token) await deleteSessionByToken(db, token)
  }

  function withoutSession(cookies: string): string {
    return cookies
      .split(';')
      .filter((each) => !hasSessionCookie(each, secure))
      .join(';')
  }
}

const verifiedQueueKeys = (client: VerifiedClient) => queueKeys(client, client.email, true)
const newToken = () => randomBytes(24).toString('base64url')
