/** Issues one tax document: gives it the next number of its seller and year, and inserts it. Decision 0069. */
import type { Insertable } from 'kysely'
import { insertNumbered, takeNumber } from '#server/tax-documents/queries'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'

/** All of a document but its number, and the year of it. */
export type NewDocument = Omit<Insertable<Tables['taxDocuments']>, 'id' | 'year' | 'number'>

/**
 * Inserts a document under the next number of its seller in the year (UTC) of `issuedAt`, and returns its id. Call it in a short
 * transaction, after every other lock: others who issue for the same seller wait for its end. A rollback leaves no gap.
 *
 * @throws if the ledger's entry, or the mentor's month, has such a document already.
 */
export async function insertDocument(tx: Db, document: NewDocument): Promise<string> {
  const year = document.issuedAt.getUTCFullYear()
  const number = await takeNumber(tx, document.seller, year)
  return insertNumbered(tx, { ...document, year, number })
}
