/** SQL for payments that a buyer's bank disputes. */
import type { Dispute } from '#domain/payments/checkout'
import type { Db } from '#server/platform/db/connect'

/** Final states. They are never overwritten, because an answer that was read earlier may be written later. */
const FINAL_STATUSES = ['won', 'lost', 'warning_closed', 'prevented']

/** Stores the current state of a dispute. A dispute in a final state stays as it is. */
export async function upsertDispute(db: Db, bookingId: string, dispute: Dispute, now: Date): Promise<void> {
  const { id, paymentIntent, amount: amountPence, currency, status } = dispute
  await db
    .insertInto('disputes')
    .values({
      id,
      bookingId,
      paymentIntent,
      amountPence,
      currency,
      status,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ status, amountPence, updatedAt: now })
        .where('disputes.status', 'not in', FINAL_STATUSES),
    )
    .execute()
}
