/**
 * Signing in. Passwords, second steps, passkeys and Google are better-auth's (`better-auth.ts`); this says what of it the
 * product uses. Its HTTP routes are not mounted, so none of its JSON, which names tokens, ever leaves the server: what comes
 * back from here are `Set-Cookie` headers.
 *
 * Errors: what somebody can act on is a value; a throw is a bug or an outage.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { sessionEnd, type Role } from '#domain/account'
import { err, ok, type Result } from '#domain/result'
import {
  COOKIE_SECONDS,
  LONGEST_USER_AGENT,
  openLibrary,
  type AuthSettings,
  type Library,
} from '#server/auth/better-auth'
import {
  clearSessionCookie,
  hasSessionCookie,
  readSessionCookie,
  writeSessionCookie,
} from '#server/auth/session-cookie'
import { findAccountByEmail } from '#server/db/accounts'
import { waitingLine } from '#server/auth/waiting-line'
import { deleteSessionByToken, insertSession } from '#server/db/sessions'

/** Whose browser asks: its own Cookie and User-Agent headers, and nothing else of the request. */
export type Browser = { cookies: string; userAgent: string | null }

/** `Set-Cookie` headers of the answer. */
export type SetCookies = string[]

export type SignedIn = { step: 'done'; setCookies: SetCookies } | { step: 'second'; setCookies: SetCookies }

/** `refused`: the one answer for whatever is wrong. `suspended`: the password was right, the account is closed. */
export type SignInError = { code: 'refused' } | { code: 'suspended' }

/** `wrong_code` for a code, `wrong_password` where one was asked, `over`: too many tries or too late, begin again. */
export type SecondStepError = { code: 'wrong_code' } | { code: 'wrong_password' } | { code: 'over' }

export type Auth = ReturnType<typeof connectAuth>

/** Passwords that wait to be hashed: some five seconds of work. Who comes after is answered at once, as in an outage. */
const LONGEST_LINE = 100
const HANDS = 2 // Passwords hashed at once: each takes 16 MB and a core for tens of milliseconds, and pages want one too.

export function connectAuth(settings: AuthSettings) {
  const { db, secret } = settings
  const secure = settings.publicUrl.startsWith('https:')
  const cookie = { secret, secure, seconds: COOKIE_SECONDS }
  let opened: Promise<Library> | undefined
  const library = () => (opened ??= openLibrary({ ...settings, verifyPassword: verifyAgain }))
  const byHands = waitingLine(HANDS, LONGEST_LINE)
  const proven = new Set<string>() // A hash and its password, only between our looking and better-auth's.

  return {
    /** Whether Google's keys are set. */
    google: settings.google !== undefined,

    hashPassword: (password: string): Promise<string> =>
      byHands(async () => (await import('better-auth/crypto')).hashPassword(password)),

    verifyPassword,

    /** The token in a Cookie header; null without one, or one that we did not sign. */
    readToken: (cookies: string): string | null => readSessionCookie(cookies, cookie),
    hasCookie: (cookies: string): boolean => hasSessionCookie(cookies, secure),
    newToken,
    setCookie: (token: string): string => writeSessionCookie(token, cookie),
    clearCookie: (): string => clearSessionCookie(secure),

    /** Signs somebody in who has shown otherwise who they are: by a link that was mailed to them. */
    async openSession(account: { id: string; role: Role }, browser: Browser): Promise<SetCookies> {
      await endSessionOf(browser)
      const token = newToken()
      const at = settings.now()
      await insertSession(db, {
        id: randomUUID(),
        account_id: account.id,
        token,
        role: account.role,
        user_agent: browser.userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
        created_at: at,
        updated_at: at,
        expires_at: sessionEnd(account.role, at, at),
      })
      return [writeSessionCookie(token, cookie)]
    },

    /** The session that the browser had before is ended: a token never outlives a sign-in. */
    async signIn(
      credentials: { email: string; password: string },
      browser: Browser,
    ): Promise<Result<SignedIn, SignInError>> {
      const { api } = await library()
      // Ours first: better-auth asks the database one question less where there is no account.
      const hash = (await findAccountByEmail(db, credentials.email))?.password ?? null
      if (!(await verifyPassword(hash, credentials.password))) return err({ code: 'refused' })
      proven.add(`${hash} ${credentials.password}`)
      const answer = await attempt(() =>
        api.signInEmail({ body: credentials, headers: headersOf(browser), returnHeaders: true }),
      ).finally(() => proven.delete(`${hash} ${credentials.password}`))
      if (!answer.ok) {
        return err({ code: answer.error === 'FAILED_TO_CREATE_SESSION' ? 'suspended' : 'refused' })
      }
      await endSessionOf(browser)
      const setCookies = answer.value.headers.getSetCookie()
      return ok({ step: 'twoFactorRedirect' in answer.value.response ? 'second' : 'done', setCookies })
    },

    /** Ends the browser's session on the server and takes the cookie away. */
    async signOut(browser: Browser): Promise<SetCookies> {
      await endSessionOf(browser)
      return [clearSessionCookie(secure)]
    },

    /** The second step of signing in: a code of the authenticator app, or one of the backup codes, each of which works once. */
    async verifySecondStep(code: string, browser: Browser): Promise<Result<SetCookies, SecondStepError>> {
      const { api } = await library()
      const headers = headersOf({ ...browser, cookies: withoutSession(browser.cookies) })
      const given = code.replaceAll(/\s/g, '')
      const answer = await attempt(() =>
        /^\d{6}$/.test(given)
          ? api.verifyTOTP({ body: { code: given }, headers, returnHeaders: true })
          : api.verifyBackupCode({ body: { code: given }, headers, returnHeaders: true }),
      )
      if (answer.ok) return ok(answer.value.headers.getSetCookie())
      return err({ code: /^INVALID_(CODE|BACKUP_CODE)$/.test(answer.error) ? 'wrong_code' : 'over' })
    },

    /** Begins to set up a second step: what the authenticator app scans, and ten backup codes. Nothing changes until it is confirmed. */
    async beginSecondStep(
      password: string,
      browser: Browser,
    ): Promise<Result<{ uri: string; backupCodes: string[] }, SecondStepError>> {
      const { api } = await library()
      const answer = await attempt(() =>
        api.enableTwoFactor({ body: { password, method: 'totp' }, headers: headersOf(browser) }),
      )
      if (!answer.ok) return err({ code: answer.error === 'INVALID_PASSWORD' ? 'wrong_password' : 'over' })
      const { value } = answer
      if (!('totpURI' in value)) throw new Error('better-auth set up no authenticator app')
      return ok({ uri: value.totpURI, backupCodes: value.backupCodes })
    },

    /** From now on signing in asks for a code. The session gets a new token. */
    async confirmSecondStep(code: string, browser: Browser): Promise<Result<SetCookies, SecondStepError>> {
      const { api } = await library()
      const given = code.replaceAll(/\s/g, '')
      const answer = await attempt(() =>
        api.verifyTOTP({ body: { code: given }, headers: headersOf(browser), returnHeaders: true }),
      )
      return answer.ok ? ok(answer.value.headers.getSetCookie()) : err({ code: 'wrong_code' })
    },

    async endSecondStep(password: string, browser: Browser): Promise<Result<SetCookies, SecondStepError>> {
      const { api } = await library()
      const answer = await attempt(() =>
        api.disableTwoFactor({ body: { password }, headers: headersOf(browser), returnHeaders: true }),
      )
      return answer.ok ? ok(answer.value.headers.getSetCookie()) : err({ code: 'wrong_password' })
    },

    passkeys: {
      /**
       * What a browser needs to make a passkey for who is signed in: JSON for `parseCreationOptionsFromJSON`. Null where they
       * signed in more than a day ago: a session that somebody else came by must not become a key for ever.
       */
      async registration(browser: Browser): Promise<{ options: unknown; setCookies: SetCookies } | null> {
        const { api } = await library()
        const answer = await attempt(() =>
          api.generatePasskeyRegistrationOptions({ query: {}, headers: headersOf(browser), returnHeaders: true }),
        )
        return answer.ok ? { options: answer.value.response, setCookies: answer.value.headers.getSetCookie() } : null
      },
      /** `response`: what the browser made of it. False when it does not hold. */
      async register(response: unknown, name: string, browser: Browser): Promise<boolean> {
        const { api } = await library()
        const answer = await attempt(() =>
          api.verifyPasskeyRegistration({ body: { response, name }, headers: headersOf(browser) }),
        )
        return answer.ok
      },
      async challenge(browser: Browser): Promise<{ options: unknown; setCookies: SetCookies }> {
        const { api } = await library()
        const { headers, response } = await api.generatePasskeyAuthenticationOptions({
          headers: headersOf({ ...browser, cookies: withoutSession(browser.cookies) }),
          returnHeaders: true,
        })
        // Asked for here as well as checked after, or some devices would not ask and then be refused.
        return { options: { ...response, userVerification: 'required' }, setCookies: headers.getSetCookie() }
      },
      /** A passkey stands for both steps. Null when it does not hold. */
      async signIn(response: unknown, browser: Browser): Promise<SetCookies | null> {
        const { api } = await library()
        const answer = await attempt(() =>
          api.verifyPasskeyAuthentication({
            body: { response: response as never },
            headers: headersOf(browser),
            returnHeaders: true,
          }),
        )
        if (!answer.ok) return null
        await endSessionOf(browser)
        return answer.value.headers.getSetCookie()
      },
    },

    /** Where Google asks who somebody is. `next`: a path of ours to come back to. */
    async startGoogle(next: string, browser: Browser): Promise<{ url: string; setCookies: SetCookies }> {
      const { api } = await library()
      const { headers, response } = await api.signInSocial({
        body: {
          provider: 'google',
          callbackURL: next,
          errorCallbackURL: '/sign-in?failed=google',
          disableRedirect: true,
        },
        headers: headersOf(browser),
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

  /** Takes as long where there is no hash to compare with, so that time does not tell. */
  function verifyPassword(hash: string | null, password: string): Promise<boolean> {
    return byHands(async () => {
      const crypto = await import('better-auth/crypto')
      if (hash) return crypto.verifyPassword({ hash, password })
      await crypto.hashPassword(password)
      return false
    })
  }

  /** For better-auth, which asks once more what was found to be right a moment ago. */
  async function verifyAgain(hash: string, password: string): Promise<boolean> {
    return proven.has(`${hash} ${password}`) || verifyPassword(hash, password)
  }

  async function endSessionOf(browser: Browser): Promise<void> {
    const token = readSessionCookie(browser.cookies, cookie)
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

const newToken = () => randomBytes(24).toString('base64url')

function headersOf({ cookies, userAgent }: Browser): Headers {
  const headers = new Headers()
  if (cookies) headers.set('cookie', cookies)
  if (userAgent) headers.set('user-agent', userAgent)
  return headers
}

/** What better-auth calls faults of its own and are refusals: of a suspended account, and of what is no passkey. */
const REFUSALS = new Set(['FAILED_TO_CREATE_SESSION', 'UNABLE_TO_CREATE_SESSION', 'FAILED_TO_VERIFY_REGISTRATION'])

/** A refusal of better-auth's as its code; anything else is thrown on. */
async function attempt<Value>(work: () => Promise<Value>): Promise<Result<Value, string>> {
  try {
    return ok(await work())
  } catch (error) {
    const body = error instanceof Error && 'body' in error ? error.body : undefined
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0
    const code = typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : null
    if (code && (status < 500 || REFUSALS.has(code))) return err(code)
    if (status === 409) return err('CONFLICT') // A backup code was used twice at the same moment: better-auth names no code.
    throw error
  }
}
