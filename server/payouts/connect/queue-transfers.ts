/**
 * Queues what is due to mentors whose accounts take transfers, and takes back what is owed of earlier transfers. Each is a row
 * with its lines before it is a call, written while no other process decides about payouts; a job sends it.
 */
import { randomUUID } from 'node:crypto'
import { earningState } from '#domain/payments/earnings'
import { toMinorUnits } from '#domain/payments/money'
import { planReversals, planTransfers } from '#domain/payments/transfer-plan'
import type { SettlementContext } from '#server/context'
import { isConnectOn } from '#server/payouts/connect/connect-setting'
import { listAccountsByMentor } from '#server/payouts/connect/accounts-queries'
import {
  insertReversals,
  insertTransfers,
  listHeld,
  listRefusedBookings,
  type NewReversal,
  type NewTransfer,
} from '#server/payouts/connect/transfers-queries'
import { listOwed, listTransferable, type SessionEarning } from '#server/payouts/earnings-queries'
import { lockPayouts } from '#server/payouts/payouts-queries'
import { transact, type Db } from '#server/platform/db/connect'

type QueueContext = Pick<SettlementContext, 'db' | 'now' | 'queue' | 'config'>

/** Sessions in one transaction. */
const PAGE = 500

/** The minute's round. First what is owed is taken back: only what cannot be is set off against transfers. */
export async function queueTransfers(app: QueueContext): Promise<void> {
  if (!isConnectOn(app)) return
  await queueReversals(app)
  let last: SessionEarning | null = null
  do last = await queuePage(app, last)
  while (last)
}

/** Returns the last session that it looked at; null after all. */
function queuePage(app: QueueContext, after: SessionEarning | null): Promise<SessionEarning | null> {
  return transact(app.db, async (tx) => {
    await lockPayouts(tx)
    const now = app.now()
    const page = await listTransferable(tx, { now, after, limit: PAGE })
    const due = page.filter((session) => session.inBatch === 0 && earningState(session, now) === 'due')
    const transfers = await planDue(app, tx, due)
    await insertTransfers(tx, transfers)
    await app.queue(tx, 'transfer', ...transfers.map(({ id: transferId }) => ({ transferId })))
    return page.length < PAGE ? null : page.at(-1)!
  })
}

async function planDue(app: QueueContext, tx: Db, due: SessionEarning[]): Promise<NewTransfer[]> {
  const mentorIds = [...new Set(due.map(({ mentorId }) => mentorId))]
  const accounts = await listAccountsByMentor(tx, mentorIds)
  const owed = mentorIds.length === 0 ? [] : await listOwed(tx, mentorIds)
  const debts = Map.groupBy(owed.filter(isSettled), purse)
  const createdAt = app.now()
  return [...Map.groupBy(due.toReversed(), purse)].flatMap(([key, sessions]) => {
    const { mentorId, currency } = sessions[0]!
    const account = accounts.get(mentorId)!
    const byId = new Map(sessions.map((session) => [session.bookingId, session]))
    return planTransfers(sessions, debts.get(key) ?? [], currency).map(({ bookingId, amount, lines }) => {
      const { paymentIntent, transferNumber } = byId.get(bookingId)!
      const about = { bookingId, number: transferNumber + 1, mentorId, accountId: account.accountId, currency }
      const money = { paymentIntent, amount: toMinorUnits(amount) }
      return { id: randomUUID(), ...about, ...money, createdAt, lines }
    })
  })
}

/** A mentor's money in one currency. */
const purse = ({ mentorId, currency }: SessionEarning) => `${mentorId} ${currency}`

/** Nothing of it is on its way: what is owed of a transfer that is not sent yet is taken back of it afterwards. */
const isSettled = ({ inBatch }: SessionEarning) => inBatch === 0

/** Takes back what is owed, as far as the transfers of the same booking hold it, unless the service has refused that before. */
function queueReversals(app: QueueContext): Promise<void> {
  return transact(app.db, async (tx) => {
    await lockPayouts(tx)
    const owed = (await listOwed(tx)).filter(isSettled)
    if (owed.length === 0) return
    const ids = owed.map(({ bookingId }) => bookingId)
    const [held, refused] = [await listHeld(tx, ids), await listRefusedBookings(tx, ids)]
    const reversals = owed
      .filter(({ bookingId }) => !refused.has(bookingId))
      .slice(0, PAGE)
      .flatMap((session) => planBack(session, held.get(session.bookingId) ?? [], app.now()))
    await insertReversals(tx, reversals)
    await app.queue(tx, 'reversal', ...reversals.map(({ id: reversalId }) => ({ reversalId })))
  })
}

type Held = Parameters<typeof planReversals>[1][number] & { next: number }

const planBack = (session: SessionEarning, held: Held[], createdAt: Date): NewReversal[] =>
  planReversals(session, held).map((planned) => {
    const number = held.find(({ id }) => id === planned.transferId)!.next
    return { id: randomUUID(), ...planned, number, currency: session.currency, createdAt }
  })
