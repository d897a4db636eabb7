/**
 * What may happen to a session after it was paid: its people or an admin cancel it, its money goes back in part, its buyer's
 * bank disputes it, and its mentor is paid out.
 */
import { sql } from 'kysely'
import type { CancelActor } from '#domain/bookings/refunds/refund-rule'
import { toMinorUnits } from '#domain/payments/money'
import { cancelBooking } from '#server/bookings/cancellation/cancel'
import { lockBooking } from '#server/bookings/queries'
import type { App } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import { discardBatch, makePayoutBatch, markBatchPaid } from '#server/payouts/payouts'
import { issueRefund } from '#server/payments/issue-refund'
import { ADMINS, CURRENCIES, type Rig } from './rig.ts'
import type { Sale, World } from './world.ts'

/** A sale's booking, as the product has it. */
export const findBooking = ({ db }: Rig, { checkoutId }: Sale) =>
  db
    .selectFrom('bookings')
    .select(['id', 'status', 'startsAt', 'revision', 'refundCeiling', 'cancelPolicy', 'paidAt'])
    .where('checkoutId', '=', checkoutId)
    .executeTakeFirst()

export type Paid = NonNullable<Awaited<ReturnType<typeof findBooking>>>

/** Cancels a session. A refusal must have a reason. */
export async function cancelSession(sale: Sale, rig: Rig, by: CancelActor): Promise<string[]> {
  const before = await findBooking(rig, sale)
  if (!before) return []
  const answer = await rig.ask((app) => cancelBooking(app, { id: before.id, by, shown: toMinorUnits(0) }))
  const after = (await findBooking(rig, sale))!
  const isDone = before.status === 'confirmed' && after.status === 'cancelled'
  const unheard = by === 'mentee' && !sale.proposal?.isOpen ? null : 'all'
  if (isDone) sale.cancelled = { refund: answer.heard && answer.value.ok ? answer.value.value.refund : unheard }
  if (!answer.heard) return []
  if (answer.value.ok !== isDone) return [`${sale.checkoutId} was said to be cancelled: ${answer.value.ok}`]
  const couldBe = before.status === 'confirmed' && before.startsAt > rig.clock.time
  return couldBe && !isDone ? [`${sale.checkoutId} could not be cancelled before it began`] : []
}

/** The mentee cancels in two tabs while the mentor cancels, too. One of them does. */
export async function cancelAtOnce(sale: Sale, rig: Rig): Promise<string[]> {
  const before = await findBooking(rig, sale)
  if (!before) return []
  const people = ['mentee', 'mentee', 'mentor'] as const
  const cancel = (by: CancelActor) =>
    rig.ask((app) => cancelBooking(app, { id: before.id, by, shown: toMinorUnits(0) }))
  const answers = await Promise.all(people.map(cancel))
  const done = answers.flatMap((answer) => (answer.heard && answer.value.ok ? [answer.value.value.refund] : []))
  const after = (await findBooking(rig, sale))!
  if (before.status === 'confirmed' && after.status === 'cancelled') sale.cancelled = { refund: done[0] ?? null }
  else if (done.length > 0) return [`${sale.checkoutId} was said to be cancelled, and is not`]
  return done.length > 1 ? [`${sale.checkoutId} was cancelled by ${done.length} at once`] : []
}

const PART = toMinorUnits(1_500)

/** Returns a part of the price of a session that took place. */
export async function returnPart(sale: Sale, rig: Rig): Promise<void> {
  const booking = await findBooking(rig, sale)
  if (booking?.status !== 'completed') return
  sale.parts += 1
  await rig.ask((app) =>
    transact(app.db, async (tx) => {
      const locked = (await lockBooking(tx, { id: booking.id }))!
      await issueRefund(app, tx, locked, { amount: PART, reason: 'problem' })
    }),
  )
}

/** The buyer's bank takes the payment back; later it decides. */
export async function dispute(sale: Sale, rig: Rig): Promise<void> {
  sale.dispute = await rig.stripe.control.dispute(sale.checkoutId)
}

export async function endDispute(sale: Sale, rig: Rig, outcome: 'won' | 'lost'): Promise<void> {
  await rig.stripe.control.closeDispute(sale.dispute!, outcome)
  sale.isDisputeOver = true
}

const unpaidBatches = ({ db }: Rig) =>
  db.selectFrom('payoutBatches').select('id').where('paidAt', 'is', null).orderBy('id').execute()

/** Two admins do the same at once; at most one of them may hear that it is done. */
export async function twoAdmins(
  rig: Rig,
  what: string,
  work: (app: App, by: (typeof ADMINS)[number]) => Promise<{ ok: boolean }>,
): Promise<string[]> {
  const answers = await Promise.all(ADMINS.map((by) => rig.ask((app) => work(app, by))))
  const done = answers.filter((answer) => answer.heard && answer.value.ok).length
  return done > 1 ? [`two admins ${what}`] : []
}

/** A batch of each currency. */
export async function makeBatch(rig: Rig): Promise<string[]> {
  const faults: string[] = []
  for (const currency of CURRENCIES)
    faults.push(...(await twoAdmins(rig, 'made a batch of the same', (app, by) => makePayoutBatch(app, by, currency))))
  return faults
}

export async function payBatch(rig: Rig): Promise<string[]> {
  const [batch] = await unpaidBatches(rig)
  return batch ? twoAdmins(rig, 'paid a batch', (app, by) => markBatchPaid(app, by, batch.id)) : []
}

export async function dropBatch(rig: Rig): Promise<string[]> {
  const [batch] = await unpaidBatches(rig)
  return batch ? twoAdmins(rig, 'discarded a batch', (app, by) => discardBatch(app, by, batch.id)) : []
}

/** What a mentor earned from sessions that took place or were cancelled, and what was paid out. In minor units. */
type MentorBooks = { mentor: string; earned: number; paidOut: number; isOpen: boolean }

/** `isOpen`: a dispute is not over or lost, so that something is held back. */
async function readMentorBooks(db: Db): Promise<MentorBooks[]> {
  const { rows } = await sql<MentorBooks>`
    select mentor_id::text as mentor,
      coalesce(sum((select sum(case kind when 'fee' then -amount_pence else amount_pence end) from ledger
        where booking_id = bookings.id)), 0)::int as earned,
      coalesce(sum((select sum(amount_pence) from payout_lines where booking_id = bookings.id)), 0)::int as paid_out,
      bool_or(exists (select from sandbox_stripe.disputes d where d.payment_intent = bookings.payment_intent
        and d.status <> 'won')) as is_open
    from bookings where status in ('completed', 'cancelled', 'no_show') group by mentor_id`.execute(db)
  return rows
}

/** Long after every session: pays all that is due, and compares. */
export async function payEverybody({ sales }: World, rig: Rig): Promise<string[]> {
  const before = new Map((await readMentorBooks(rig.db)).map((books) => [books.mentor, books.paidOut]))
  const faults = [...(await makeBatch(rig))]
  while ((await unpaidBatches(rig)).length > 0) faults.push(...(await payBatch(rig)))
  for (const { mentor, earned, paidOut, isOpen } of await readMentorBooks(rig.db)) {
    const owed = (before.get(mentor) ?? 0) >= earned
    if (!isOpen && !owed && paidOut !== earned) faults.push(`${mentor} earned ${earned} and was paid ${paidOut}`)
    if (owed && paidOut !== before.get(mentor)) faults.push(`${mentor} owes something and was paid more`)
  }
  if (sales.length > 0 && (await makeBatch(rig)).length > 0) faults.push('a second batch was made of nothing')
  return faults
}
