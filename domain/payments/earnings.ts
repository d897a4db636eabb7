/**
 * What a session earns its mentor: what is kept of its payment, less the operator's fee. It is due 72 hours after the end,
 * unless something is open about it, and is paid out in a batch or transferred. What goes back after that is owed by the mentor:
 * it is taken back of the transfer, or set off against the next payout.
 *
 * Pure: sums come from the ledger, payouts and transfers, in minor units.
 */
import type { BookingStatus } from '#domain/bookings/booking'
import { MAX_STORED_AMOUNT, roundFee } from '#domain/payments/money'

/** After the end of a session. */
export const DUE_HOURS = 72

/**
 * `paidOut`: what is in batches and transfers, paid or not, less what was taken back of transfers. `inBatch`: the part of it
 * that is not paid or sent yet.
 */
export type EarningFacts = {
  status: BookingStatus
  endsAt: Date
  kept: number
  fees: number
  paidOut: number
  inBatch: number
  /** The buyer's bank took the payment back, or may. */
  disputed: boolean
  /** A refund is queued, pending, or failed for good. */
  returning: boolean
  /** A reported problem is undecided. */
  reported: boolean
}

/**
 * `ahead`: not held yet. `waiting`: 72 hours are not over, or it is not completed. `due`: in the next batch. `owed`: more
 * was paid out than is kept by now. `in_batch`: on its way. `paid`. `nothing`: no money is kept.
 */
export type EarningState =
  | 'ahead'
  | 'waiting'
  | 'disputed'
  | 'returning'
  | 'reported'
  | 'due'
  | 'owed'
  | 'in_batch'
  | 'paid'
  | 'nothing'

/**
 * What is kept of a payment, and the operator's fee on it, without what a buyer's bank has taken back for good (`lost`, with the
 * fee's share of it).
 */
export function withoutLost(sums: { kept: number; fees: number; lost: number; currency: string }) {
  const { kept, fees, lost, currency } = sums
  if (lost <= 0 || kept <= 0) return { kept, fees }
  const left = Math.max(kept - lost, 0)
  return { kept: left, fees: roundFee((fees * left) / kept, currency) }
}

/** What is neither paid nor in a batch; negative if it is owed. */
export const openAmount = ({ kept, fees, paidOut }: Pick<EarningFacts, 'kept' | 'fees' | 'paidOut'>): number =>
  kept - fees - paidOut

export function earningState(facts: EarningFacts, now: Date): EarningState {
  const { status, endsAt, paidOut, inBatch } = facts
  const open = openAmount(facts)
  if (open < 0) return 'owed'
  if (open === 0) return inBatch !== 0 ? 'in_batch' : paidOut !== 0 ? 'paid' : 'nothing'
  if (status === 'confirmed' && endsAt > now) return 'ahead'
  if (facts.disputed) return 'disputed'
  if (facts.reported) return 'reported'
  if (facts.returning) return 'returning'
  const dueAt = endsAt.getTime() + DUE_HOURS * 3_600_000
  return status === 'confirmed' || now.getTime() < dueAt ? 'waiting' : 'due'
}

/** A mentor's money in one currency. `earned` is all the others together, without what is ahead. */
type Earnings = {
  ahead: number
  earned: number
  /** Not due yet, or held back while something about it is open. */
  waiting: number
  /** What the next batch pays; negative while more is owed than due. */
  due: number
  inBatch: number
  paid: number
}

/** `all`: what a mentor earned in one currency. */
export function sumEarnings(all: EarningFacts[], now: Date): Earnings {
  const sums = { ahead: 0, earned: 0, waiting: 0, due: 0, inBatch: 0, paid: 0 }
  for (const facts of all) {
    const [state, open] = [earningState(facts, now), openAmount(facts)]
    if (state === 'ahead') sums.ahead += open
    else if (state === 'due' || state === 'owed') sums.due += open
    else sums.waiting += open
    sums.inBatch += facts.inBatch
    sums.paid += facts.paidOut - facts.inBatch
  }
  return { ...sums, earned: sums.waiting + sums.due + sums.inBatch + sums.paid }
}

/**
 * What one payout pays for of all that is due and owed in one currency: everything, unless it is more than a payout can
 * be. What it has no room for stays due.
 */
export function chooseForPayout<Session extends Pick<EarningFacts, 'kept' | 'fees' | 'paidOut'>>(
  all: Session[],
): { amount: number; sessions: Session[] } {
  const sessions: Session[] = []
  let amount = 0
  for (const session of all.toSorted((a, b) => openAmount(a) - openAmount(b))) {
    if (amount + openAmount(session) > MAX_STORED_AMOUNT) break
    amount += openAmount(session)
    sessions.push(session)
  }
  return { amount, sessions }
}
