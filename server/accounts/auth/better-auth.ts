/**
 * better-auth as we configure it: on our tables and column names, without its mails and sign-ups, which are ours
 * (decision 0015). Its sessions begin and end by the product's clock; what it stores for minutes between two steps uses
 * the machine's.
 */
import { randomUUID } from 'node:crypto'
import { PASSWORD_LENGTH, roleOf, sessionEnd } from '#domain/accounts/account'
import { findAccount } from '#server/accounts/queries'
import { claimBookings } from '#server/bookings/queries'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import type { Db } from '#server/db/connect'
import { findMentorOfAccount } from '#server/accounts/sign-in/sessions-queries'
import type { Hashing } from '#server/accounts/auth/password-hashing'
import { sessionCookieName } from '#server/accounts/auth/session-cookie'

export type AuthSettings = {
  db: Db
  /** The product's clock. */
  now: () => Date
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

export const MAX_USER_AGENT_LENGTH = 300 // Characters.

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
    // Without plugins, since it is told below what our columns are called.
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
    user: {
      modelName: 'accounts',
      fields: {
        emailVerified: 'email_verified',
        image: 'picture',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'account_id',
        userAgent: 'user_agent',
        ipAddress: 'address',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
        expiresAt: 'expires_at',
      },
      additionalFields: {
        role: { type: 'string', required: true, input: false, defaultValue: 'member' },
        provenAt: { type: 'date', required: false, input: false, fieldName: 'proven_at' },
      },
      freshAge: 0, // We ask for the password again before a passkey is added: server/accounts/sign-in/confirm-identity.ts.
      expiresIn: COOKIE_SECONDS,
      disableSessionRefresh: true,
    },
    account: {
      modelName: 'credentials',
      fields: {
        userId: 'account_id',
        providerId: 'provider',
        accountId: 'provider_account',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      updateAccountOnSignIn: false,
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    databaseHooks: {
      session: {
        create: {
          async before(session, context) {
            const account = await findAccount(db, session.userId)
            if (!account || account.suspendedAt) return false
            // Google alone does not open an account that has a second step.
            if (account.secondFactor && context?.path?.startsWith('/callback')) return false
            const mentor = await findMentorOfAccount(db, account.id)
            const role = roleOf({ role: account.role, mentorId: mentor?.id ?? null })
            const at = settings.now()
            const userAgent = session.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null
            const times = { createdAt: at, updatedAt: at, expiresAt: sessionEnd(role, at, at), provenAt: at }
            return { data: { ...session, ...times, role, userAgent, ipAddress: null } }
          },
          /**
           * Other sign-ins are recorded by `server/accounts/sign-in/sign-in.ts`, which Google's callback does not pass.
           */
          async after(session, context) {
            if (!context?.path?.startsWith('/callback')) return
            await recordAuditEvent(db, {
              at: settings.now(),
              actor: { kind: 'account', accountId: session.userId, address: null },
              action: 'session.opened',
              subject: 'accounts',
              subjectId: session.userId,
              after: { by: 'google' },
            })
          },
        },
      },
      user: {
        create: {
          /** Only Google's callback makes accounts here, and only for an address that Google has verified. */
          async before(user) {
            if (!user.emailVerified) return false
            const at = settings.now()
            return { data: { ...user, image: null, createdAt: at, updatedAt: at } }
          },
          async after(user) {
            await claimBookings(db, user.id, user.email)
            await recordAuditEvent(db, {
              at: settings.now(),
              actor: { kind: 'account', accountId: user.id, address: null },
              action: 'account.created',
              subject: 'accounts',
              subjectId: user.id,
              after: { by: 'google' },
            })
          },
        },
      },
      account: {
        create: {
          async before(credential) {
            const at = settings.now()
            const keys = { accessToken: null, refreshToken: null, idToken: null }
            const ends = { accessTokenExpiresAt: null, refreshTokenExpiresAt: null }
            return { data: { ...credential, ...keys, ...ends, createdAt: at, updatedAt: at } }
          },
          async after(credential) {
            await recordAuditEvent(db, {
              at: settings.now(),
              actor: { kind: 'account', accountId: credential.userId, address: null },
              action: 'account.google_added',
              subject: 'accounts',
              subjectId: credential.userId,
            })
          },
        },
      },
    },
    plugins: [
      twoFactor({
        issuer: siteName,
        accountLockout: { enabled: false }, // Ours is by network, and leaves backup codes usable: server/accounts/sign-in/code-attempts.ts.
        schema: {
          user: { fields: { twoFactorEnabled: 'second_factor' } },
          twoFactor: {
            modelName: 'second_factors',
            fields: {
              userId: 'account_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failures',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
      passkey({
        rpID: site.id,
        rpName: siteName,
        origin: site.origins,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        authentication: {
          // A passkey stands for both steps, so the device must have verified its user.
          async afterVerification({ verification }) {
            if (!verification.authenticationInfo.userVerified) throw new Error('The passkey asked nobody who they are')
          },
        },
        schema: {
          passkey: {
            modelName: 'passkeys',
            fields: {
              userId: 'account_id',
              publicKey: 'public_key',
              credentialID: 'credential_id',
              deviceType: 'device_type',
              backedUp: 'backed_up',
              createdAt: 'created_at',
            },
          },
        },
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
