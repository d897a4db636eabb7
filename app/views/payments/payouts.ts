/** What is due to mentors, and the batches in which they are paid. Server side. */
import { findConflictOfInterest } from '#domain/accounts/conflict-of-interest'
import { ownFirst } from '#domain/payments/currency'
import type { Result } from '#domain/result'
import { isRowId } from '#domain/row-id'
import { readOwnReason } from '#server/accounts/form'
import { findDecider, type ConflictOfInterestError } from '#server/accounts/conflicts-of-interest'
import type { App } from '#server/context'
import type { Actor } from '#server/accounts/audit'
import { sendTransferAgain } from '#server/payouts/connect/send-again'
import { discardBatch, isPayable, makePayoutBatch, markBatchPaid, readDue } from '#server/payouts/payouts'
import { listBatches, listPaidAccounts } from '#server/payouts/payouts-queries'
import * as m from '#messages/accounts'
import { CONFLICT_OF_INTEREST_WORDS } from '#words/conflict-of-interest'
import { formatBalance } from '#words/prices'
import { dateTimeIn } from '#words/time'
import { readConnectPage } from './connect-page.ts'
import type { PayoutsPage } from '../../ui/payments/payouts-page.ts'

const MAX_BATCHES = 100

export async function readPayouts(app: App, zone: string, accountId: string): Promise<PayoutsPage> {
  const decider = await findDecider(app.db, accountId)
  const own = (accounts: (string | null)[]) => findConflictOfInterest(decider, { accounts, emails: [] })
  const due = Map.groupBy(await readDue(app, app.db), ({ currency }) => currency)
  const currencies = ownFirst([...due.keys()], app.config.CURRENCY)
  const batches = await listBatches(app.db, MAX_BATCHES)
  const paidAccounts = await listPaidAccounts(
    app.db,
    batches.map(({ id }) => id),
  )
  return {
    due: currencies
      .flatMap((currency) => due.get(currency) ?? [])
      .map((mentor) => ({
        id: mentor.mentorId,
        currency: mentor.currency,
        name: mentor.name,
        amount: formatBalance(mentor.amount, mentor.currency),
        sessions: m.bookingCount({ count: mentor.sessions.length }),
        leftOut: isPayable(mentor)
          ? own([mentor.accountId]) === 'another'
            ? CONFLICT_OF_INTEREST_WORDS.another()
            : null
          : mentor.amount <= 0
            ? m.owesThis()
            : m.noBankDetails(),
      })),
    next: currencies.flatMap((currency) => {
      const all = due.get(currency) ?? []
      const payable = all.filter((mentor) => isPayable(mentor) && own([mentor.accountId]) !== 'another')
      if (payable.length === 0) return []
      const amount = formatBalance(sumAmounts(payable), currency)
      const accounts = payable.map(({ accountId }) => accountId)
      return [{ currency, sum: m.sumToMentors({ amount, mentors: payable.length }), own: own(accounts) }]
    }),
    batches: batches.map(({ id, createdAt, paidAt, mentors, amountPence, currency }) => ({
      id,
      made: dateTimeIn(createdAt, zone),
      paid: paidAt && dateTimeIn(paidAt, zone),
      own: own(paidAccounts.get(id) ?? []),
      sum: m.sumToMentors({ amount: formatBalance(amountPence, currency), mentors }),
    })),
    connect: await readConnectPage(app, zone, decider),
  }
}

/** Of one currency. */
const sumAmounts = (all: { amount: number }[]) => all.reduce((sum, { amount }) => sum + amount, 0)

/** Does what a button asks. `to`: what is said about it. Null: unknown button. */
export async function handlePayoutsForm(
  app: App,
  who: Actor,
  typed: Record<string, string>,
): Promise<{ to: string } | null> {
  const by = { ...who, ownReason: readOwnReason(typed['own_reason']) }
  const batch = typed['batch'] ?? ''
  switch (typed['intent']) {
    case 'make':
      return outcome(await makePayoutBatch(app, by, typed['currency'] ?? ''), 'made', 'nothing')
    case 'paid':
      return isRowId(batch) ? outcome(await markBatchPaid(app, by, batch), 'paid', 'gone') : { to: 'gone' }
    case 'discard':
      return isRowId(batch) ? outcome(await discardBatch(app, by, batch), 'discarded', 'gone') : { to: 'gone' }
    case 'send_again':
      return sendAgain(app, by, typed)
    default:
      return null
  }
}

async function sendAgain(app: App, by: Actor, typed: Record<string, string>): Promise<{ to: string }> {
  const [id, refusals] = [typed['transfer'] ?? '', Number(typed['refusals'])]
  if (!isRowId(id)) return { to: 'not_waiting' }
  const sent = await sendTransferAgain(app, by, { id, refusals })
  return outcome(sent, 'sent_again', sent.ok ? '' : sent.error.code)
}

function outcome(result: Result<unknown, { code: string } | ConflictOfInterestError>, done: string, refused: string) {
  if (result.ok) return { to: done }
  return { to: 'matter' in result.error ? `own_${result.error.matter}` : refused }
}
