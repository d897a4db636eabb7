/**
 * Proving an address of a university or an employer: a code is emailed there, and the mentor enters it. The email carries
 * nothing that anyone typed.
 */
import { createHash, randomInt, randomUUID, scrypt, timingSafeEqual } from 'node:crypto'
import type { Client } from '#domain/accounts/client'
import {
  CODE_MINUTES,
  CODE_TRIES,
  coveredBy,
  isFreeMail,
  maskedAddress,
  type AddressCheck,
} from '#domain/mentors/checks'
import type { MentorStatus } from '#domain/mentors/mentor-status'
import { err, ok, type Result } from '#domain/result'
import { minutesAfter } from '#domain/time/wall-time'
import { countAttempt } from '#server/accounts/sign-in/attempts-queries'
import { canMailLink, limitByNetwork, type TooMany } from '#server/accounts/sign-in/attempts'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'
import { queueMail } from '#server/platform/mail/outbox/queue-mail'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { mentorEvent } from '#server/mentors/audit'
import { countTry, useCode, writeCheck, writeCode } from '#server/mentors/checks/checks-queries'
import { reviewedContent } from '#server/mentors/checks/reviewed-content'
import { findRecord } from '#server/mentors/record/content-queries'

/** For one mentor; admins request many. An email costs its reader a look; a guess has one chance in a million. */
const REQUESTS_PER_ACCOUNT = { max: 10, minutes: 1_440 } as const
const ENTERED = { max: 30, minutes: 1_440 } as const

type Asking = Actor & { client: Client }
type Which = { account: string } | { id: string }

/** `not_now`: there is no application or profile that could be checked. `free_mail`: anyone gets an address there. */
export type AskError = TooMany | { code: 'not_now' | 'free_mail' }

/** In the other states nothing is looked at, and nothing is shown. */
export const canBeChecked = (status: MentorStatus): boolean =>
  status === 'pending' || status === 'changes_requested' || status === 'accepted' || status === 'paused'

/**
 * Emails a code to an address that a mentor names, or an admin for them. An earlier code no longer counts. The
 * answer is the same whether or not the address got too many emails lately.
 */
export async function requestCode(
  app: App,
  by: Asking,
  which: Which,
  { kind, address }: { kind: AddressCheck; address: string },
): Promise<Result<null, AskError>> {
  const tried = await limitByNetwork(app, 'check', by.client)
  if (!tried.ok) return tried
  if ('account' in which) {
    const counted = await limitBySubject(app, 'check', which.account, REQUESTS_PER_ACCOUNT)
    if (!counted.ok) return counted
  }
  if (isFreeMail(address)) return err({ code: 'free_mail' })
  const record = await findRecord(app.db, which)
  if (!record || !canBeChecked(record.status)) return err({ code: 'not_now' })
  if (!(await canMailLink(app, 'check', address, by.client))) return ok(null)
  const id = randomUUID()
  const now = app.now()
  await transact(app.db, async (tx) => {
    const covers = JSON.stringify(coveredBy(kind, await reviewedContent(tx, record)))
    const times = { createdAt: now, expiresAt: minutesAfter(now, CODE_MINUTES) }
    await writeCode(tx, { id, mentorId: record.id, kind, address, covers, codeHash: null, ...times })
    const after = { kind, address: maskedAddress(address) }
    await recordAuditEvent(tx, mentorEvent(app, toAuditActor(by), 'mentor.check_code_asked', record.id, { after }))
    const mail = { about: 'check', subject: id, kind: 'check_code', recipient: 'address', version: 1 } as const
    await queueMail(app, tx, mail)
  })
  return ok(null)
}

/** `wrong`: `left` tries remain. `over`: expired, tried too often, used, or never requested. */
export type EnterError = TooMany | { code: 'wrong'; left: number } | { code: 'over' }

/** Enters the code that was emailed. The address is then proven; what that proves, an admin confirms. */
export async function enterCode(
  app: App,
  by: Asking,
  { kind, code }: { kind: AddressCheck; code: string },
): Promise<Result<null, EnterError>> {
  const tried = await limitByNetwork(app, 'check_code', by.client)
  if (!tried.ok) return tried
  const counted = await limitBySubject(app, 'check code', by.session.accountId, ENTERED)
  if (!counted.ok) return counted
  const record = await findRecord(app.db, { account: by.session.accountId })
  if (!record) return err({ code: 'over' })
  const attempt = await countTry(app.db, record.id, kind, app.now())
  if (!attempt?.codeHash) return err({ code: 'over' })
  const hash = await hashCode(attempt.id, code)
  if (!timingSafeEqual(Buffer.from(hash), Buffer.from(attempt.codeHash))) {
    return err(attempt.tries < CODE_TRIES ? { code: 'wrong', left: CODE_TRIES - attempt.tries } : { code: 'over' })
  }
  return transact(app.db, async (tx): Promise<Result<null, EnterError>> => {
    if (!(await useCode(tx, attempt.id))) return err({ code: 'over' })
    const address = maskedAddress(attempt.address)
    const covers = JSON.stringify(attempt.covers)
    const unconfirmed = { note: '', checkedAt: null, checkedBy: null }
    await writeCheck(tx, { mentorId: record.id, kind, covers, address, provenAt: app.now(), ...unconfirmed })
    const after = { kind, address }
    await recordAuditEvent(tx, mentorEvent(app, toAuditActor(by), 'mentor.check_code_entered', record.id, { after }))
    return ok(null)
  })
}

async function limitBySubject(
  app: App,
  what: string,
  accountId: string,
  { max, minutes }: { max: number; minutes: number },
): Promise<Result<null, TooMany>> {
  const now = app.now()
  const key = `${what} by ${createHash('sha256').update(accountId).digest('base64url')}`
  const { count, until } = await countAttempt(app.db, key, minutes, now)
  const retryAfter = Math.max(Math.ceil((until.getTime() - now.getTime()) / 1_000), 1)
  return count > max ? err({ code: 'too_many', retryAfter }) : ok(null)
}

/** Six digits. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/**
 * Slow on purpose: who reads the database must not find one of a million codes within its half hour. Spaces in the code
 * are ignored.
 */
export function hashCode(id: string, code: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  scrypt(code.replaceAll(/\s/g, ''), id, 32, (error, key) =>
    error ? reject(error) : resolve(key.toString('base64url')),
  )
  return promise
}
