/**
 * Codes of the second step that are typed and do not fit. Whoever types one has typed the right password before, so its
 * owner is told soon. Only the network that guesses is kept from guessing on; backup codes, which nobody guesses, have a
 * count of their own and are taken meanwhile.
 */
import { createHash } from 'node:crypto'
import { ATTEMPTS, isAppCode } from '#domain/accounts/account'
import { err, ok, type Result } from '#domain/result'
import type { App } from '#server/context'
import { findAccount } from '#server/accounts/queries'
import { countAttempt, resetAttempts } from '#server/accounts/sign-in/attempts-queries'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { transact, type Db } from '#server/db/connect'
import type { Client } from '#domain/accounts/client'
import { queueAccountMail } from '#server/accounts/sign-in/links'

/** `kind`: of which codes there were too many wrong ones. `retryAfter`: seconds until they are taken again. */
export type CodesClosed = { code: 'closed'; kind: 'app' | 'backup'; retryAfter: number }

/** `tell`: should this code be wrong, its owner has to hear of it. */
type CodeAttempt = { accountId: string; kind: 'app' | 'backup'; tell: boolean }

/** One more code for an account, counted before it is looked at, so that many at the same moment are each counted. */
export async function countCodeAttempt(
  app: App,
  accountId: string,
  code: string,
  client: Client,
): Promise<Result<CodeAttempt, CodesClosed>> {
  const now = app.now()
  const kind = isAppCode(code) ? ('app' as const) : ('backup' as const)
  const { network, place, all, tell } = ATTEMPTS.codes
  const limits = [
    [keyHere(accountId, kind, client), network],
    ...(kind === 'app' ? keysOfPlaces(accountId, client).map((key) => [key, place] as const) : []),
    ...(kind === 'app' ? [[keyOfAll(accountId), all] as const] : []),
  ] as const
  for (const [key, { most, minutes }] of limits) {
    const { count, until } = await countAttempt(app.db, key, minutes, now)
    const retryAfter = Math.max(Math.ceil((until.getTime() - now.getTime()) / 1_000), 1)
    if (count > most) return err({ code: 'closed', kind, retryAfter })
  }
  const { count } = await countAttempt(app.db, keyOfTelling(accountId), tell.minutes, now)
  return ok({ accountId, kind, tell: count === tell.most })
}

/** It fitted: what came before was no guessing. */
export async function resetCodeAttempts(app: App, { accountId, kind }: CodeAttempt, client: Client): Promise<void> {
  await resetAttempts(app.db, keyHere(accountId, kind, client))
  await resetAttempts(app.db, keyOfTelling(accountId))
  await resetDailyCodeLimits(app.db, accountId, client)
}

/** Whoever guessed did so with a password that is worth nothing any more. */
export async function resetDailyCodeLimits(db: Db, accountId: string, client: Client): Promise<void> {
  for (const key of [...keysOfPlaces(accountId, client), keyOfAll(accountId)]) await resetAttempts(db, key)
}

/** It did not fit. From the fifth wrong code within an hour on the owner knows that somebody has their password. */
export async function reportWrongCode(app: App, { accountId, tell }: CodeAttempt, client: Client): Promise<void> {
  if (!tell) return
  const account = await findAccount(app.db, accountId)
  if (!account) return
  await transact(app.db, async (tx) => {
    await recordAuditEvent(tx, {
      at: app.now(),
      actor: { kind: 'visitor', address: client.address || null },
      action: 'account.codes_guessed',
      subject: 'accounts',
      subjectId: accountId,
      after: { codes: ATTEMPTS.codes.tell.most },
    })
    await queueAccountMail(app, tx, { kind: 'code_attempts', email: account.email })
  })
}

const keyHere = (accountId: string, kind: string, { network }: Client) =>
  `${kind} codes of ${digest(accountId)} from ${network ?? 'this machine'}`
/** Of the network and the /48 around it, for a day. */
const keysOfPlaces = (accountId: string, { network, farNetwork }: Client) =>
  [network, farNetwork].flatMap((place) => (place ? [`app codes of ${digest(accountId)} in a day from ${place}`] : []))
const keyOfAll = (accountId: string) => `app codes of ${digest(accountId)}`
const keyOfTelling = (accountId: string) => `codes of ${digest(accountId)}`
const digest = (accountId: string) => createHash('sha256').update(accountId).digest('base64url')
