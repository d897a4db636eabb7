/** SQL for what the payment service told us, and for refunds. */
import type { Insertable } from 'kysely'
import type { Db } from '#server/db/connect'
import type { Tables } from '#server/db/tables'

/** Stores an event once, and says whether it still has to be processed: it is new, or an earlier attempt failed. */
export async function storeEvent(db: Db, event: { id: string; type: string; checkoutId: string | null }, now: Date) {
  await db
    .insertInto('payment_events')
    .values({ id: event.id, type: event.type, checkout_id: event.checkoutId, received_at: now, processed_at: null })
    .onConflict((known) => known.column('id').doNothing())
    .execute()
  const stored = await db
    .selectFrom('payment_events')
    .select('processed_at')
    .where('id', '=', event.id)
    .executeTakeFirstOrThrow()
  return stored.processed_at === null
}

export async function markEventProcessed(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('payment_events').set({ processed_at: now }).where('id', '=', id).execute()
}

/** Writes a refund to be sent. False when one with this key exists: the money goes back once. */
export async function insertRefund(db: Db, refund: Insertable<Tables['refunds']>): Promise<boolean> {
  const written = await db
    .insertInto('refunds')
    .values(refund)
    .onConflict((known) => known.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

export function findUnsentRefund(db: Db, id: string) {
  return db.selectFrom('refunds').selectAll().where('id', '=', id).where('status', '=', 'queued').executeTakeFirst()
}

export async function markRefundSent(
  db: Db,
  id: string,
  sent: { id: string; status: 'pending' | 'succeeded' },
  now: Date,
): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ status: sent.status, service_id: sent.id, updated_at: now })
    .where('id', '=', id)
    .execute()
}
