/** A statement in words, one sheet for each currency. */
import type { DocumentSheet } from '#domain/tax-documents/sheet'
import type { Movement, Statement } from '#domain/tax-documents/statement'
import { monthAfter } from '#domain/time/month'
import { dateAfter } from '#domain/time/wall-time'
import { zoneCity } from '#domain/time/zone'
import type { App } from '#server/context'
import { operatorDetails } from '#server/tax-documents/seller'
import type { StatementBooking } from '#server/tax-documents/statements/movements-queries'
import type { MonthStatement } from '#server/tax-documents/statements/statements'
import * as receipts from '#messages/receipts'
import * as m from '#messages/statements'
import { formatBalance } from '#words/prices'
import { dateIn, dateOfKey, monthOfKey } from '#words/time'
import { currentTag } from '../../../messages/runtime.ts'

/** "October 2026", "November 2026 (so far)" */
export const nameMonth = (month: string, isOpen: boolean): string =>
  isOpen ? m.monthSoFar({ month: monthOfKey(month) }) : monthOfKey(month)

export function writeStatementSheets(app: Pick<App, 'config'>, read: MonthStatement): DocumentSheet[] {
  const { name } = operatorDetails(app)
  return read.statements.map((statement) => writeSheet(read, statement, name))
}

function writeSheet(read: MonthStatement, statement: Statement, issuer: string): DocumentSheet {
  const { period, name, isOpen } = read
  const { currency, closing, movements } = statement
  return {
    language: currentTag(),
    title: m.statementTitle({ month: nameMonth(period.month, isOpen) }),
    facts: [
      [m.period(), formatPeriod(period)],
      [m.currency(), currency],
    ],
    parties: [{ label: m.mentor(), lines: [name] }],
    head: [m.entry(), m.payment(), m.fee(), m.amount()],
    rows: movements.map((movement) => writeRow(read, movement)),
    totals: writeTotals(statement, isOpen),
    notes: [m.noteBalance(), ...(closing < 0 ? [m.noteOwed()] : []), m.noteMonth()],
    issuer: receipts.issuedBy({ name: issuer }),
  }
}

/** "1 October 2026 – 31 October 2026 (London time)" */
export function formatPeriod({ month, zone }: { month: string; zone: string }): string {
  const [first, last] = [`${month}-01`, dateAfter(`${monthAfter(month)}-01`, -1)]
  return m.periodDates({ first: dateOfKey(first), last: dateOfKey(last), place: zoneCity(zone) })
}

function writeRow({ period, bookings }: MonthStatement, movement: Movement): string[] {
  const { at, kept, fee, amount, currency } = movement
  const booking = movement.bookingId === null ? undefined : bookings.get(movement.bookingId)
  const money = (sum: number) => formatBalance(sum, currency)
  const parts = isEarned(movement) ? [money(kept), money(0 - fee)] : ['', '']
  return [describeMovement(movement, dateIn(at, period.zone), booking), ...parts, money(amount)]
}

const isEarned = ({ kind }: Movement) => kind !== 'batch' && kind !== 'transfer' && kind !== 'transfer_reversal'

function describeMovement(movement: Movement, date: string, booking: StatementBooking | undefined): string {
  const { reference, title } = booking ?? { reference: '', title: '' }
  const setOff = movement.setOff > 0 ? formatBalance(movement.setOff, movement.currency) : null
  switch (movement.kind) {
    case 'charge':
      return m.lineCharge({ date, title, reference })
    case 'contribution':
      return m.lineContribution({ date, title, reference })
    case 'share':
      return m.lineShare({ date, title, reference })
    case 'refund':
      return m.lineRefund({ date, reference })
    case 'reversal':
      return m.lineReversal({ date, reference })
    case 'lost':
      return m.lineLost({ date, reference })
    case 'batch':
      return setOff === null ? m.lineBatch({ date }) : m.lineBatchSetOff({ date, setOff })
    case 'transfer':
      return setOff === null ? m.lineTransfer({ date, reference }) : m.lineTransferSetOff({ date, reference, setOff })
    case 'transfer_reversal':
      return m.lineTakenBack({ date, reference })
  }
}

/** Opening balance, the sums that are not zero, closing balance: the first and those between add up to the last. */
function writeTotals({ currency, opening, closing, sums }: Statement, isOpen: boolean): DocumentSheet['totals'] {
  const money = (sum: number) => formatBalance(sum, currency)
  const between: [string, number][] = [
    [m.sumEarned(), sums.earned],
    [m.sumRefunded(), sums.refunded],
    [m.sumLost(), sums.lost],
    [m.sumPaid(), sums.paid],
    [m.sumTakenBack(), sums.takenBack],
  ]
  return [
    [m.openingBalance(), money(opening)],
    ...between.flatMap(([label, sum]): DocumentSheet['totals'] => (sum === 0 ? [] : [[label, money(sum)]])),
    [isOpen ? m.balanceSoFar() : m.closingBalance(), money(closing)],
  ]
}
