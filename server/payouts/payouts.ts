/**
 * Pays mentors out in batches of one currency. An admin makes one of all that is due in it, transfers it at the bank with the
 * file, and marks it as paid. Decision 0013; admins cannot pay themselves, decision 0042.
 */
import { randomUUID } from 'node:crypto'
import { takesTransfers } from '#domain/payments/connected-account'
import { chooseForPayout, earningState } from '#domain/payments/earnings'
import { toMinorUnits } from '#domain/payments/money'
import { err, ok, type Result } from '#domain/result'
import { recordAuditEvent, type AuditActor } from '#server/accounts/audit-queries'
import { mayDecide, type ConflictOfInterestError } from '#server/accounts/conflicts-of-interest'
import type { App } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { queueMentorMail } from '#server/mentors/mails/queue-mail'
import { listAccountsByMentor } from '#server/payouts/connect/accounts-queries'
import { isConnectOn } from '#server/payouts/connect/connect-setting'
import { listEarnings, type SessionEarning } from '#server/payouts/earnings-queries'
import { openPayee } from '#server/payouts/payees'
import { recordPayoutsReady } from '#server/platform/events/record-event'
import {
  deleteUnpaidBatch,
  insertBatch,
  listPaidAccounts,
  listPayoutMentors,
  listPayoutsOfBatch,
  lockPayouts,
  recordBatchPaid,
  type NewPayout,
} from '#server/payouts/payouts-queries'

type PayoutContext = Pick<App, 'db' | 'now' | 'queue' | 'secretFor' | 'config'>

/** What the next batch in this currency would pay a mentor. `amount` is negative while they owe more than is due. */
type DueToMentor = {
  mentorId: string
  name: string
  accountId: string | null
  currency: string
  amount: number
  /** Null: they have not said whom to pay, so they are left out. */
  sealedPayee: string | null
  sessions: SessionEarning[]
}

type ReadingDue = Pick<App, 'now' | 'secretFor'> & { config: Pick<App['config'], 'PAYOUTS'> }

/**
 * All mentors to whom something is due, or who owe something, in order of name. One with two currencies is there twice. Those
 * whose account takes transfers are left out: they are paid by these.
 */
export async function readDue(app: ReadingDue, db: Db): Promise<DueToMentor[]> {
  const now = app.now()
  const open = (await listEarnings(db, { unsettled: true })).filter((session) =>
    ['due', 'owed'].includes(earningState(session, now)),
  )
  const byMentor = Map.groupBy(open, ({ mentorId }) => mentorId)
  if (byMentor.size === 0) return []
  const accounts = isConnectOn(app) ? await listAccountsByMentor(db, [...byMentor.keys()]) : new Map()
  for (const [mentorId, account] of accounts) if (takesTransfers(account)) byMentor.delete(mentorId)
  if (byMentor.size === 0) return []
  const mentors = await listPayoutMentors(db, [...byMentor.keys()])
  const order = new Intl.Collator('en')
  return mentors
    .toSorted((a, b) => order.compare(a.name, b.name))
    .flatMap(({ id: mentorId, name, accountId, sealed }) => {
      const sealedPayee = sealed !== null && openPayee(app, mentorId, sealed) !== null ? sealed : null
      const byCurrency = Map.groupBy(byMentor.get(mentorId) ?? [], ({ currency }) => currency)
      return [...byCurrency].map(([currency, all]) => {
        return { mentorId, name, accountId, currency, sealedPayee, ...chooseForPayout(all) }
      })
    })
}

/** True if the next batch pays them. */
export const isPayable = ({ amount, sealedPayee }: DueToMentor): boolean => amount > 0 && sealedPayee !== null

/**
 * Makes one batch of everything that is due in a currency, in which what is owed in it is set off. What is due to who makes
 * it is left to another admin. Of any number of admins at once one makes it, and the others learn that nothing is due.
 */
export function makePayoutBatch(
  app: PayoutContext,
  actor: Actor,
  currency: string,
): Promise<Result<{ id: string }, { code: 'nothing_due' } | ConflictOfInterestError>> {
  return transact(app.db, async (tx) => {
    await lockPayouts(tx)
    const all = (await readDue(app, tx)).filter((due) => due.currency === currency && isPayable(due))
    const decider = await mayDecide(tx, toAuditActor(actor), listPayees(all))
    if (!decider.ok && decider.error.matter === 'alone') return decider
    const due = decider.ok ? all : all.filter(({ accountId }) => accountId !== actor.session.accountId)
    if (due.length === 0) return err({ code: 'nothing_due' })
    const auditActor = decider.ok ? decider.value : toAuditActor(actor)
    const batch = { id: randomUUID(), createdAt: app.now() }
    const payouts = due.map((mentor) => buildPayout(batch.id, mentor))
    await insertBatch(tx, batch, payouts)
    await recordPayoutsReady(app, tx, payouts)
    const sum = payouts.reduce((total, { amountPence }) => total + amountPence, 0)
    await recordPayoutEvent(app, tx, auditActor, 'payouts.batch_made', batch.id, {
      mentors: payouts.length,
      amount: sum,
      currency,
    })
    return ok({ id: batch.id })
  })
}

const listPayees = (all: { accountId: string | null }[]) => ({
  accounts: all.map(({ accountId }) => accountId),
  emails: [],
})

function buildPayout(batchId: string, due: DueToMentor): NewPayout {
  const { mentorId, amount, currency, sealedPayee, sessions } = due
  if (sealedPayee === null) throw new Error(`Nothing to pay to ${mentorId}`)
  return {
    id: randomUUID(),
    batchId,
    mentorId,
    amountPence: toMinorUnits(amount),
    currency,
    sealedPayee,
    lines: sessions.map(({ bookingId, kept, fees, keptPaidOut, feesPaidOut, payoutCount }) => {
      return { bookingId, number: payoutCount + 1, keptPence: kept - keptPaidOut, feePence: fees - feesPaidOut }
    }),
  }
}

type BatchGone = { code: 'not_open' }

/** Whether they may decide about a batch: it pays others. */
const mayDecideBatch = async (tx: Db, actor: Actor, id: string) =>
  mayDecide(tx, toAuditActor(actor), { accounts: (await listPaidAccounts(tx, [id])).get(id) ?? [], emails: [] })

/** Marks a batch as paid, once, and emails each mentor. */
export function markBatchPaid(
  app: PayoutContext,
  actor: Actor,
  id: string,
): Promise<Result<null, BatchGone | ConflictOfInterestError>> {
  return transact(app.db, async (tx) => {
    const decider = await mayDecideBatch(tx, actor, id)
    if (!decider.ok) return decider
    if (!(await recordBatchPaid(tx, id, app.now()))) return err({ code: 'not_open' })
    const payouts = await listPayoutsOfBatch(tx, id)
    for (const { mentorId, amountPence, currency, sessions } of payouts)
      await queueMentorMail(app, tx, mentorId, 'paid_out', { amountPence, currency, sessions })
    await recordPayoutEvent(app, tx, decider.value, 'payouts.batch_paid', id, { mentors: payouts.length })
    return ok(null)
  })
}

/** Deletes a batch that was not paid: what it would have paid is due again. */
export function discardBatch(
  app: PayoutContext,
  actor: Actor,
  id: string,
): Promise<Result<null, BatchGone | ConflictOfInterestError>> {
  return transact(app.db, async (tx) => {
    await lockPayouts(tx)
    const decider = await mayDecideBatch(tx, actor, id)
    if (!decider.ok) return decider
    if (!(await deleteUnpaidBatch(tx, id))) return err({ code: 'not_open' })
    await recordPayoutEvent(app, tx, decider.value, 'payouts.batch_discarded', id)
    return ok(null)
  })
}

/** `action`: also the download of a file, because it names bank accounts. */
export function recordPayoutEvent(
  app: Pick<App, 'now'>,
  tx: Db,
  auditActor: AuditActor,
  action: `payouts.${string}`,
  subjectId: string,
  after?: Record<string, unknown>,
): Promise<void> {
  const event = { at: app.now(), actor: auditActor, action, subject: 'payout_batches', subjectId }
  return recordAuditEvent(tx, { ...event, ...(after && { after }) })
}
