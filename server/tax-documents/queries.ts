/** SQL for tax documents and their numbers. Decision 0069. */
import { randomUUID } from 'node:crypto'
import { sql, type Insertable } from 'kysely'
import { codeOfBooking } from '#server/discounts/redemptions-queries'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'

/**
 * Takes the next number of a seller's year. Call it in the transaction that inserts the document, as its last lock: others who
 * number for this seller wait until it ends, and a rollback gives the number back.
 */
export async function takeNumber(tx: Db, seller: string, year: number): Promise<number> {
  const { last } = await tx
    .insertInto('taxDocumentSeries')
    .values({ seller, year, last: 1 })
    .onConflict((known) => known.columns(['seller', 'year']).doUpdateSet({ last: sql`tax_document_series.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

type NewRow = Omit<Insertable<Tables['taxDocuments']>, 'id'>

/** @throws if the ledger's entry has a document already: `tax_documents_once`. */
export async function insertNumbered(tx: Db, row: NewRow): Promise<string> {
  const id = randomUUID()
  await tx
    .insertInto('taxDocuments')
    .values({ id, ...row })
    .execute()
  return id
}

/** The documents of a booking, the first one first, with the number of what each corrects. */
export function listDocumentsOfBooking(db: Db, bookingId: string) {
  return db
    .selectFrom('taxDocuments as document')
    .leftJoin('taxDocuments as corrected', 'corrected.id', 'document.corrects')
    .select(['document.kind', 'document.seller', 'document.year', 'document.number', 'document.currency'])
    .select(['document.gross', 'document.vat', 'document.vatPercent', 'document.sellerDetails'])
    .select(['document.suppliedAt', 'document.issuedAt', 'document.ledgerEntry', 'document.corrects'])
    .select([
      'corrected.kind as correctedKind',
      'corrected.year as correctedYear',
      'corrected.number as correctedNumber',
    ])
    .where('document.bookingId', '=', bookingId)
    .orderBy('document.year')
    .orderBy('document.number')
    .execute()
}

/**
 * What documents name of a booking beside what they hold. `mentorName`: null for a seat in a cohort. `sessions`: of a package. A code and
 * what it took off were recorded with the hold, and stay when the code is disabled or given back: a receipt is drawn whenever it is
 * read, and has to be the same each time.
 */
export function findDocumentedBooking(db: Db, bookingId: string) {
  return db
    .selectFrom('bookings')
    .leftJoin('packages', 'packages.id', 'bookings.id')
    .leftJoin('mentors', (join) =>
      join.on((row) => row('mentors.id', '=', row.fn.coalesce('bookings.mentorId', 'packages.mentorId'))),
    )
    .select(['reference', 'sessionTitle', 'minutes', 'menteeName', 'menteeTimeZone', 'bookings.erasedAt'])
    .select(['mentors.name as mentorName', 'packages.sessions'])
    .select(['bookings.pricePence', 'bookings.discountPence', 'bookings.currency', codeOfBooking])
    .where('bookings.id', '=', bookingId)
    .executeTakeFirst()
}

/** Every document of a year of issue (UTC), by seller and number. */
export function listDocumentsOfYear(db: Db, year: number) {
  return db
    .selectFrom('taxDocuments as document')
    .leftJoin('taxDocuments as corrected', 'corrected.id', 'document.corrects')
    .leftJoin('bookings', 'bookings.id', 'document.bookingId')
    .select(['document.kind', 'document.seller', 'document.year', 'document.number', 'document.currency'])
    .select(['document.gross', 'document.vat', 'document.vatPercent', 'document.sellerDetails'])
    .select(['document.suppliedAt', 'document.issuedAt', 'bookings.reference'])
    .select([
      'corrected.kind as correctedKind',
      'corrected.year as correctedYear',
      'corrected.number as correctedNumber',
    ])
    .where('document.year', '=', year)
    .orderBy(({ eb }) => eb.case().when('document.seller', '=', 'operator').then(0).else(1).end())
    .orderBy('document.seller')
    .orderBy('document.number')
    .execute()
}

/** Empties the seller's details in documents of mentors who were erased, of before an instant. The trigger lets nothing else change. */
export async function eraseSellersOfDocuments(db: Db, issuedBefore: Date): Promise<void> {
  await sql`
    update tax_documents set seller_details = '{"name": "", "address": "", "taxNumber": "", "country": ""}'
    from mentors
    where mentors.id = tax_documents.mentor_id and mentors.erased_at is not null
      and seller <> 'operator' and issued_at < ${issuedBefore} and seller_details ->> 'name' <> ''`.execute(db)
}
