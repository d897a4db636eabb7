/** SQL for the exchange rates by which prices are shown in other currencies. */
import { sql } from 'kysely'
import type { ExchangeRates } from '#domain/payments/about-price'
import type { Db } from '#server/platform/db/connect'

/** Undefined until the first have been fetched. */
export function findRates(db: Db): Promise<ExchangeRates | undefined> {
  return db
    .selectFrom('exchangeRates')
    .select(['source', sql<string>`to_char(published_on, 'YYYY-MM-DD')`.as('publishedOn'), 'perPound'])
    .executeTakeFirst()
}

/** In place of those of an earlier day. False, and nothing written, if there are some of this day or a later one. */
export async function replaceRates(db: Db, { source, publishedOn, perPound }: ExchangeRates, now: Date) {
  const row = { source, publishedOn, perPound: JSON.stringify(perPound), fetchedAt: now }
  const written = await db
    .insertInto('exchangeRates')
    .values(row)
    .onConflict((known) =>
      known
        .column('onlyRow')
        .doUpdateSet(row)
        .where('exchangeRates.publishedOn', '<', sql<string>`excluded.published_on`),
    )
    .returning('publishedOn')
    .executeTakeFirst()
  return written !== undefined
}
