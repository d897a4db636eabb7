/**
 * Limits of wrong codes at the second step. A code is typed after the right password, so the owner is emailed soon. Only
 * the network that guesses is refused. Backup codes, which cannot be guessed, are counted apart and stay usable.
 */
import { createHash } from 'node:crypto'
import { ATTEMPTS, isAppCode } from '#domain/accounts/account'
import { err, ok, type Result } from '#domain/result'
import type { App } from '#server/context'
import { findAccount } from '#server/accounts/queries'
import { countAttempt, resetAttempts } from '#server/accounts/sign-in/attempts-queries'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { transact, type Db } from '#server/platform/db/connect'
import type { Client } from '#domain/accounts/client'
import { queueAccountMail } from '#server/accounts/sign-in/links'

/** Too many wrong codes of this `kind`. `retryAfter`: seconds until they are accepted again. */
export type CodesClosed = { code: 'closed'; kind: 'app' | 'backup'; retryAfter: number }

/** `notify`: email the owner if this code is wrong. */
type CodeAttempt = { accountId: string; kind: 'app' | 'backup'; notify: boolean }

/** Counts a code before it is verified, so that concurrent ones are all counted. */
export async function countCodeAttempt(
  app: App,
  accountId: string,
  code: string,
  client: Client,
): Promise<Result<CodeAttempt, CodesClosed>> {
  const now = app.now()
  const kind = isAppCode(code) ? ('app' as const) : ('backup' as const)
  const { network, place, all, notify } = ATTEMPTS.codes
  const limits = [
    [networkKey(accountId, kind, client), network],
    ...(kind === 'app' ? dayKeys(accountId, client).map((key) => [key, place] as const) : []),
    ...(kind === 'app' ? [[accountKey(accountId), all] as const] : []),
  ] as const
  for (const [key, { max, minutes }] of limits) {
    const { count, until } = await countAttempt(app.db, key, minutes, now)
    const retryAfter = Math.max(Math.ceil((until.getTime() - now.getTime()) / 1_000), 1)
    if (count > max) return err({ code: 'closed', kind, retryAfter })
  }
  const { count } = await countAttempt(app.db, notifyKey(accountId), notify.minutes, now)
  return ok({ accountId, kind, notify: count === notify.max })
}

/** After a right code: the ones before it were not guesses. */
export async function resetCodeAttempts(app: App, { accountId, kind }: CodeAttempt, client: Client): Promise<void> {
  await resetAttempts(app.db, networkKey(accountId, kind, client))
  await resetAttempts(app.db, notifyKey(accountId))
  await resetDailyCodeLimits(app.db, accountId, client)
}

/** After a new password: the guesses were made with the old one, which is worthless now. */
export async function resetDailyCodeLimits(db: Db, accountId: string, client: Client): Promise<void> {
  for (const key of [...dayKeys(accountId, client), accountKey(accountId)]) await resetAttempts(db, key)
}

/** After a wrong code. At the fifth within an hour, an email warns the owner that someone has their password. */
export async function reportWrongCode(app: App, { accountId, notify }: CodeAttempt, client: Client): Promise<void> {
  if (!notify) return
  const account = await findAccount(app.db, accountId)
  if (!account) return
  await transact(app.db, async (tx) => {
    await recordAuditEvent(tx, {
      at: app.now(),
      actor: { kind: 'visitor', address: client.address || null },
      action: 'account.codes_guessed',
      subject: 'accounts',
      subjectId: accountId,
      after: { codes: ATTEMPTS.codes.notify.max },
    })
    await queueAccountMail(app, tx, { kind: 'code_attempts', email: account.email })
  })
}

const networkKey = (accountId: string, kind: string, { network }: Client) =>
  `${kind} codes of ${digest(accountId)} from ${network ?? 'this machine'}`
/** For a day, by network and by the /48 around it. */
const dayKeys = (accountId: string, { network, farNetwork }: Client) =>
  [network, farNetwork].flatMap((place) => (place ? [`app codes of ${digest(accountId)} in a day from ${place}`] : []))
const accountKey = (accountId: string) => `app codes of ${digest(accountId)}`
const notifyKey = (accountId: string) => `codes of ${digest(accountId)}`
const digest = (accountId: string) => createHash('sha256').update(accountId).digest('base64url')
