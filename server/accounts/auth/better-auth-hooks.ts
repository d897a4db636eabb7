/**
 * What happens when better-auth writes a row: times come from the product's clock, secrets of Google are left out, and
 * events are recorded.
 */
import type { BetterAuthOptions } from 'better-auth'
import { roleOf, sessionEnd } from '#domain/accounts/account'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { findAccount, rememberLanguage } from '#server/accounts/queries'
import { findMentorOfAccount } from '#server/accounts/sign-in/sessions-queries'
import { splitLanguage } from '#server/platform/language/language-path'
import type { Db } from '#server/platform/db/connect'

export const MAX_USER_AGENT_LENGTH = 300 // Characters.

/** `now`: the product's clock. */
/**
 * Gives an account the bookings that guests made with its email address, which is confirmed, and returns how many. Part of
 * `App`, since accounts know nothing of bookings.
 */
export type ClaimBookings = (tx: Db, accountId: string, email: string) => Promise<number>

type HookSettings = { db: Db; now: () => Date; claimBookings: ClaimBookings }
type Hooks = NonNullable<BetterAuthOptions['databaseHooks']>
type CreateHooks<Table extends keyof Hooks> = NonNullable<NonNullable<Hooks[Table]>['create']>

/** better-auth calls our accounts users, and our credentials accounts. */
export function databaseHooks(settings: HookSettings): Hooks {
  return {
    session: { create: sessionHooks(settings) },
    user: { create: accountHooks(settings) },
    account: { create: credentialHooks(settings) },
  }
}

function sessionHooks(settings: HookSettings): CreateHooks<'session'> {
  return {
    async before(session, context) {
      const account = await findAccount(settings.db, session.userId)
      if (!account || account.suspendedAt) return false
      // Google alone does not open an account that has a second step.
      if (account.secondFactor && context?.path?.startsWith('/callback')) return false
      const mentor = await findMentorOfAccount(settings.db, account.id)
      const role = roleOf({ role: account.role, mentorId: mentor?.id ?? null })
      const at = settings.now()
      const userAgent = session.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null
      const times = { createdAt: at, updatedAt: at, expiresAt: sessionEnd(role, at, at), provenAt: at }
      return { data: { ...session, ...times, role, userAgent, ipAddress: null } }
    },
    /** `server/accounts/sign-in/sign-in.ts` records other sign-ins; Google's callback does not pass it. */
    async after(session, context) {
      if (!context?.path?.startsWith('/callback')) return
      await record(settings, 'session.opened', session.userId, { after: { by: 'google' } })
    },
  }
}

function accountHooks(settings: HookSettings): CreateHooks<'user'> {
  return {
    /** Only Google's callback makes accounts here, and only for an address that Google has verified. */
    async before(user) {
      if (!user.emailVerified) return false
      const at = settings.now()
      return { data: { ...user, image: null, createdAt: at, updatedAt: at } }
    },
    async after(user) {
      const { getOAuthState } = await import('better-auth/api') // Which has called this, so it is loaded.
      const cameFrom = (await getOAuthState())?.callbackURL ?? '/'
      await rememberLanguage(settings.db, user.id, splitLanguage(cameFrom).language)
      await settings.claimBookings(settings.db, user.id, user.email)
      await record(settings, 'account.created', user.id, { after: { by: 'google' } })
    },
  }
}

function credentialHooks(settings: HookSettings): CreateHooks<'account'> {
  return {
    async before(credential) {
      const at = settings.now()
      const keys = { accessToken: null, refreshToken: null, idToken: null }
      const ends = { accessTokenExpiresAt: null, refreshTokenExpiresAt: null }
      return { data: { ...credential, ...keys, ...ends, createdAt: at, updatedAt: at } }
    },
    async after(credential) {
      await record(settings, 'account.google_added', credential.userId)
    },
  }
}

/** Records what the owner of an account did to it. better-auth does not say from which address. */
async function record(
  settings: HookSettings,
  action: `${string}.${string}`,
  accountId: string,
  change: { after?: { by: 'google' } } = {},
): Promise<void> {
  const actor = { kind: 'account', accountId, address: null } as const
  const what = { actor, action, subject: 'accounts', subjectId: accountId, ...change }
  await recordAuditEvent(settings.db, { at: settings.now(), ...what })
}
