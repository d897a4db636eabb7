/** Writes hundreds of bookings directly to the database, because opening that many checkouts takes long. */
import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { minutesAfter } from '#domain/time/wall-time'
import { insertClaim } from '#server/bookings/claims-queries'
import { isSession } from '#server/bookings/queries'
import type { Tables } from '#server/platform/db/tables'
import type { TestApp } from '../product/app.ts'

/** Copies the only booking `count` times, two hours apart, each with the changes of `change(n)`. Returns the ids. */
export async function copyBooking(
  { db }: Pick<TestApp, 'db'>,
  count: number,
  change: (n: number) => Partial<Selectable<Tables['bookings']>> = () => ({}),
): Promise<string[]> {
  const { emailKey: _, ...known } = await db.selectFrom('bookings').selectAll().executeTakeFirstOrThrow()
  const copies = Array.from({ length: count }, (_copy, n) => ({
    ...known,
    id: randomUUID(),
    reference: `B-COPY-${String(n).padStart(4, '0')}`,
    secretHash: `copy ${n}`,
    checkoutId: `cs_test_copy_${n}`,
    startsAt: minutesAfter(known.startsAt, 120 * (n + 1)),
    ...change(n),
  }))
  await db.insertInto('bookings').values(copies).execute()
  for (const copy of copies) if (copy.status === 'held' && isSession(copy)) await insertClaim(db, copy)
  return copies.map(({ id }) => id)
}
