/**
 * SQL that limits how often success pages ask the payment service: stored with the booking, so it holds for all
 * processes.
 */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

/**
 * Records that a page checks a checkout now. False when it must not: a page checked it less than `intervalMs` ago, or
 * its booking is settled. Of any number of concurrent callers one gets true.
 */
export async function recordPageCheck(
  db: Db,
  checkoutId: string,
  { now, intervalMs }: { now: Date; intervalMs: number },
): Promise<boolean> {
  const recorded = await db
    .updateTable('bookings')
    .set({ pageAskedAt: now })
    .where('checkoutId', '=', checkoutId)
    .where('paidAt', 'is', null)
    // The absolute difference, because the clocks of two processes differ.
    .where(
      sql<boolean>`abs(extract(epoch from page_asked_at) * 1000 - ${now.getTime()}::float8) < ${intervalMs}::float8
        is not true`,
    )
    .returning('id')
    .executeTakeFirst()
  return recorded !== undefined
}
