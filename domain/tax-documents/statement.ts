/**
 * A mentor's statement of a month: what they were owed before it, every movement of it, and what they were owed after it, for
 * each currency by itself. Replays the ledger, lost disputes and payouts in the order of time, so that opening balance and
 * movements are the closing balance, and the balance of now is what `earnings.ts` says is open or on its way.
 *
 * Pure: entries come from the ledger, disputes, payouts and transfers, in minor units.
 */
import { ownFirst } from '#domain/payments/currency'
import { withoutLost } from '#domain/payments/earnings'

/**
 * `contribution`: the operator's to a session that cost its buyer nothing; to others it is part of the charge. `share`: of a package, of a session that was held; below zero where
 * it went back to the package.
 */
type EarnedKind = 'charge' | 'contribution' | 'share' | 'refund' | 'reversal' | 'lost'
type PaidKind = 'batch' | 'transfer' | 'transfer_reversal'

/**
 * What happened to the payment of a booking, as it is entered in the ledger: `kept` and `fee` are changes of either sign. Of a
 * lost dispute, `kept` is what the buyer's bank took, below zero, and the fee is computed.
 */
export type EarnedEntry = {
  kind: EarnedKind
  at: Date
  bookingId: string
  currency: string
  kept: number
  fee: number
}

/**
 * What was paid to the mentor, or taken back: `amount` is below zero then. `setOff`: what they owed of other bookings and was
 * deducted, zero or more. `bookingId`: null of a batch, which pays for several.
 */
export type PaidEntry = {
  kind: PaidKind
  at: Date
  bookingId: string | null
  currency: string
  amount: number
  setOff: number
}

/** `amount`: the change of what the mentor is owed, `kept` less `fee` or what was paid. */
export type Movement = {
  kind: EarnedKind | PaidKind
  at: Date
  bookingId: string | null
  currency: string
  kept: number
  fee: number
  amount: number
  setOff: number
}

/** In one currency. `opening`, the amounts of `movements` and nothing else are `closing`; what the mentor owes is below zero. */
export type Statement = {
  currency: string
  opening: number
  movements: Movement[]
  closing: number
  sums: StatementSums
}

/** `earned`: charges, contributions and shares of packages less their fees. Refunds that failed afterwards lower `refunded`. All are changes of the balance. */
type StatementSums = { earned: number; refunded: number; lost: number; paid: number; takenBack: number }

/** From the first instant of a month to that of the next. */
export type Period = { from: Date; until: Date }

/** Of movements of one instant: nothing is refunded before it is paid, nor paid out before it is earned. */
const ORDER: Movement['kind'][] = [
  'charge',
  'contribution',
  'share',
  'refund',
  'reversal',
  'lost',
  'batch',
  'transfer',
  'transfer_reversal',
]

const inOrder = (a: Movement, b: Movement) =>
  a.at.getTime() - b.at.getTime() ||
  ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) ||
  (a.bookingId ?? '').localeCompare(b.bookingId ?? '')

/** All changes of what a mentor is owed, oldest first. */
export function listMovements(earned: EarnedEntry[], paid: PaidEntry[]): Movement[] {
  const byBooking = Map.groupBy(earned, ({ bookingId }) => bookingId)
  return [
    ...[...byBooking.values()].flatMap(replayBooking),
    ...paid.map((entry) => ({ ...entry, kept: 0, fee: 0, amount: 0 - entry.amount })),
  ].toSorted(inOrder)
}

/**
 * What each entry of one booking changes. What a bank took lowers what is kept at most to nothing, and the fee in proportion, so
 * a movement is the difference of two states.
 */
function replayBooking(entries: EarnedEntry[]): Movement[] {
  const sums = { kept: 0, fees: 0, lost: 0 }
  let before = { kept: 0, fees: 0 }
  return entries
    .map((entry) => ({ ...entry, amount: 0, setOff: 0 }))
    .toSorted(inOrder)
    .map((entry) => {
      if (entry.kind === 'lost') sums.lost -= entry.kept
      else {
        sums.kept += entry.kept
        sums.fees += entry.fee
      }
      const after = withoutLost({ ...sums, currency: entry.currency })
      const [kept, fee] = [after.kept - before.kept, after.fees - before.fees]
      before = after
      return { ...entry, kept, fee, amount: kept - fee }
    })
    .filter(({ kept, fee }) => kept !== 0 || fee !== 0)
}

/** The statements of a period: in each currency in which something moved or is owed, the site's `own` before the others. */
export function buildStatements(movements: Movement[], { from, until }: Period, own: string): Statement[] {
  const byCurrency = Map.groupBy(
    movements.filter(({ at }) => at < until),
    ({ currency }) => currency,
  )
  return ownFirst([...byCurrency.keys()], own).flatMap((currency) => {
    const all = byCurrency.get(currency)!
    const within = all.filter(({ at }) => at >= from)
    const closing = sumAmounts(all)
    const opening = closing - sumAmounts(within)
    if (within.length === 0 && opening === 0) return []
    return [{ currency, opening, movements: within, closing, sums: sumByKind(within) }]
  })
}

const sumAmounts = (movements: Movement[]): number => movements.reduce((sum, { amount }) => sum + amount, 0)

function sumByKind(movements: Movement[]): StatementSums {
  const sum = (...kinds: Movement['kind'][]) => sumAmounts(movements.filter(({ kind }) => kinds.includes(kind)))
  return {
    earned: sum('charge', 'contribution', 'share'),
    refunded: sum('refund', 'reversal'),
    lost: sum('lost'),
    paid: sum('batch', 'transfer'),
    takenBack: sum('transfer_reversal'),
  }
}
