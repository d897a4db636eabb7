/** A mentor's statements in a data folder: this month's by `settlePayoutData`, and last month's with an invoice. */
import { randomUUID } from 'node:crypto'
import { OPERATOR } from '#domain/tax-documents/tax-document'
import { monthAfter, monthAt, monthPeriod } from '#domain/time/month'
import { DAY_MS } from '#domain/time/wall-time'
import { transact } from '#server/platform/db/connect'
import { insertDocument } from '#server/tax-documents/issue-document'
import { insertFeeLines } from '#server/tax-documents/statements/fee-documents-queries'
import { insertStatement } from '#server/tax-documents/statements/statements-queries'
import { openDataFolder } from '../accounts/written-people.ts'
import { settlePayoutData } from './payout-data.ts'

/** Returns last month, `YYYY-MM`, in which one session of £45.00 was paid, with a fee of £4.50. */
export async function settleStatementData(data: string): Promise<string> {
  await settlePayoutData(data)
  const db = await openDataFolder(data)
  const mentor = db.selectFrom('mentors').select(['id', 'timeZone']).where('slug', '=', 'rafael-santos')
  const { id: mentorId, timeZone: zone } = await mentor.executeTakeFirstOrThrow()
  const month = monthAfter(monthAt(new Date(), zone), -1)
  const period = monthPeriod(month, zone)
  const booking = db.selectFrom('bookings').select('id').where('mentorId', '=', mentorId)
  const { id: bookingId } = await booking.where('status', '=', 'completed').executeTakeFirstOrThrow()
  const createdAt = new Date(period.from.getTime() + 9 * DAY_MS)
  const entry = { bookingId, currency: 'GBP', serviceId: `pi_${randomUUID()}`, createdAt }
  const entries = [
    { id: randomUUID(), ...entry, kind: 'charge' as const, amountPence: 4500 },
    { id: randomUUID(), ...entry, kind: 'fee' as const, amountPence: 450 },
  ]
  await db.insertInto('ledger').values(entries).execute()
  const about = { seller: OPERATOR, bookingId: null, mentorId, ledgerEntry: null, corrects: null, currency: 'GBP' }
  const sellerDetails = {
    name: 'Landfall Ltd',
    address: '1 Harbour Street, London',
    taxNumber: 'GB123456789',
    country: 'GB',
  }
  const amounts = { gross: 450, vat: 75, vatPercent: 20, sellerDetails }
  const times = { period: `${month}-01`, suppliedAt: period.until, issuedAt: period.until }
  await transact(db, async (tx) => {
    await insertStatement(tx, { mentorId, month, zone, ...period, issuedAt: period.until })
    const id = await insertDocument(tx, { kind: 'fee_invoice', ...about, ...amounts, ...times })
    await insertFeeLines(tx, id, [{ bookingId, fee: 450 }], 1)
  })
  await db.destroy()
  return month
}
