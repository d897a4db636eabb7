/**
 * What may happen to a session after it was paid: its people or an admin cancel it, its money goes back in part, its buyer's
 * bank disputes it, and its mentor is paid out.
 */
import type { CancelActor } from '#domain/bookings/refunds/refund-rule'
import { toMinorUnits } from '#domain/payments/money'
import { HOUR_MS } from '#domain/time/wall-time'
import { cancelBooking, giveBack } from '#server/bookings/cancellation/cancel'
import { findCreditOfSession } from '#server/bookings/credits/credits-queries'
import { lockBooking } from '#server/bookings/queries'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'
import { discardBatch, makePayoutBatch, markBatchPaid } from '#server/payouts/payouts'
import { issueRefund } from '#server/payments/issue-refund'
import { ADMINS, CURRENCIES, type Rig } from './rig.ts'
import type { Sale } from './world.ts'

/** A sale's booking, as the product has it. */
export const findBooking = ({ db }: Rig, { bookingId }: Sale) =>
  db
    .selectFrom('bookings')
    .select(['id', 'status', 'startsAt', 'revision', 'refundCeiling', 'cancelPolicy', 'paidAt', 'cancelledBy'])
    .where('id', '=', bookingId)
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
  const refund = answer.heard && answer.value.ok ? answer.value.value.refund : unheard
  if (isDone) sale.cancelled = { refund, isLate: isLate(sale, after, rig.clock.time) }
  if (!answer.heard) return []
  if (answer.value.ok !== isDone) return [`${sale.bookingId} was said to be cancelled: ${answer.value.ok}`]
  const couldBe = before.status === 'confirmed' && before.startsAt > rig.clock.time
  return couldBe && !isDone ? [`${sale.bookingId} could not be cancelled before it began`] : []
}

/**
 * True when a mentee cancels after the last moment at which all goes back, by the policies as they are published (decision 0029): some
 * hours before the start, or a day after booking if that is half a day before it. While their mentor proposes other times, all does.
 */
function isLate(sale: Sale, { cancelledBy }: Paid, now: Date): boolean {
  if (cancelledBy !== 'mentee' || sale.proposal?.isOpen) return false
  const hours = { flexible: 24, moderate: 72 }[sale.offer.policy]
  const { startsAt, bookedAt, ceiling } = sale
  const until = Math.max(startsAt - hours * HOUR_MS, Math.min(bookedAt + 24 * HOUR_MS, startsAt - 12 * HOUR_MS))
  return ceiling < 100 || now.getTime() > until
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
  if (before.status === 'confirmed' && after.status === 'cancelled')
    sale.cancelled = { refund: done[0] ?? null, isLate: isLate(sale, after, rig.clock.time) }
  else if (done.length > 0) return [`${sale.bookingId} was said to be cancelled, and is not`]
  return done.length > 1 ? [`${sale.bookingId} was cancelled by ${done.length} at once`] : []
}

const PART = toMinorUnits(1_500)

/** Returns a part of the price of a session that took place, or the credit that it was booked with. */
export async function returnPart(sale: Sale, rig: Rig): Promise<void> {
  const booking = await findBooking(rig, sale)
  if (booking?.status !== 'completed') return
  sale.parts += 1
  const returned = await rig.ask((app) =>
    transact(app.db, async (tx) => {
      const locked = (await lockBooking(tx, { id: booking.id }))!
      if (sale.kind === 'session') await issueRefund(app, tx, locked, { amount: PART, reason: 'problem' })
      else await giveBack(app, tx, locked, { refund: 'all', reason: 'problem' })
    }),
  )
  if (sale.kind === 'credit' && !returned.heard && (await findCreditOfSession(rig.db, sale.bookingId))) sale.parts -= 1
}

/** The buyer's bank takes the payment back; later it decides. */
export async function dispute(sale: Sale, rig: Rig): Promise<void> {
  sale.dispute = await rig.stripe.control.dispute(sale.checkoutId)
}

export async function endDispute(sale: Sale, rig: Rig, outcome: 'won' | 'lost'): Promise<void> {
  await rig.stripe.control.closeDispute(sale.dispute!, outcome)
  sale.isDisputeOver = true
}

export const unpaidBatches = ({ db }: Rig) =>
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

/** A batch of each currency. It leaves out mentors who are paid by transfer. */
export async function makeBatch(rig: Rig): Promise<string[]> {
  const faults: string[] = []
  const [before, active] = [new Set((await payouts(rig)).map(({ id }) => id)), await takingTransfers(rig)]
  for (const currency of CURRENCIES)
    faults.push(...(await twoAdmins(rig, 'made a batch of the same', (app, by) => makePayoutBatch(app, by, currency))))
  const both = active.intersection(await takingTransfers(rig)) // Others may just have changed.
  const wrong = (await payouts(rig)).filter(({ id, mentorId }) => !before.has(id) && both.has(mentorId))
  return [...faults, ...wrong.map(({ mentorId }) => `a batch pays ${mentorId}, whose account takes transfers`)]
}

const payouts = ({ db }: Rig) => db.selectFrom('payouts').select(['id', 'mentorId']).execute()

/** The mentors whose accounts take transfers, as the product knows them. */
async function takingTransfers({ db }: Rig): Promise<Set<string>> {
  const rows = await db.selectFrom('connectedAccounts').select('mentorId').where('transfers', '=', 'active').execute()
  return new Set(rows.map(({ mentorId }) => mentorId))
}

export async function payBatch(rig: Rig): Promise<string[]> {
  const [batch] = await unpaidBatches(rig)
  return batch ? twoAdmins(rig, 'paid a batch', (app, by) => markBatchPaid(app, by, batch.id)) : []
}

export async function dropBatch(rig: Rig): Promise<string[]> {
  const [batch] = await unpaidBatches(rig)
  return batch ? twoAdmins(rig, 'discarded a batch', (app, by) => discardBatch(app, by, batch.id)) : []
}
