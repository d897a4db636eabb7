/**
 * better-auth as we configure it: on our tables and column names, without its emails and sign-ups, which are ours
 * (decision 0015). Its sessions begin and end by the product's clock; what it stores for minutes between two steps uses
 * the machine's.
 */
import { randomUUID } from 'node:crypto'
import { PASSWORD_LENGTH } from '#domain/accounts/account'
import { databaseHooks, type ClaimBookings } from '#server/accounts/auth/better-auth-hooks'
import {
  ACCOUNTS,
  CREDENTIALS,
  PASSKEYS,
  SECOND_FACTORS,
  SESSIONS,
  VERIFICATIONS,
} from '#server/accounts/auth/better-auth-tables'
import type { Db } from '#server/platform/db/connect'
import type { Hashing } from '#server/accounts/auth/password-hashing'
import { sessionCookieName } from '#server/accounts/auth/session-cookie'

export type AuthSettings = {
  db: Db
  /** The product's clock. */
  now: () => Date
  claimBookings: ClaimBookings
  /** 32 characters or more: signs cookies, and encrypts the secrets of second steps. */
  secret: string
  /** Without a slash at its end. */
  publicUrl: string
  siteName: string
  google?: { clientId: string; clientSecret: string } | undefined
  onError: (error: unknown) => void
  /** Left out: better-auth's scrypt. */
  hashing?: Hashing | undefined
}

/** How long a browser keeps the cookie. Whether the session is still valid is decided on the server. */
export const COOKIE_SECONDS = 30 * 24 * 60 * 60

/** better-auth counts UTF-16 code units as typed; we count composed characters, of which one takes up to this many. */
const CODE_UNITS_PER_CHARACTER = 4

type LibrarySettings = AuthSettings & { verifyPassword: (hash: string, password: string) => Promise<boolean> }

export type Library = Awaited<ReturnType<typeof openLibrary>>

/** Loaded at the first sign-in, because most processes and requests do not need it. */
export async function openLibrary(settings: LibrarySettings) {
  const { db, secret, publicUrl, siteName, google, onError } = settings
  const [{ betterAuth }, { twoFactor }, { passkey }] = await Promise.all([
    import('better-auth'),
    import('better-auth/plugins'),
    import('@better-auth/passkey'),
  ])
  const secure = publicUrl.startsWith('https:')
  const site = passkeySite(publicUrl)
  return betterAuth({
    appName: siteName,
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: [publicUrl],
    // No transactions of its own: a hook below queries our tables, and PGlite has one connection.
    // Without plugins, since `better-auth-tables.ts` maps our column names.
    database: { db: db.withoutPlugins(), type: 'postgres', transaction: false },
    telemetry: { enabled: false },
    onAPIError: { errorURL: `${publicUrl}/sign-in?failed=google` }, // Its own error page is not mounted.
    rateLimit: { enabled: false }, // We count attempts, by account too: server/accounts/sign-in/attempts.ts.
    logger: { level: 'error', log: (_level, _message, ...details) => onError(details[0] ?? new Error('better-auth')) },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      maxPasswordLength: PASSWORD_LENGTH.max * CODE_UNITS_PER_CHARACTER,
      password: { verify: ({ hash, password }) => settings.verifyPassword(hash, password) },
    },
    socialProviders: google ? { google: { ...google, prompt: 'select_account' } } : {},
    advanced: {
      useSecureCookies: false, // The names below have the prefix __Host-, which is stricter than the __Secure- it would add.
      cookiePrefix: secure ? '__Host-landfall' : 'landfall',
      cookies: { session_token: { name: sessionCookieName(secure) } },
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
      database: { generateId: () => randomUUID() },
      ipAddress: { disableIpTracking: true },
    },
    user: ACCOUNTS,
    session: {
      ...SESSIONS,
      freshAge: 0, // We ask for the password again before a passkey is added: server/accounts/sign-in/confirm-identity.ts.
      expiresIn: COOKIE_SECONDS,
      disableSessionRefresh: true,
    },
    account: { ...CREDENTIALS, updateAccountOnSignIn: false },
    verification: VERIFICATIONS,
    databaseHooks: databaseHooks(settings),
    plugins: [
      twoFactor({
        issuer: siteName,
        accountLockout: { enabled: false }, // Ours is by network, and leaves backup codes usable: server/accounts/sign-in/code-attempts.ts.
        schema: SECOND_FACTORS,
      }),
      passkey({
        rpID: site.id,
        rpName: siteName,
        origin: site.origins,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        authentication: {
          // A passkey stands for both steps, so the device must have verified its user.
          async afterVerification({ verification }) {
            if (!verification.authenticationInfo.userVerified) throw new Error('The passkey did not verify its user')
          },
        },
        schema: PASSKEYS,
      }),
    ],
  })
}

/** Passkeys belong to a host name, never to an IP address, so a demo on loopback uses localhost. WebAuthn §5.1.2. */
function passkeySite(publicUrl: string): { id: string; origins: string[] } {
  const url = new URL(publicUrl)
  if (/^[\d.]+$|^\[/.test(url.hostname)) url.hostname = 'localhost'
  return { id: url.hostname, origins: [url.origin] }
}
