/**
 * How often somebody may try. Per network: refused for the rest of the minute. Per account, whatever the network: slower and
 * slower, and a mail to its owner, but never shut, since others could do that to anybody. Counted in SQL, for all processes.
 */
import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { ATTEMPTS, waitSeconds } from '#domain/accounts/account'
import type { Client } from '#domain/accounts/client'
import { err, ok, type Result } from '#domain/result'
import type { App } from '#server/context'
import { countAttempt, resetAttempts } from '#server/accounts/sign-in/attempts-queries'

/** What is tried: each has its own count. */
type AttemptKind =
  | 'sign_in'
  | 'sign_up'
  | 'reset'
  | 'link'
  | 'code'
  | 'challenge'
  | 'passkey'
  | 'draft'
  | `mail ${string}`

type Limit = { most: number; minutes: number }

/** `retryAfter`: seconds until another try counts anew. */
export type TooMany = { code: 'too_many'; retryAfter: number }

/** One more try from a network, and from the /48 around it, where somebody may have 65,536 of them. */
export async function limitByNetwork(
  app: App,
  door: AttemptKind,
  { network, farNetwork }: Pick<Client, 'network' | 'farNetwork'>,
  limits: { network: Limit; farNetwork: Limit } = ATTEMPTS,
): Promise<Result<null, TooMany>> {
  const now = app.now()
  const places = [
    [network, limits.network],
    [farNetwork, limits.farNetwork],
  ] as const
  for (const [place, { most, minutes }] of places) {
    if (!place) continue
    const { count, until } = await countAttempt(app.db, `${door} from ${place}`, minutes, now)
    const retryAfter = Math.max(Math.ceil((until.getTime() - now.getTime()) / 1_000), 1)
    if (count > most) return err({ code: 'too_many', retryAfter })
  }
  return ok(null)
}

/** One more try at an account, or at what is none: both are counted alike. `tell`: its owner should hear of it now. */
export async function countSignInAttempt(app: App, email: string): Promise<{ waitSeconds: number; tell: boolean }> {
  const { most, minutes } = ATTEMPTS.account
  const { count } = await countAttempt(app.db, accountKey(email), minutes, app.now())
  return { waitSeconds: waitSeconds(count), tell: count === most + 1 }
}

/** Keeps an answer back, so that who guesses at one account is slow at it. Nothing else waits meanwhile. */
export const delayResponse = (seconds: number): Promise<void> => setTimeout(seconds * 1_000)

/** They were let in: what came before was no guessing. */
export const resetSignInAttempts = (app: App, email: string): Promise<void> => resetAttempts(app.db, accountKey(email))

/** Whether an account's code is used for the first time, as long as its app may show it. */
export async function isFirstUseOfCode(app: App, accountId: string, code: string): Promise<boolean> {
  const key = `code ${digest(`${accountId} ${code.replaceAll(/\s/g, '')}`)}`
  return (await countAttempt(app.db, key, CODE_MINUTES, app.now())).count === 1
}

const CODE_MINUTES = 2 // RFC 6238 §5.2: half a minute, and its neighbours' for clocks that differ.

/**
 * Whether one more mail with such a link may go to an address. Each purpose has its own count: a stranger who signs up with
 * an address must not keep its owner from a new password. So has each network: they must not keep them from a link either.
 */
export async function canMailLink(app: App, purpose: string, email: string, client: Client): Promise<boolean> {
  const { all, ...shares } = ATTEMPTS.mails
  const what = `mail ${purpose} ${digest(email)}` as const
  const tried = await limitByNetwork(app, what, client, shares) // First, so that what is refused takes nothing of the whole.
  return tried.ok && (await countAttempt(app.db, what, all.minutes, app.now())).count <= all.most
}

const accountKey = (email: string) => `sign_in ${digest(email)}`
const digest = (email: string) => createHash('sha256').update(email.toLowerCase()).digest('base64url')
