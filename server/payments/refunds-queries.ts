/** SQL for refunds: money that goes back, once. */
import type { Insertable, Selectable } from 'kysely'
import type { Refund, RefundStatus } from '#domain/payments/checkout'
import type { Db } from '#server/db/connect'
import type { Tables } from '#server/db/tables'

export type RefundRow = Selectable<Tables['refunds']>

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

export function findUnsentRefund(db: Db, id: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refunds').selectAll().where('id', '=', id).where('status', '=', 'queued').executeTakeFirst()
}

/** What a refund is asked for under: the service repeats a refusal under the key that it knows. */
export const idempotencyKey = (key: string, refusals: number) => (refusals === 0 ? key : `${key}/${refusals + 1}`)

/** Our row of a refund that the service tells of: by its id there, or by the key we sent while its answer was lost. */
export async function findRefund(tx: Db, refund: Refund): Promise<RefundRow | undefined> {
  const row = await tx.selectFrom('refunds').selectAll().where('service_id', '=', refund.id).executeTakeFirst()
  if (row || refund.key === null) return row
  return tx
    .selectFrom('refunds')
    .selectAll()
    .where('key', '=', refund.key)
    .where('service_id', 'is', null)
    .executeTakeFirst()
}

export async function recordRefund(
  tx: Db,
  id: string,
  told: { status: RefundStatus; serviceId: string },
  now: Date,
): Promise<void> {
  const { status, serviceId: service_id } = told
  await tx.updateTable('refunds').set({ status, service_id, updated_at: now }).where('id', '=', id).execute()
}

export async function markRefundRefused(tx: Db, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('refunds')
    .set((row) => ({ refusals: row('refusals', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()
}

/** False when it is no longer to be sent. */
export async function withdrawRefund(tx: Db, id: string, now: Date): Promise<boolean> {
  const withdrawn = await tx
    .updateTable('refunds')
    .set({ status: 'withdrawn', updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .returning('id')
    .executeTakeFirst()
  return withdrawn !== undefined
}

/** All refunds of a payment that we know of, in the order in which they were written. */
export function listRefundsOfPayment(db: Db, paymentIntent: string): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_intent', '=', paymentIntent)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
