/** The demo's last payout, of what was due then. What has become due since is in the next one. */
import type { Insertable } from 'kysely'
import { computeFee, toMinorUnits } from '#domain/payments/money'
import type { Payee } from '#domain/payments/payee'
import { earningState } from '#domain/payments/earnings'
import { DAY_MS, minutesAfter } from '#domain/time/wall-time'
import type { Tables } from '#server/platform/db/tables'
import type { Db } from '#server/platform/db/connect'
import { FEE_PERCENT, type DemoBooking } from './booking.ts'
import { demoId } from '../id.ts'
import type { DemoMentor } from '../mentor.ts'

const BATCH_DAYS_AGO = 18
const PAID_DAYS_AGO = 17

/** An account that no bank has: the example of the IBAN's registry. */
const ACCOUNT = 'GB29 NWBK 6016 1331 9268 19'

/** They have not said yet whom to pay. */
const WITHOUT_PAYEE = new Set(['jomar-villanueva', 'ibrahim-diallo'])

export type SealPayee = (mentorId: string, payee: Payee) => string

type Payees = Map<string, string>

export async function writePayouts(
  tx: Db,
  seal: SealPayee,
  { mentors, completed, seededAt }: { mentors: readonly DemoMentor[]; completed: DemoBooking[]; seededAt: Date },
): Promise<void> {
  const paid = mentors.filter(({ slug }) => !WITHOUT_PAYEE.has(slug))
  const daysAgo = (days: number) => new Date(seededAt.getTime() - days * DAY_MS)
  const payees: Payees = new Map(
    paid.map((mentor) => [demoId(mentor.slug), seal(demoId(mentor.slug), makePayee(mentor))]),
  )
  await tx
    .insertInto('payees')
    .values([...payees].map(([mentorId, sealed]) => ({ mentorId, sealed, changedAt: daysAgo(60) })))
    .execute()

  const batch = {
    id: demoId('payout batch'),
    createdAt: daysAgo(BATCH_DAYS_AGO),
    paidAt: daysAgo(PAID_DAYS_AGO),
  }
  const due = completed.filter((booking) => booking.pricePence > 0 && isDue(booking, batch.createdAt))
  const payouts = [...Map.groupBy(due, ({ mentorId }) => mentorId!)].flatMap(([mentorId, sold]) =>
    makePayout(batch.id, mentorId, sold, payees),
  )
  await tx.insertInto('payoutBatches').values(batch).execute()
  await tx
    .insertInto('payouts')
    .values(payouts.map(({ payout }) => payout))
    .execute()
  await tx
    .insertInto('payoutLines')
    .values(payouts.flatMap(({ lines }) => lines))
    .execute()
}

function isDue({ startsAt, minutes, pricePence: kept, currency }: DemoBooking, at: Date): boolean {
  const facts = {
    kept,
    fees: computeFee(kept, FEE_PERCENT, currency),
    paidOut: 0,
    inBatch: 0,
    disputed: false,
    returning: false,
    reported: false,
  }
  return earningState({ ...facts, status: 'completed', endsAt: minutesAfter(startsAt, minutes) }, at) === 'due'
}

function makePayout(batchId: string, mentorId: string, sold: DemoBooking[], payees: Payees) {
  const sealedPayee = payees.get(mentorId)
  if (sealedPayee === undefined) return []
  const id = demoId(`payout ${mentorId}`)
  const lines = sold.map(({ id: bookingId, pricePence: keptPence, currency }) => ({
    payoutId: id,
    bookingId,
    number: 1,
    keptPence,
    feePence: computeFee(keptPence, FEE_PERCENT, currency),
  }))
  const amount = lines.reduce((sum, { keptPence, feePence }) => sum + keptPence - feePence, 0)
  const payout: Insertable<Tables['payouts']> = {
    id,
    batchId,
    mentorId,
    amountPence: toMinorUnits(amount),
    currency: sold[0]!.currency,
    sealedPayee,
  }
  return [{ payout, lines }]
}

const makePayee = ({ name, moves }: DemoMentor) => ({
  name,
  country: moves.at(-1)!.toCountry,
  account: ACCOUNT,
  bankCode: '',
  address: '',
})
