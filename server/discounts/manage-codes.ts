/** What operators and mentors do with codes: make one, make a batch, disable and enable. */
import { randomBytes, randomUUID } from 'node:crypto'
import { isProven } from '#domain/accounts/account'
import { CODE_LETTERS, MAX_OWN_CODES, type CodeTerms } from '#domain/discounts/code-terms'
import { generateCode } from '#domain/discounts/code-text'
import { err, ok, type Result } from '#domain/result'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { limitBySubject, type TooMany } from '#server/accounts/sign-in/attempts'
import type { App } from '#server/context'
import { queueAgreementMails } from '#server/discounts/agreements'
import { insertCodes, type NewCode } from '#server/discounts/codes-queries'
import { claimBatchName, countOwnCodes, setCodesDisabled } from '#server/discounts/managing-queries'
import { mentorEvent } from '#server/mentors/audit'
import { lockMentor } from '#server/mentors/queries'
import { transact, type Db } from '#server/platform/db/connect'

type ManagingApp = Pick<App, 'db' | 'now' | 'queue'>
type MentorActor = Actor & { session: { mentorId: string } }

/** `code`: as `normalizeCode` makes it; null for a random one. */
type WantedCode = { code: string | null; terms: CodeTerms }

/** `taken`: there is such a code. `unproven`: codes give money away, so making one needs a recent confirmation of who it is. */
type CreateError = { code: 'taken' } | { code: 'unproven' }

/** A code of the operator's. Mentors who would bear it get an email. */
export async function createCode(
  app: ManagingApp,
  actor: Actor,
  { code, terms }: WantedCode,
): Promise<Result<{ code: string }, CreateError>> {
  if (!isProven(actor.session, app.now())) return err({ code: 'unproven' })
  const row = newRow(app, actor, { code, terms })
  return transact(app.db, async (tx) => {
    if ((await insertCodes(tx, [row])).length === 0) return err({ code: 'taken' })
    await record(app, tx, actor, 'discount_code.created', row.id, { code: row.code, ...describeTerms(terms) })
    await queueAgreementMails(app, tx, { id: row.id })
    return ok({ code: row.code })
  })
}

/** Of one mentor: they would otherwise learn by trying which codes there are. */
const MADE_BY_MENTOR = { max: 30, minutes: 60 }

type OwnCodeError = { code: 'taken' } | { code: 'too_many_codes' } | TooMany

/** A mentor's own code: for what they offer, and borne by them, whatever the terms say. */
export async function createOwnCode(
  app: App,
  actor: MentorActor,
  { code, terms }: WantedCode,
): Promise<Result<{ code: string }, OwnCodeError>> {
  const { accountId, mentorId } = actor.session
  const counted = await limitBySubject(app, 'discount_code_made', accountId, MADE_BY_MENTOR)
  if (!counted.ok) return counted
  const own: CodeTerms = { ...terms, mentorIds: null, borneBy: 'mentor' }
  const row = { ...newRow(app, actor, { code, terms: own }), mentorId }
  return transact(app.db, async (tx) => {
    await lockMentor(tx, mentorId)
    if ((await countOwnCodes(tx, mentorId)) >= MAX_OWN_CODES) return err({ code: 'too_many_codes' })
    if ((await insertCodes(tx, [row])).length === 0) return err({ code: 'taken' })
    await recordOwn(app, tx, actor, 'mentor.discount_code_created', { code: row.code, ...describeTerms(own) })
    return ok({ code: row.code })
  })
}

type WantedBatch = { name: string; count: number; terms: CodeTerms }

type BatchError = { code: 'name_taken' } | { code: 'unproven' }

/** Random codes of which each can be used once. All of them are written, or none. Mentors who would bear them get one email. */
export async function createBatch(
  app: ManagingApp,
  actor: Actor,
  { name, count, terms }: WantedBatch,
): Promise<Result<null, BatchError>> {
  if (!isProven(actor.session, app.now())) return err({ code: 'unproven' })
  const single: CodeTerms = { ...terms, maxRedemptions: 1 }
  return transact(app.db, async (tx) => {
    if (!(await claimBatchName(tx, name))) return err({ code: 'name_taken' })
    // Again for those that there were before, which will hardly ever happen.
    for (let missing = count; missing > 0;) {
      const rows = Array.from({ length: missing }, () => newRow(app, actor, { code: null, terms: single }))
      missing -= (
        await insertCodes(
          tx,
          rows.map((row) => ({ ...row, batch: name })),
        )
      ).length
    }
    await record(app, tx, actor, 'discount_batch.created', name, { codes: count, ...describeTerms(single) })
    await queueAgreementMails(app, tx, { batch: name })
    return ok(null)
  })
}

/** `unchanged`: there is no such code, or it was so already. */
type SwitchError = { code: 'unchanged' } | { code: 'unproven' }

/**
 * Disables codes, so that no one can enter them any more, or enables them again. What was booked with them stays as it is. Enabling
 * emails mentors who would bear them and have had no email about it.
 *
 * @returns how many were changed.
 */
export function switchCodes(
  app: ManagingApp,
  actor: Actor,
  which: { id: string } | { batch: string },
  isOn: boolean,
): Promise<Result<number, SwitchError>> {
  const at = app.now()
  return transact(app.db, async (tx) => {
    if (isOn && !isProven(actor.session, at)) return err({ code: 'unproven' })
    const changed = await setCodesDisabled(tx, which, isOn ? null : at)
    const [first] = changed
    if (!first) return err({ code: 'unchanged' })
    const done = isOn ? 'enabled' : 'disabled'
    if ('batch' in which) await record(app, tx, actor, `discount_batch.${done}`, which.batch, { codes: changed.length })
    else await record(app, tx, actor, `discount_code.${done}`, first.id, { code: first.code })
    if (isOn) await queueAgreementMails(app, tx, which)
    return ok(changed.length)
  })
}

/** A mentor disables a code of their own, for good. False if they have no such code, or it was disabled before. */
export function disableOwnCode(app: ManagingApp, actor: MentorActor, id: string): Promise<boolean> {
  const { mentorId } = actor.session
  return transact(app.db, async (tx) => {
    const [changed] = await setCodesDisabled(tx, { id, mentorId }, app.now())
    if (!changed) return false
    await recordOwn(app, tx, actor, 'mentor.discount_code_disabled', { code: changed.code })
    return true
  })
}

/** The row of a code of the operator's that was made alone. */
function newRow(app: ManagingApp, actor: Actor, { code, terms: { terms, ...conditions } }: WantedCode): NewCode {
  return {
    ...conditions,
    id: randomUUID(),
    code: code ?? generateCode(randomBytes(CODE_LETTERS)),
    batch: null,
    mentorId: null,
    percent: terms.percent,
    amount: terms.amount?.amount ?? null,
    currency: terms.amount?.currency ?? null,
    createdBy: actor.session.accountId,
    createdAt: app.now(),
  }
}

/** What a code takes off and the conditions that it has, as facts for the audit log. */
function describeTerms({ terms, ...conditions }: CodeTerms): Record<string, unknown> {
  const set = Object.entries(conditions).filter(([, value]) => value !== null)
  return { discount: terms.amount ?? `${terms.percent}%`, ...Object.fromEntries(set) }
}

/** `subjectId`: the code's id, or the name of the batch. */
function record(
  app: ManagingApp,
  tx: Db,
  actor: Actor,
  action: `discount_${'code' | 'batch'}.${string}`,
  subjectId: string,
  after: Record<string, unknown>,
): Promise<void> {
  const event = { at: app.now(), actor: toAuditActor(actor), action, subject: 'discount_codes', subjectId, after }
  return recordAuditEvent(tx, event)
}

/** Among the events of the mentor's record, which the mentor is given, and which are erased with it. */
const recordOwn = (
  app: ManagingApp,
  tx: Db,
  actor: MentorActor,
  action: `mentor.${string}`,
  after: Record<string, unknown>,
) => recordAuditEvent(tx, mentorEvent(app, toAuditActor(actor), action, actor.session.mentorId, { after }))
