/** How fast the product rebuilds listings, and whether they equal the generated ones. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'
import { refreshListings } from '#server/search/sync'
import type { Figure } from './figures.ts'
import { openSearch } from './search-product.ts'

/** Rebuilds the listings of the first `count` of `size` mentors, and restores everything afterwards. */
export async function measureRefresh(db: Db, count: number, size: number): Promise<Figure> {
  const read = () => db.selectFrom('listings').selectAll().where('number', '<=', count).orderBy('number').execute()
  const before = await read()
  await db
    .insertInto('staleListings')
    .values(before.map(({ mentorId }) => ({ mentorId })))
    .execute()
  const product = openSearch(db)
  const started = performance.now()
  while (await refreshListings(product)) continue
  const seconds = (performance.now() - started) / 1000
  const after = await read()
  for (const [n, listing] of before.entries()) {
    // Except the free start and its recheck, which are generated.
    const { version, freeAt, recheckAt } = listing
    const refreshed = { ...after[n]!, version, freeAt, recheckAt }
    if (!isDeepStrictEqual(refreshed, listing))
      throw new Error(`Made up: ${JSON.stringify(listing)}\nRefreshed: ${JSON.stringify(refreshed)}`)
  }
  await sql`update listings set version = known.version, free_at = known."freeAt", recheck_at = known."recheckAt"
    from jsonb_to_recordset(${JSON.stringify(before)}::jsonb)
      as known (number int, version bigint, "freeAt" timestamptz, "recheckAt" timestamptz)
    where listings.number = known.number`.execute(db)
  return {
    benchmark: `search, ${size.toLocaleString('en')}: listings made anew`,
    found: `${Math.round(count / seconds)} mentors/s`,
    conditions: `refreshListings of ${count.toLocaleString('en')} marks, 500 in each transaction`,
    target: null,
  }
}
