/** Signing in by a password. Passwords from known browsers are hashed first (`hashing-queue.ts`). */
import { err, ok, type Result } from '#domain/result'
import {
  attempt,
  toHeaders,
  type BetterAuth,
  type ClientHeaders,
  type SetCookies,
} from '#server/accounts/auth/better-auth-calls'
import { QueueIsFull } from '#server/accounts/auth/hashing-queue'
import { isKnownBrowser } from '#server/accounts/auth/known-browser'
import {
  KNOWN_CLIENT,
  queueKeys,
  type ClientNetworks,
  type connectHashing,
} from '#server/accounts/auth/password-hashing'
import { findAccountByEmail } from '#server/accounts/queries'
import type { Db } from '#server/platform/db/connect'

type SignedIn = { step: 'done'; setCookies: SetCookies } | { step: 'second'; setCookies: SetCookies }

/**
 * `refused`: the same for every reason. `suspended`: the password was right, the account is suspended. `too_many`: too
 * many passwords wait to be hashed; `retryAfter` is in seconds.
 */
type SignInError = { code: 'refused' } | { code: 'suspended' } | { code: 'too_many'; retryAfter: number }

const RETRY_AFTER_SECONDS = 5 // By then even a full queue has been served.

type PasswordSettings = { db: Db; now: () => Date; cookie: { secret: string; secure: boolean } }

export function connectPasswords(
  { library, endSession }: BetterAuth,
  hashing: ReturnType<typeof connectHashing>,
  settings: PasswordSettings,
) {
  /**
   * Pairs of hash and password that `signIn` has just verified. better-auth verifies once more inside `signInEmail`,
   * and takes no result from us: without this each sign-in would run scrypt twice and wait twice in the queue. A pair
   * is here only while that one call runs.
   */
  const justVerified = new Set<string>()

  /**
   * Signs in by a password. An earlier session of the browser ends: a token never outlives a sign-in. On the admins'
   * page everyone but an admin who is not suspended is refused, after the same work.
   */
  async function signIn(
    credentials: { email: string; password: string },
    page: 'public' | 'admin',
    client: ClientHeaders & ClientNetworks,
  ): Promise<Result<SignedIn, SignInError>> {
    const { api } = await library()
    // We verify first: better-auth makes one query less if there is no account, and the timing would reveal it.
    const account = await findAccountByEmail(settings.db, credentials.email)
    const hash = account?.password ?? null
    const marked = account && hash ? { id: account.id, password: hash } : null
    const known = marked !== null && isKnownBrowser(client.cookies, marked, settings.now(), settings.cookie)
    const keys = queueKeys(client, credentials.email, known)
    const isRight = await hashing.verify(hash, credentials.password, keys).catch((error: unknown) => {
      if (error instanceof QueueIsFull) return null
      throw error
    })
    if (isRight === null) return err({ code: 'too_many', retryAfter: RETRY_AFTER_SECONDS })
    const admitted = page === 'public' || (account?.role === 'admin' && account.suspendedAt === null)
    if (!isRight || !admitted) return err({ code: 'refused' })
    const pair = joinPair(hash ?? '', credentials.password)
    justVerified.add(pair)
    const result = await attempt(() =>
      api.signInEmail({ body: credentials, headers: toHeaders(client), returnHeaders: true }),
    ).finally(() => justVerified.delete(pair))
    if (!result.ok) {
      return err({ code: result.error === 'FAILED_TO_CREATE_SESSION' ? 'suspended' : 'refused' })
    }
    await endSession(client)
    const setCookies = result.value.headers.getSetCookie()
    return ok({ step: 'twoFactorRedirect' in result.value.response ? 'second' : 'done', setCookies })
  }

  /** better-auth calls it during a sign-in, which we have just verified, and for a password confirmed while signed in. */
  async function verifyForBetterAuth(hash: string, password: string): Promise<boolean> {
    return justVerified.has(joinPair(hash, password)) || hashing.verify(hash, password, KNOWN_CLIENT)
  }

  return { signIn, verifyForBetterAuth }
}

const joinPair = (hash: string, password: string) => `${hash} ${password}`
