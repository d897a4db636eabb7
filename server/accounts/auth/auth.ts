/**
 * Signing in. Passwords, second steps, passkeys and Google are better-auth's (`better-auth.ts`); this says what of it the
 * product uses. Its HTTP routes are not mounted, so none of its JSON, which names tokens, ever leaves the server: what comes
 * back from here are `Set-Cookie` headers.
 *
 * Errors: what somebody can act on is a value; a throw is a bug or an outage.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { isAppCode, sessionEnd, type Role } from '#domain/accounts/account'
import { err, ok, type Result } from '#domain/result'
import {
  COOKIE_SECONDS,
  LONGEST_USER_AGENT,
  openLibrary,
  type AuthSettings,
  type Library,
} from '#server/accounts/auth/better-auth'
import {
  clearSessionCookie,
  hasSessionCookie,
  readSessionCookie,
  readSignedCookie,
  writeSessionCookie,
} from '#server/accounts/auth/session-cookie'
import { findAccountByEmail, findPasswordHash } from '#server/accounts/queries'
import { attempt, headersOf, type ClientHeaders } from '#server/accounts/auth/better-auth-calls'
import { QueueIsFull } from '#server/accounts/auth/hashing-queue'
import { isKnownBrowser, markBrowser } from '#server/accounts/auth/known-browser'
import { askerFrom, connectHashing, KNOWN, type ClientNetworks } from '#server/accounts/auth/password-hashing'
import { deleteSessionByToken, insertSession } from '#server/accounts/sign-in/sessions-queries'

/** `Set-Cookie` headers of the answer. */
export type SetCookies = string[]

type SignedIn = { step: 'done'; setCookies: SetCookies } | { step: 'second'; setCookies: SetCookies }

/**
 * `refused`: the one answer for whatever is wrong. `suspended`: the password was right, the account is closed. `too_many`:
 * too many passwords wait to be looked at; `retryAfter` is in seconds.
 */
type SignInError = { code: 'refused' } | { code: 'suspended' } | { code: 'too_many'; retryAfter: number }

/** `wrong_code` for a code, `wrong_password` where one was asked, `over`: too many tries or too late, begin again. */
export type SecondStepError = { code: 'wrong_code' } | { code: 'wrong_password' } | { code: 'over' }

/** Who is signed in to this address or has followed a link that it was mailed: served with known browsers, in turns as all are. */
export type Shown = ClientNetworks & { email: string }

export type Auth = ReturnType<typeof connectAuth>

const RETRY_AFTER = 5 // Seconds, after which even a queue that was full has been served.

export function connectAuth(settings: AuthSettings) {
  const { db, secret } = settings
  const secure = settings.publicUrl.startsWith('https:')
  const cookie = { secret, secure, seconds: COOKIE_SECONDS }
  let opened: Promise<Library> | undefined
  const library = () => (opened ??= openLibrary({ ...settings, verifyPassword: verifyAgain }))
  const hashing = connectHashing(settings.hashing)
  const proven = new Set<string>() // A hash and its password, only between our looking and better-auth's.

  return {
    /** Whether Google's keys are set. */
    google: settings.google !== undefined,

    hashPassword: (password: string, client: ClientNetworks | Shown): Promise<string> =>
      hashing.hash(password, 'email' in client ? askerOf(client) : askerFrom(client, null)),

    /** For who has shown who they are. `hash` null: takes as long, and is false. */
    verifyPassword: (hash: string | null, password: string, who: Shown): Promise<boolean> =>
      hashing.verify(hash, password, askerOf(who)),

    /** How many passwords wait to be hashed. */
    passwordsWaiting: hashing.waiting,

    /** The token in a Cookie header; null without one, or one that we did not sign. */
    readToken: (cookies: string): string | null => readSessionCookie(cookies, cookie),
    hasCookie: (cookies: string): boolean => hasSessionCookie(cookies, secure),
    newToken,
    setCookie: (token: string): string => writeSessionCookie(token, cookie),
    clearCookie: (): string => clearSessionCookie(secure),

    rememberBrowser,

    /** Signs somebody in who has shown otherwise who they are: by a link that was mailed to them. */
    async openSession(account: { id: string; role: Role }, client: ClientHeaders): Promise<SetCookies> {
      await endSessionOf(client)
      const token = newToken()
      const at = settings.now()
      await insertSession(db, {
        id: randomUUID(),
        account_id: account.id,
        token,
        role: account.role,
        user_agent: client.userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
        created_at: at,
        updated_at: at,
        expires_at: sessionEnd(account.role, at, at),
        proven_at: at,
      })
      return [writeSessionCookie(token, cookie), ...(await rememberBrowser(account.id, client))]
    },

    /**
     * The session that the browser had before is ended: a token never outlives a sign-in. `door` admin: whoever is no admin,
     * or is suspended, is refused after the same work.
     */
    async signIn(
      credentials: { email: string; password: string },
      door: 'public' | 'admin',
      client: ClientHeaders & ClientNetworks,
    ): Promise<Result<SignedIn, SignInError>> {
      const { api } = await library()
      // Ours first: better-auth asks the database one question less where there is no account.
      const account = await findAccountByEmail(db, credentials.email)
      const hash = account?.password ?? null
      const marked = account && hash ? { id: account.id, password: hash } : null
      const known = marked !== null && isKnownBrowser(client.cookies, marked, settings.now(), cookie)
      const asker = askerFrom(client, credentials.email, known)
      const isRight = await hashing.verify(hash, credentials.password, asker).catch((error: unknown) => {
        if (error instanceof QueueIsFull) return null
        throw error
      })
      if (isRight === null) return err({ code: 'too_many', retryAfter: RETRY_AFTER })
      const admitted = door === 'public' || (account?.role === 'admin' && account.suspended_at === null)
      if (!isRight || !admitted) return err({ code: 'refused' })
      proven.add(`${hash} ${credentials.password}`)
      const answer = await attempt(() =>
        api.signInEmail({ body: credentials, headers: headersOf(client), returnHeaders: true }),
      ).finally(() => proven.delete(`${hash} ${credentials.password}`))
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

    /** Whose second step this browser is to take. Null when the first one is too long ago, or was not taken. */
    async accountAtSecondStep(client: ClientHeaders): Promise<string | null> {
      const context = await (await library()).$context
      const challenge = readSignedCookie(client.cookies, context.createAuthCookie('two_factor').name, secret)
      const kept = challenge && (await context.internalAdapter.findVerificationValue(challenge))
      return kept && /^[\da-f-]{36}$/.test(kept.value) ? kept.value : null // Signed cookies name no purpose: it may be a passkey's.
    },

    /** The second step of signing in: a code of the authenticator app, or one of the backup codes, each of which works once. */
    async verifySecondStep(code: string, client: ClientHeaders): Promise<Result<SetCookies, SecondStepError>> {
      const { api } = await library()
      const headers = headersOf({ ...client, cookies: withoutSession(client.cookies) })
      const given = code.replaceAll(/\s/g, '')
      const answer = await attempt(() =>
        isAppCode(given)
          ? api.verifyTOTP({ body: { code: given }, headers, returnHeaders: true })
          : api.verifyBackupCode({ body: { code: given }, headers, returnHeaders: true }),
      )
      if (answer.ok) return ok(answer.value.headers.getSetCookie())
      return err({ code: /^INVALID_(CODE|BACKUP_CODE)$/.test(answer.error) ? 'wrong_code' : 'over' })
    },

    /** Begins to set up a second step: what the authenticator app scans, and ten backup codes. Nothing changes until it is confirmed. */
    async beginSecondStep(
      password: string,
      client: ClientHeaders,
    ): Promise<Result<{ uri: string; backupCodes: string[] }, SecondStepError>> {
      const { api } = await library()
      const answer = await attempt(() =>
        api.enableTwoFactor({ body: { password, method: 'totp' }, headers: headersOf(client) }),
      )
      if (!answer.ok) return err({ code: answer.error === 'INVALID_PASSWORD' ? 'wrong_password' : 'over' })
      const { value } = answer
      if (!('totpURI' in value)) throw new Error('better-auth set up no authenticator app')
      return ok({ uri: value.totpURI, backupCodes: value.backupCodes })
    },

    /** From now on signing in asks for a code. The session gets a new token. */
    async confirmSecondStep(code: string, client: ClientHeaders): Promise<Result<SetCookies, SecondStepError>> {
      const { api } = await library()
      const given = code.replaceAll(/\s/g, '')
      const answer = await attempt(() =>
        api.verifyTOTP({ body: { code: given }, headers: headersOf(client), returnHeaders: true }),
      )
      return answer.ok ? ok(answer.value.headers.getSetCookie()) : err({ code: 'wrong_code' })
    },

    async endSecondStep(password: string, client: ClientHeaders): Promise<Result<SetCookies, SecondStepError>> {
      const { api } = await library()
      const answer = await attempt(() =>
        api.disableTwoFactor({ body: { password }, headers: headersOf(client), returnHeaders: true }),
      )
      return answer.ok ? ok(answer.value.headers.getSetCookie()) : err({ code: 'wrong_password' })
    },

    passkeys: {
      /**
       * What a browser needs to make a passkey for who is signed in: JSON for `parseCreationOptionsFromJSON`. Null for nobody.
       * Whether they have lately shown who they are is for the caller to ask.
       */
      async registration(client: ClientHeaders): Promise<{ options: unknown; setCookies: SetCookies } | null> {
        const { api } = await library()
        const answer = await attempt(() =>
          api.generatePasskeyRegistrationOptions({ query: {}, headers: headersOf(client), returnHeaders: true }),
        )
        return answer.ok ? { options: answer.value.response, setCookies: answer.value.headers.getSetCookie() } : null
      },
      /** `response`: what the browser made of it. The passkey's id; null when it does not hold. */
      async register(response: unknown, name: string, client: ClientHeaders): Promise<string | null> {
        const { api } = await library()
        const answer = await attempt(() =>
          api.verifyPasskeyRegistration({ body: { response, name }, headers: headersOf(client) }),
        )
        return answer.ok ? answer.value.id : null
      },
      async challenge(client: ClientHeaders): Promise<{ options: unknown; setCookies: SetCookies }> {
        const { api } = await library()
        const { headers, response } = await api.generatePasskeyAuthenticationOptions({
          headers: headersOf({ ...client, cookies: withoutSession(client.cookies) }),
          returnHeaders: true,
        })
        // Asked for here as well as checked after, or some devices would not ask and then be refused.
        return { options: { ...response, userVerification: 'required' }, setCookies: headers.getSetCookie() }
      },
      /** A passkey stands for both steps. Null when it does not hold. */
      async signIn(response: unknown, client: ClientHeaders): Promise<SetCookies | null> {
        const { api } = await library()
        const answer = await attempt(() =>
          api.verifyPasskeyAuthentication({
            body: { response: response as never },
            headers: headersOf(client),
            returnHeaders: true,
          }),
        )
        if (!answer.ok) return null
        await endSessionOf(client)
        return answer.value.headers.getSetCookie()
      },
    },

    /** Where Google asks who somebody is. `next`: a path of ours to come back to. */
    async startGoogle(next: string, client: ClientHeaders): Promise<{ url: string; setCookies: SetCookies }> {
      const { api } = await library()
      const { headers, response } = await api.signInSocial({
        body: {
          provider: 'google',
          callbackURL: next,
          errorCallbackURL: '/sign-in?failed=google',
          disableRedirect: true,
        },
        headers: headersOf(client),
        returnHeaders: true,
      })
      if (!response.url) throw new Error('better-auth names no address of Google’s')
      return { url: response.url, setCookies: headers.getSetCookie() }
    },

    /** Google's way back. The one answer of better-auth's that goes out as it is: a redirect to a path of ours. */
    async finishGoogle(request: Request): Promise<Response> {
      const answer = await (await library()).handler(request)
      const isIn = answer.headers.getSetCookie().some((header) => readSessionCookie(header.split(';')[0]!, cookie))
      if (isIn) await endSessionOf({ cookies: request.headers.get('cookie') ?? '', userAgent: null })
      return answer
    },
  }

  /** For better-auth, which asks once more what was found to be right a moment ago, or asks who is signed in. */
  async function verifyAgain(hash: string, password: string): Promise<boolean> {
    return proven.has(`${hash} ${password}`) || hashing.verify(hash, password, KNOWN)
  }

  /** Lets the browser's next sign-in to this account be looked at before strangers' guesses. Nothing without a password. */
  async function rememberBrowser(accountId: string, { cookies }: ClientHeaders): Promise<SetCookies> {
    const password = await findPasswordHash(db, accountId)
    return password ? [markBrowser(cookies, { id: accountId, password }, settings.now(), cookie)] : []
  }

  async function endSessionOf(client: ClientHeaders): Promise<void> {
    const token = readSessionCookie(client.cookies, cookie)
    if (token) await deleteSessionByToken(db, token)
  }

  /** The first step is not a session yet, and whoever has one is not asked for a second step by it. */
  function withoutSession(cookies: string): string {
    return cookies
      .split(';')
      .filter((each) => !hasSessionCookie(each, secure))
      .join(';')
  }
}

const askerOf = (who: Shown) => askerFrom(who, who.email, true)
const newToken = () => randomBytes(24).toString('base64url')
