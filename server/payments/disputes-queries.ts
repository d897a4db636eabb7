/** SQL for payments that a buyer's bank disputes. */
import type { Dispute } from '#domain/payments/checkout'
import type { Db } from '#server/db/connect'

/** What is over. An answer that was read before that may be written after it. */
const over = ['won', 'lost', 'warning_closed', 'prevented']

/** Writes what the payment service says of a dispute now. */
export async function upsertDispute(db: Db, bookingId: string, dispute: Dispute, now: Date): Promise<void> {
  const { id, paymentIntent: payment_intent, amount: amount_pence, currency, status } = dispute
  await db
    .insertInto('disputes')
    .values({
      id,
      booking_id: bookingId,
      payment_intent,
      amount_pence,
      currency,
      status,
      created_at: now,
      updated_at: now,
    })
    .onConflict((known) =>
      known
        .column('id')
        .doUpdateSet({ status, amount_pence, updated_at: now })
        .where('disputes.status', 'not in', over),
    )
    .execute()
}
