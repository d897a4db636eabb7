/**
 * Who somebody is to the product, and for how long it believes that they are still there. Pure; callers pass in `now`.
 *
 *   visitor ──sign in──▶ member ──application accepted──▶ mentor
 *                          └────an operator makes them one──▶ admin
 *
 * Source: spec §6; OWASP ASVS 5.0 V6 (authentication) and V7 (sessions).
 */
import { minutesAfter } from '#domain/time/wall-time'

export type Role = 'member' | 'mentor' | 'admin'

/** Whoever is signed in, as pages and workflows know them. `mentorId`: their accepted record among the mentors. */
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
  secondFactor: boolean
  /** When they last showed who they are in this session: by signing in, or asked again. Null: not known. */
  provenAt: Date | null
}

/** Tells two readers apart who would see other pages: another account, or the same in another role. */
export const identityOf = ({ accountId, role }: Session): string => `${accountId} ${role}`

/** NIST SP 800-63B §3.1.1.2: length counts, composition does not. In characters. */
export const PASSWORD_LENGTH = { least: 12, most: 128 } as const

/** How long a mailed link can be followed, in minutes. */
export const LINK_MINUTES = { sign_up: 1_440, reset: 60, new_email: 1_440, admin: 30 } as const

const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

/** How long a session lasts without being used, and at most, in minutes. */
const SESSION_MINUTES = {
  member: { idle: 14 * DAY_MINUTES, most: 30 * DAY_MINUTES },
  mentor: { idle: 14 * DAY_MINUTES, most: 30 * DAY_MINUTES },
  admin: { idle: 8 * HOUR_MINUTES, most: 8 * HOUR_MINUTES },
} as const satisfies Record<Role, { idle: number; most: number }>

/** How exactly it is known when a session was last used: writing at every request would cost each one a write. */
export const SEEN_MINUTES = 60

/** For how long nothing is asked for again before what outlives the session, such as a passkey. OWASP ASVS 7.5.1. */
export const PROOF_MINUTES = 5

export function isProven({ provenAt }: Pick<Session, 'provenAt'>, now: Date): boolean {
  return provenAt !== null && now < minutesAfter(provenAt, PROOF_MINUTES)
}

export function roleOf(account: { role: 'member' | 'admin'; mentorId: string | null }): Role {
  if (account.role === 'admin') return 'admin'
  return account.mentorId ? 'mentor' : 'member'
}

/** When a session that is used now ends unless it is used again. */
export function sessionEnd(role: Role, createdAt: Date, now: Date): Date {
  const { idle, most } = SESSION_MINUTES[role]
  const [unused, last] = [minutesAfter(now, idle), minutesAfter(createdAt, most)]
  return unused < last ? unused : last
}

/** Whether a session still counts, judged by the role that its owner has today. */
export function sessionLives(session: { createdAt: Date; expiresAt: Date }, role: Role, now: Date): boolean {
  return now < session.expiresAt && now < minutesAfter(session.createdAt, SESSION_MINUTES[role].most)
}

/** So many tries count before the next ones must wait; more from one network within a minute are refused. */
export const ATTEMPTS = {
  network: { most: 5, minutes: 1 },
  /** From all networks of one IPv6 /48, which may be one customer's or some thousands'. */
  farNetwork: { most: 50, minutes: 1 },
  account: { most: 10, minutes: 15 },
  /**
   * Mails with links of one kind to one address. `all`: whoever asks. That is enough for nobody to be kept from a link: any
   * that was mailed within the hour opens to the owner of the address.
   */
  mails: { network: { most: 5, minutes: 60 }, farNetwork: { most: 10, minutes: 60 }, all: { most: 20, minutes: 60 } },
  /**
   * Codes of the second step, typed after the right password. `network`: from one network for one account. `place`: from
   * one network, and from one /48, in a day, so that nobody uses up what all have. `all`: for one account, whoever types: NIST SP 800-63B §3.2.2 allows 100 in a row. Six digits that three codes fit are guessed by so
   * many once in 3,000 times. `tell`: the try at which the owner hears of it.
   */
  codes: {
    network: { most: 10, minutes: 15 },
    place: { most: 30, minutes: 24 * HOUR_MINUTES },
    all: { most: 100, minutes: 24 * HOUR_MINUTES },
    tell: { most: 5, minutes: 60 },
  },
  /** Passwords that somebody signed in typed as their own and were not. `tell`: as above; after `most` the session ends. */
  ownPassword: { most: 10, tell: 5, minutes: 60 },
} as const

/** Six digits are a code of an authenticator app; anything else can be a backup code only. Blanks are no part of either. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code.replaceAll(/\s/g, ''))

const LONGEST_WAIT_SECONDS = 5

/** How long an answer is held back after so many tries on one account. Slow for who guesses, never shut to its owner. */
export function waitSeconds(tries: number): number {
  return Math.min(Math.max(tries - ATTEMPTS.account.most, 0), LONGEST_WAIT_SECONDS)
}
