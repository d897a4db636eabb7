/**
 * Limits of attempts. Per network, further attempts are refused for the rest of the minute. Per account, from any
 * network, responses become slower and the owner is emailed; the account is never closed, because then strangers could
 * lock anyone out. Attempts are counted in SQL, for all processes together.
 */
import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { ATTEMPTS, waitSeconds } from '#domain/accounts/account'
import type { Client } from '#domain/accounts/client'
import { err, ok, type Result } from '#domain/result'
import type { App } from '#server/context'
import { countAttempt, resetAttempts, type ReachedLimits } from '#server/accounts/sign-in/attempts-queries'

/** Each kind has its own count. */
type AttemptKind =
  | 'sign_in'
  | 'sign_up'
  | 'reset'
  | 'link'
  | 'code'
  | 'challenge'
  | 'passkey'
  | 'draft'
  | 'check'
  | 'check_code'
  | 'calendar_added'
  | 'calendar_read'
  | 'booking_page'
  | 'calendar_feed'
  | 'calendar_feed_wrong'
  | 'message'
  | 'payment_link'
  | 'payment_link_address'
  | 'booking_links'
  | 'booking_links_ended'
  | 'booking_address'
  | 'feedback_report'
  | 'waiting'
  | 'api_key'
  | 'api_key_wrong'
  | 'idempotency_key'
  | 'discount_code_wrong'
  | 'payouts_opened'
  | 'payouts_reopened'
  | 'payouts_returned'
  | 'discount_code_made'
  | `mail ${string}`

type Limit = { max: number; minutes: number }

/** `retryAfter`: seconds until the count begins anew. */
export type TooMany = { code: 'too_many'; retryAfter: number }

/** Counts an attempt from this network, and from the /48 around it, in which one customer may have 65,536 networks. */
export async function limitByNetwork(
  app: App,
  kind: AttemptKind,
  { network, farNetwork }: { network: string | null; farNetwork: string | null },
  limits: { network: Limit; farNetwork: Limit } = ATTEMPTS,
): Promise<Result<null, TooMany>> {
  const now = app.now()
  const places = [
    [network, limits.network],
    [farNetwork, limits.farNetwork],
  ] as const
  for (const [place, { max, minutes }] of places) {
    if (!place) continue
    const { count, until } = await countAttempt(app.db, `${kind} from ${place}`, minutes, now)
    const retryAfter = Math.max(Math.ceil((until.getTime() - now.getTime()) / 1_000), 1)
    if (count > max) return err({ code: 'too_many', retryAfter })
  }
  return ok(null)
}

/** Counts an attempt by an account, a browser, or at one booking, from wherever. `subject`: its id or secret. */
export async function limitBySubject(
  app: App,
  kind: AttemptKind,
  subject: string,
  { max, minutes }: Limit,
): Promise<Result<null, TooMany>> {
  const now = app.now()
  const { count, until } = await countAttempt(app.db, `${kind} by ${digest(subject)}`, minutes, now)
  if (count <= max) return ok(null)
  return err({ code: 'too_many', retryAfter: Math.max(Math.ceil((until.getTime() - now.getTime()) / 1_000), 1) })
}

type Counted = { browser: string | null; network: string | null; farNetwork: string | null }

/**
 * For `hasReachedMax`: whether earlier attempts have reached a limit. That counts nothing, so only wrong attempts need to be counted. It
 * becomes part of the statement that reads what is being tried, so that valid attempts need no statement of their own.
 */
export function toReachedLimits(
  app: Pick<App, 'now'>,
  kind: AttemptKind,
  { browser, network, farNetwork }: Counted,
  limits: Record<keyof Counted, Limit>,
): ReachedLimits {
  const counted = [
    { key: browser && `${kind} by ${digest(browser)}`, max: limits.browser.max },
    { key: network && `${kind} from ${network}`, max: limits.network.max },
    { key: farNetwork && `${kind} from ${farNetwork}`, max: limits.farNetwork.max },
  ].flatMap(({ key, max }) => (key ? [{ key, max }] : []))
  return {
    limitKeys: counted.map(({ key }) => key),
    limitMaxes: counted.map(({ max }) => max),
    now: app.now().toISOString(),
  }
}

/**
 * Counts an attempt at the account of this address, whether or not it exists. `notify`: email the owner now.
 */
export async function countSignInAttempt(app: App, email: string): Promise<{ waitSeconds: number; notify: boolean }> {
  const { max, minutes } = ATTEMPTS.account
  const { count } = await countAttempt(app.db, accountKey(email), minutes, app.now())
  return { waitSeconds: waitSeconds(count), notify: count === max + 1 }
}

/** Makes guessing at one account slow. Nothing else waits in the meantime. */
export const delayResponse = (seconds: number): Promise<void> => setTimeout(seconds * 1_000)

/** After a successful sign-in: the attempts before it were not guesses. */
export const resetSignInAttempts = (app: App, email: string): Promise<void> => resetAttempts(app.db, accountKey(email))

/**
 * Whether a TOTP code is used for the first time. A code stays valid for about 90 seconds, and is accepted once, so
 * that someone who saw it typed cannot reuse it (ASVS 6.5.1).
 */
export async function isFirstUseOfCode(app: App, accountId: string, code: string): Promise<boolean> {
  const key = `code ${digest(`${accountId} ${code.replaceAll(/\s/g, '')}`)}`
  return (await countAttempt(app.db, key, CODE_MINUTES, app.now())).count === 1
}

const CODE_MINUTES = 2 // RFC 6238 §5.2: its 30 seconds, and the steps before and after, for clocks that differ.

/**
 * Counts an email with a link of this purpose to this address, and returns whether it may be sent. Each purpose has its own
 * count, so that a stranger who signs up with an address cannot keep its owner from a new password; so has each
 * network.
 */
export async function canMailLink(app: App, purpose: string, email: string, client: Client): Promise<boolean> {
  const { all, ...shares } = ATTEMPTS.mails
  const what = `mail ${purpose} ${digest(email)}` as const
  const tried = await limitByNetwork(app, what, client, shares) // First, so that a refused one does not use up the common limit.
  return tried.ok && (await countAttempt(app.db, what, all.minutes, app.now())).count <= all.max
}

const accountKey = (email: string) => `sign_in ${digest(email)}`
const digest = (email: string) => createHash('sha256').update(email.toLowerCase()).digest('base64url')
