/** SQL for tax documents and their numbers. Decision 0069. */
import { randomUUID } from 'node:crypto'
import { sql, type Insertable } from 'kysely'
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
