/**
 * Roles and sessions: what an account may do, and how long a session lasts. Pure; callers pass in `now`.
 *
 *   visitor ──sign in──▶ member ──application accepted──▶ mentor
 *                          └────operator's invitation────▶ admin
 *
 * Source: spec §6; OWASP ASVS 5.0 V6 (authentication) and V7 (sessions).
 */
import { minutesAfter } from '#domain/time/wall-time'

export type Role = 'member' | 'mentor' | 'admin'

/** Who is signed in, and by which session. `mentorId`: the id of their accepted mentor record. */
export type Session = {
  accountId: string
  sessionId: string
  name: string
  email: string
  role: Role
  mentorId: string | null
  picture: string | null
  timeZone: string | null
  destination: string | null
  /** That of their emails; null before one is known. */
  language: string | null
  secondFactor: boolean
  /**
   * When they last proved who they are in this session, by signing in or by confirming their identity. Null: not known.
   */
  provenAt: Date | null
}

/** Differs for two readers who see different pages: another account, or the same one in another role. */
export const identityOf = ({ accountId, role }: Session): string => `${accountId} ${role}`

/** NIST SP 800-63B §3.1.1.2: length counts, composition does not. In characters. */
export const PASSWORD_LENGTH = { min: 12, max: 128 } as const

/** How long an account that its owner closed can be reopened. Then it is erased. */
export const REOPEN_DAYS = 7

/** How long a link can be followed, in minutes. */
export const LINK_MINUTES = {
  sign_up: 1_440,
  reset: 60,
  new_email: 1_440,
  admin: 30,
  reopen: REOPEN_DAYS * 1_440,
} as const

const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

/** How long a session lasts unused (`idle`), and at most (`max`), in minutes. */
const SESSION_MINUTES = {
  member: { idle: 14 * DAY_MINUTES, max: 30 * DAY_MINUTES },
  mentor: { idle: 14 * DAY_MINUTES, max: 30 * DAY_MINUTES },
  admin: { idle: 8 * HOUR_MINUTES, max: 8 * HOUR_MINUTES },
} as const satisfies Record<Role, { idle: number; max: number }>

/**
 * The last use of a session is written at most this often, in minutes, because a write at each request would be costly.
 */
export const SEEN_MINUTES = 60

/**
 * How long after signing in or confirming their identity people may make changes that outlive the session. ASVS 7.5.1.
 */
export const PROOF_MINUTES = 5

export function isProven({ provenAt }: Pick<Session, 'provenAt'>, now: Date): boolean {
  return provenAt !== null && now < minutesAfter(provenAt, PROOF_MINUTES)
}

export function roleOf(account: { role: 'member' | 'admin'; mentorId: string | null }): Role {
  if (account.role === 'admin') return 'admin'
  return account.mentorId ? 'mentor' : 'member'
}

/** When a session that is used now ends, unless it is used again. */
export function sessionEnd(role: Role, createdAt: Date, now: Date): Date {
  const { idle, max } = SESSION_MINUTES[role]
  const [unused, last] = [minutesAfter(now, idle), minutesAfter(createdAt, max)]
  return unused < last ? unused : last
}

/** Whether a session is still valid, by the role that its owner has today. */
export function sessionLives(session: { createdAt: Date; expiresAt: Date }, role: Role, now: Date): boolean {
  return now < session.expiresAt && now < minutesAfter(session.createdAt, SESSION_MINUTES[role].max)
}

/** Limits of attempts: `max` within `minutes`. What happens beyond them is in `server/accounts/sign-in/attempts.ts`. */
export const ATTEMPTS = {
  network: { max: 5, minutes: 1 },
  /** All networks of one IPv6 /48, which may belong to one customer or to thousands. */
  farNetwork: { max: 50, minutes: 1 },
  account: { max: 10, minutes: 15 },
  /**
   * Emails with links of one kind to one address. `all`: from all clients together. This keeps no one from a link,
   * because any link emailed within the hour works for the owner of the address.
   */
  mails: { network: { max: 5, minutes: 60 }, farNetwork: { max: 10, minutes: 60 }, all: { max: 20, minutes: 60 } },
  /**
   * Codes of the second step, typed after the right password. `network`: from one network for one account. `place`: in
   * a day, from one network and from one /48, so that one place cannot use up `all`. `all`: for one account from
   * everywhere; NIST SP 800-63B §3.2.2 allows 100 in a row, and 100 guesses at six digits that three codes fit succeed
   * once in 3,000 times. `notify`: the attempt at which the owner gets an email.
   */
  codes: {
    network: { max: 10, minutes: 15 },
    place: { max: 30, minutes: 24 * HOUR_MINUTES },
    all: { max: 100, minutes: 24 * HOUR_MINUTES },
    notify: { max: 5, minutes: 60 },
  },
  /**
   * Wrong passwords typed in a signed-in session. `notify`: the attempt at which the owner gets an email. At `max` the session
   * ends.
   */
  ownPassword: { max: 10, notify: 5, minutes: 60 },
} as const

/** Six digits are a code of an authenticator app; anything else can only be a backup code. Spaces are ignored. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code.replaceAll(/\s/g, ''))

const MAX_WAIT_SECONDS = 5

/**
 * How long a response is delayed after this many attempts at one account: slow for guessing, never closed to its owner.
 */
export function waitSeconds(tries: number): number {
  return Math.min(Math.max(tries - ATTEMPTS.account.max, 0), MAX_WAIT_SECONDS)
}
