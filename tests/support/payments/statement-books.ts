/** What statements say mentors are owed, compared with what their desk and the ledger say. */
import { sql } from 'kysely'
import { openAmount } from '#domain/payments/earnings'
import type { Db } from '#server/platform/db/connect'
import { listEarnings } from '#server/payouts/earnings-queries'
import { readMentorBooks } from '#server/tax-documents/statements/statements'

type Sums = { owed: number; transferred: number }

/** A sentence for each mentor and currency in which they differ at this moment. */
export async function findStatementFaults(db: Db): Promise<string[]> {
  const onDesk = await readDesk(db)
  const mentors = await db.selectFrom('mentors').select('id').execute()
  const faults: string[] = []
  for (const { id } of mentors) {
    const stated = new Map<string, Sums>()
    for (const { currency, kind, amount } of (await readMentorBooks(db, id))!.movements) {
      const sums = findSums(stated, currency)
      sums.owed += amount
      if (kind === 'transfer' || kind === 'transfer_reversal') sums.transferred -= amount
    }
    const known = onDesk.get(id) ?? new Map<string, Sums>()
    for (const currency of new Set([...stated.keys(), ...known.keys()])) {
      const [statement, desk] = [findSums(stated, currency), findSums(known, currency)]
      if (statement.owed !== desk.owed)
        faults.push(`${id} is owed ${statement.owed} ${currency} by statements, ${desk.owed} by the desk`)
      if (statement.transferred !== desk.transferred)
        faults.push(`${id} got ${statement.transferred} ${currency} by statements, ${desk.transferred} by the ledger`)
    }
  }
  return faults
}

/**
 * By mentor and currency: what is open or on its way to them, less what is being taken back, and what the ledger says was
 * transferred.
 */
async function readDesk(db: Db): Promise<Map<string, Map<string, Sums>>> {
  const { rows } = await sql<{ bookingId: string; back: number; transferred: number }>`
    select id as booking_id,
      coalesce((select sum(amount) from transfer_reversals where booking_id = bookings.id and status = 'queued'), 0)::int as back,
      coalesce((select -sum(amount_pence) from ledger
        where booking_id = bookings.id and kind in ('transfer', 'transfer_reversal')), 0)::int as transferred
    from bookings`.execute(db)
  const moved = new Map(rows.map((row) => [row.bookingId, row]))
  const desk = new Map<string, Map<string, Sums>>()
  for (const session of await listEarnings(db, {})) {
    const { mentorId, bookingId, currency, inBatch } = session
    const { back, transferred } = moved.get(bookingId)!
    const byCurrency = desk.get(mentorId) ?? new Map<string, Sums>()
    desk.set(mentorId, byCurrency)
    const sums = findSums(byCurrency, currency)
    sums.owed += openAmount(session) + inBatch - back
    sums.transferred += transferred
  }
  return desk
}

function findSums(all: Map<string, Sums>, currency: string): Sums {
  const sums = all.get(currency) ?? { owed: 0, transferred: 0 }
  all.set(currency, sums)
  return sums
}
