/** SQL for which entries of the ledger have a document. Decision 0069. */
import { sql } from 'kysely'
import type { DocumentedEntry, IssuedDocument, SaleTerms } from '#domain/tax-documents/plan'
import type { Db } from '#server/platform/db/connect'

const DOCUMENTED = ['charge', 'refund', 'reversal'] as const

/**
 * The entries of a booking that have or get documents, the first one first, locked: of two who issue for one booking the second waits,
 * and finds what the first has issued. Only inserts touch the ledger otherwise, so no payment waits.
 */
export async function lockEntries(tx: Db, bookingId: string): Promise<DocumentedEntry[]> {
  const rows = await tx
    .selectFrom('ledger')
    .select(['id', 'kind', 'amountPence as amount', 'currency', 'serviceId'])
    .where('bookingId', '=', bookingId)
    .where('kind', 'in', DOCUMENTED)
    .orderBy('createdAt')
    .orderBy('kind') // Of one instant: a charge before its refund, and that before its reversal.
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as DocumentedEntry['kind'] }))
}

/** What was issued for a booking, the first one first. `suppliedAt` and the terms are the same for all of a booking. */
export async function listIssued(
  tx: Db,
  bookingId: string,
): Promise<(IssuedDocument & SaleTerms & { suppliedAt: Date })[]> {
  const rows = await tx
    .selectFrom('taxDocuments as document')
    .innerJoin('ledger as entry', 'entry.id', 'document.ledgerEntry')
    .select(['document.id', 'gross', 'vat', 'seller', 'sellerDetails', 'vatPercent', 'suppliedAt'])
    .select(['entry.id as entryId', 'entry.kind', 'entry.amountPence as amount', 'entry.currency', 'serviceId'])
    .where('document.bookingId', '=', bookingId)
    .orderBy('year')
    .orderBy('number')
    .execute()
  return rows.map(({ entryId, kind, amount, currency, serviceId, ...document }) => {
    const entry = { id: entryId, kind: kind as DocumentedEntry['kind'], amount, currency, serviceId }
    return { ...document, entry }
  })
}

/**
 * A sale as documents name it. `mentorId`: of a seat, who leads the cohort; null if they are no mentor. `startsAt`: of a package, whose
 * sessions are not booked yet, when it was paid.
 */
export type DocumentedSale = { bookingId: string; mentorId: string | null; mentorName: string; startsAt: Date }

/** A booking of which some entry has no document yet. Undefined if all have theirs, or nothing was paid. */
export async function findUndocumented(db: Db, bookingId: string): Promise<DocumentedSale | undefined> {
  const { rows } = await sql<DocumentedSale>`
    select bookings.id as booking_id, case when packages.id is null then bookings.starts_at else bookings.paid_at end as starts_at, mentors.id as mentor_id, coalesce(mentors.name, '') as mentor_name
    from bookings
    left join cohorts on cohorts.id = bookings.cohort_id
    left join packages on packages.id = bookings.id
    left join mentors on mentors.id = coalesce(bookings.mentor_id, packages.mentor_id)
      or (bookings.mentor_id is null and mentors.account_id = cohorts.account_id)
    where bookings.id = ${bookingId} and exists (
      select from ledger left join tax_documents on ledger_entry = ledger.id
      where ledger.booking_id = bookings.id and ledger.kind in (${sql.join(DOCUMENTED)}) and tax_documents.id is null)`.execute(
    db,
  )
  return rows[0]
}

/** Ids of bookings of which some entry has no document, in order, after the last that was seen. */
export async function listUndocumented(db: Db, { after, limit }: { after: string; limit: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger')
    .leftJoin('taxDocuments', 'taxDocuments.ledgerEntry', 'ledger.id')
    .select('ledger.bookingId')
    .distinct()
    .where('ledger.kind', 'in', DOCUMENTED)
    .where('taxDocuments.id', 'is', null)
    .where('ledger.bookingId', '>', after)
    .orderBy('ledger.bookingId')
    .limit(limit)
    .execute()
  return rows.map(({ bookingId }) => bookingId)
}
