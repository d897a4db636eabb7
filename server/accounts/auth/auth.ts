/**
 * Signing in. Passwords, second steps, passkeys and Google are better-auth's (`better-auth.ts`); this is what the
 * product uses of it. Its HTTP routes are not mounted, so its JSON, which contains tokens, never leaves the server: the
 * functions here return `Set-Cookie` headers.
 *
 * Errors: what a person can act on is a value; a throw is a bug or an outage.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { sessionEnd, type Role } from '#domain/accounts/account'
import { err, ok, type Result } from '#domain/result'
import {
  COOKIE_SECONDS,
  MAX_USER_AGENT_LENGTH,
  openLibrary,
  type AuthSettings,
  type Library,
} from '#server/accounts/auth/better-auth'
import {
  clearSessionCookie,
  hasSessionCookie,
  readSessionCookie,
  writeSessionCookie,
} from '#server/accounts/auth/session-cookie'
import { findAccountByEmail, findPasswordHash } from '#server/accounts/queries'
import {
  attempt,
  headersOf,
  type BetterAuth,
  type ClientHeaders,
  type SetCookies,
} from '#server/accounts/auth/better-auth-calls'
import { connectGoogle } from '#server/accounts/auth/google'
import { connectPasskeys } from '#server/accounts/auth/passkeys'
import { connectSecondStep } from '#server/accounts/auth/second-step'
import { QueueIsFull } from '#server/accounts/auth/hashing-queue'
import { isKnownBrowser, markBrowser } from '#server/accounts/auth/known-browser'
import { connectHashing, KNOWN_CLIENT, queueKeysOf, type ClientNetworks } from '#server/accounts/auth/password-hashing'
import { deleteSessionByToken, insertSession } from '#server/accounts/sign-in/sessions-queries'

type SignedIn = { step: 'done'; setCookies: SetCookies } | { step: 'second'; setCookies: SetCookies }

/**
 * `refused`: the same for every reason. `suspended`: the password was right, the account is suspended. `too_many`: too
 * many passwords wait to be hashed; `retryAfter` is in seconds.
 */
type SignInError = { code: 'refused' } | { code: 'suspended' } | { code: 'too_many'; retryAfter: number }

/**
 * A client that is signed in as the owner of this address, or has followed a link mailed to it. Queued with known
 * browsers.
 */
type VerifiedClient = ClientNetworks & { email: string }

export type Auth = ReturnType<typeof connectAuth>

const RETRY_AFTER_SECONDS = 5 // By then even a full queue has been served.

export function connectAuth(settings: AuthSettings) {
  const { db, secret } = settings
  const secure = settings.publicUrl.startsWith('https:')
  const cookie = { secret, secure, seconds: COOKIE_SECONDS }
  let opened: Promise<Library> | undefined
  const library = () => (opened ??= openLibrary({ ...settings, verifyPassword: verifyForBetterAuth }))
  const hashing = connectHashing(settings.hashing)
  /**
   * Pairs of hash and password that `signIn` has just verified. better-auth verifies once more inside `signInEmail`,
   * and takes no result from us: without this each sign-in would run scrypt twice and wait twice in the queue. A pair
   * is here only while that one call runs.
   */
  const justVerified = new Set<string>()

  const readToken = (cookies: string) => readSessionCookie(cookies, cookie)
  const betterAuth: BetterAuth = { library, secret, endSessionOf, withoutSession, readToken }

  return {
    /** Whether Google's keys are set. */
    google: settings.google !== undefined,

    hashPassword: (password: string, client: ClientNetworks | VerifiedClient): Promise<string> =>
      hashing.hash(password, 'email' in client ? verifiedKeysOf(client) : queueKeysOf(client, null)),

    /** `hash` null: takes as long, and is false. */
    verifyPassword: (hash: string | null, password: string, client: VerifiedClient): Promise<boolean> =>
      hashing.verify(hash, password, verifiedKeysOf(client)),

    /** How many passwords wait to be hashed. */
    passwordsWaiting: hashing.waiting,

    /** The token in a Cookie header; null without one, or if we did not sign it. */
    readToken,
    hasCookie: (cookies: string): boolean => hasSessionCookie(cookies, secure),
    newToken,
    setCookie: (token: string): string => writeSessionCookie(token, cookie),
    clearCookie: (): string => clearSessionCookie(secure),

    rememberBrowser,

    /** Signs in without a password, for the owner of an address who has followed a link mailed to it. */
    async openSession(account: { id: string; role: Role }, client: ClientHeaders): Promise<SetCookies> {
      await endSessionOf(client)
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

    /**
     * Signs in by a password. An earlier session of the browser ends: a token never outlives a sign-in. On the admins'
     * page everybody but an admin who is not suspended is refused, after the same work.
     */
    async signIn(
      credentials: { email: string; password: string },
      page: 'public' | 'admin',
      client: ClientHeaders & ClientNetworks,
    ): Promise<Result<SignedIn, SignInError>> {
      const { api } = await library()
      // We verify first: better-auth makes one query less if there is no account, and its time would tell.
      const account = await findAccountByEmail(db, credentials.email)
      const hash = account?.password ?? null
      const marked = account && hash ? { id: account.id, password: hash } : null
      const known = marked !== null && isKnownBrowser(client.cookies, marked, settings.now(), cookie)
      const keys = queueKeysOf(client, credentials.email, known)
      const isRight = await hashing.verify(hash, credentials.password, keys).catch((error: unknown) => {
        if (error instanceof QueueIsFull) return null
        throw error
      })
      if (isRight === null) return err({ code: 'too_many', retryAfter: RETRY_AFTER_SECONDS })
      const admitted = page === 'public' || (account?.role === 'admin' && account.suspendedAt === null)
      if (!isRight || !admitted) return err({ code: 'refused' })
      const pair = pairOf(hash ?? '', credentials.password)
      justVerified.add(pair)
      const answer = await attempt(() =>
        api.signInEmail({ body: credentials, headers: headersOf(client), returnHeaders: true }),
      ).finally(() => justVerified.delete(pair))
      if (!answer.ok) {
        return err({ code: answer.error === 'FAILED_TO_CREATE_SESSION' ? 'suspended' : 'refused' })
      }
      await endSessionOf(client)
      const setCookies = answer.value.headers.getSetCookie()
      return ok({ step: 'twoFactorRedirect' in answer.value.response ? 'second' : 'done', setCookies })
    },

    /** Ends the browser's session on the server and takes the cookie away. */
    async signOut(client: ClientHeaders): Promise<SetCookies> {
      await endSessionOf(client)
      return [clearSessionCookie(secure)]
    },

    ...connectSecondStep(betterAuth),
    passkeys: connectPasskeys(betterAuth),
    ...connectGoogle(betterAuth),
  }

  /**
   * Called by better-auth: for a sign-in, which we have just verified, and for a password asked for while signed in.
   */
  async function verifyForBetterAuth(hash: string, password: string): Promise<boolean> {
    return justVerified.has(pairOf(hash, password)) || hashing.verify(hash, password, KNOWN_CLIENT)
  }

  /** Marks the browser, so that its next password for this account is checked before those of strangers. */
  async function rememberBrowser(accountId: string, { cookies }: ClientHeaders): Promise<SetCookies> {
    const password = await findPasswordHash(db, accountId)
    return password ? [markBrowser(cookies, { id: accountId, password }, settings.now(), cookie)] : []
  }

  async function endSessionOf(client: ClientHeaders): Promise<void> {
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

const verifiedKeysOf = (client: VerifiedClient) => queueKeysOf(client, client.email, true)
const pairOf = (hash: string, password: string) => `${hash} ${password}`
const newToken = () => randomBytes(24).toString('base64url')
