/**
 * What is transferred to a mentor, and taken back. A transfer pays for one booking. What the mentor owes of other bookings is
 * set off against it, as long as something is left to transfer. Amounts are whole steps of the currency (`chargeStep`), as the
 * payment service takes them.
 *
 * Pure: sums come from the ledger, payouts and transfers, in minor units.
 */
import { chargeStep } from '#domain/payments/currency'
import { openAmount, type EarningFacts } from '#domain/payments/earnings'

/** What a booking has earned, and what has been paid of it. `keptPaidOut` less `feesPaidOut` is `paidOut`. */
type OpenBooking = Pick<EarningFacts, 'kept' | 'fees' | 'paidOut'> & {
  bookingId: string
  keptPaidOut: number
  feesPaidOut: number
}

/** `kept` less `fee` is what is paid for the booking; less than zero if it is set off. */
type TransferLine = { bookingId: string; kept: number; fee: number }

/** `bookingId`: whose charge the money comes from. `amount`: the sum of its lines, more than zero. */
type PlannedTransfer = { bookingId: string; amount: number; lines: TransferLine[] }

/**
 * Plans the transfers of one mentor in one currency, one for each booking of `due`, less what is `owed`: each transfer bears
 * its share. None while they owe as much as is due or more: the debt is set off against later sessions.
 */
export function planTransfers(due: OpenBooking[], owed: OpenBooking[], currency: string): PlannedTransfer[] {
  const step = chargeStep(currency)
  const payable = due
    .map((booking) => ({ booking, open: floorTo(openAmount(booking), step) }))
    .filter(({ open }) => open > 0)
  const debts = owed.map((booking) => ({ booking, left: -openAmount(booking) })).filter(({ left }) => left > 0)
  let leftDue = payable.reduce((sum, { open }) => sum + open, 0)
  let leftOwed = debts.reduce((sum, { left }) => sum + left, 0)
  if (leftDue <= leftOwed) return []
  return payable.map(({ booking, open }) => {
    const share = Math.ceil((leftOwed * open) / leftDue / step) * step
    const setOff = takeFrom(debts, floorTo(Math.min(share, leftOwed, open - step), step))
    const amount = setOff.reduce((sum, { kept, fee }) => sum + kept - fee, open)
    leftDue -= open
    leftOwed -= open - amount
    return { bookingId: booking.bookingId, amount, lines: [lineFor(booking, open), ...setOff] }
  })
}

type Debt = { booking: OpenBooking; left: number }

/** Sets off `amount` against the debts in their order, which lowers them. */
function takeFrom(debts: Debt[], amount: number): TransferLine[] {
  const lines: TransferLine[] = []
  let rest = amount
  for (const debt of debts) {
    const taken = Math.min(debt.left, rest)
    if (taken <= 0) continue
    lines.push(lineFor(debt.booking, -taken))
    debt.left -= taken
    rest -= taken
  }
  return lines
}

/** The line that pays `amount` of a booking: all that is open of it, or a part, which has its share of the fee. */
function lineFor(booking: OpenBooking, amount: number): TransferLine {
  const { bookingId, kept, fees, keptPaidOut, feesPaidOut } = booking
  const [openKept, openFee] = [kept - keptPaidOut, fees - feesPaidOut]
  const fee = amount === openKept - openFee ? openFee : Math.round((openFee * amount) / (openKept - openFee))
  return { bookingId, kept: amount + fee, fee }
}

/** What a transfer that was sent still holds: its amount less what was taken back of it. */
export type SentTransfer = { id: string; left: number }

type PlannedReversal = TransferLine & { transferId: string }

/**
 * Plans what is taken back of a booking's transfers, the latest first, for what is owed of the booking. At most what they
 * hold: the rest stays owed.
 */
export function planReversals(owed: OpenBooking, transfers: SentTransfer[]): PlannedReversal[] {
  const planned: PlannedReversal[] = []
  let rest = -openAmount(owed)
  for (const { id: transferId, left } of transfers) {
    const amount = Math.min(left, rest)
    if (amount <= 0) continue
    const { kept, fee } = lineFor(owed, -amount)
    planned.push({ bookingId: owed.bookingId, transferId, kept: 0 - kept, fee: 0 - fee })
    rest -= amount
  }
  return planned
}

const floorTo = (amount: number, step: number): number => Math.floor(amount / step) * step
