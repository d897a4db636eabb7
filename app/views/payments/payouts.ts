/** What is due to mentors, and the batches in which they are paid. Server side. */
import { formatBalance } from '#domain/payments/money'
import { plural } from '#domain/quantities'
import { dateIn, timeIn } from '#domain/time/clock'
import { isRowId } from '#domain/row-id'
import type { App } from '#server/context'
import type { By } from '#server/mentors/audit'
import { discardBatch, isPayable, makePayoutBatch, markBatchPaid, readDue } from '#server/payments/payouts/payouts'
import { listBatches } from '#server/payments/payouts/payouts-queries'
import type { PayoutsPage } from '../../ui/payments/payouts-page.ts'

const MAX_BATCHES = 100

export async function readPayouts(app: App, zone: string): Promise<PayoutsPage> {
  const due = await readDue(app, app.db)
  const payable = due.filter(isPayable)
  const batches = await listBatches(app.db, MAX_BATCHES)
  const year = app.now().getUTCFullYear()
  return {
    due: due.map((mentor) => ({
      id: mentor.mentorId,
      name: mentor.name,
      amount: formatBalance(mentor.amount),
      sessions: plural(mentor.sessions.length, 'session'),
      leftOut: isPayable(mentor)
        ? null
        : mentor.amount <= 0
          ? 'Owes this: set off against the next sessions'
          : 'Has not said where to pay: left out',
    })),
    next: payable.length === 0 ? null : `${formatBalance(sumOf(payable))} to ${plural(payable.length, 'mentor')}`,
    batches: batches.map(({ id, createdAt, paidAt, mentors, amountPence }) => ({
      id,
      made: `${dateIn(createdAt, zone)}, ${timeIn(createdAt, zone)}`,
      paid: paidAt && `${dateIn(paidAt, zone)}, ${timeIn(paidAt, zone)}`,
      sum: `${formatBalance(amountPence)} to ${plural(mentors, 'mentor')}`,
    })),
    years: [year, year - 1, year - 2],
  }
}

const sumOf = (all: { amount: number }[]) => all.reduce((sum, { amount }) => sum + amount, 0)

/** Does what a button asks. `to`: what is said about it. Null: unknown button. */
export async function answerPayouts(app: App, by: By, typed: Record<string, string>): Promise<{ to: string } | null> {
  const batch = typed['batch'] ?? ''
  switch (typed['intent']) {
    case 'make':
      return { to: (await makePayoutBatch(app, by)).ok ? 'made' : 'nothing' }
    case 'paid':
      return { to: isRowId(batch) && (await markBatchPaid(app, by, batch)).ok ? 'paid' : 'gone' }
    case 'discard':
      return { to: isRowId(batch) && (await discardBatch(app, by, batch)).ok ? 'discarded' : 'gone' }
    default:
      return null
  }
}
