/** SQL for how often a success page asks the payment service: remembered with the booking, so for all processes together. */
import { sql } from 'kysely'
import type { Db } from '#server/db/connect'

/**
 * Notes that the payment service is asked about a checkout now. False when a page asked less than `everyMilliseconds` ago, or
 * when its booking is settled: then it is not to be asked. Of any number of callers at the same moment one hears true.
 */
export async function recordPageCheck(
  db: Db,
  checkoutId: string,
  { now, everyMilliseconds }: { now: Date; everyMilliseconds: number },
): Promise<boolean> {
  const noted = await db
    .updateTable('bookings')
    .set({ page_asked_at: now })
    .where('checkout_id', '=', checkoutId)
    .where('paid_at', 'is', null)
    // Neither before nor after: the clocks of two processes differ.
    .where(
      sql<boolean>`abs(extract(epoch from page_asked_at) * 1000 - ${now.getTime()}::float8) < ${everyMilliseconds}::float8
        is not true`,
    )
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}
