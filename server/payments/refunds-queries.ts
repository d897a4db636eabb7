/** SQL for refunds. */
import type { Insertable, Selectable } from 'kysely'
import type { Refund, RefundStatus } from '#domain/payments/checkout'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'

export type RefundRow = Selectable<Tables['refunds']>

/** Inserts a refund that is to be sent. False if one with this key exists: the money goes back once. */
export async function insertRefund(db: Db, refund: Insertable<Tables['refunds']>): Promise<boolean> {
  const written = await db
    .insertInto('refunds')
    .values(refund)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

export const findRefundById = (db: Db, id: string): Promise<RefundRow | undefined> =>
  db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()

export function findUnsentRefund(db: Db, id: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refunds').selectAll().where('id', '=', id).where('status', '=', 'queued').executeTakeFirst()
}

/**
 * The idempotency key of the next attempt. The service repeats a refusal under the same key, so each refusal needs a
 * new one.
 */
export const idempotencyKey = (key: string, refusals: number) => (refusals === 0 ? key : `${key}/${refusals + 1}`)

/** Our row for a refund of the service: by the service's id, or, if its answer was lost, by the key that we sent. */
export async function findRefund(tx: Db, refund: Refund): Promise<RefundRow | undefined> {
  const row = await tx.selectFrom('refunds').selectAll().where('serviceId', '=', refund.id).executeTakeFirst()
  if (row || refund.key === null) return row
  return tx
    .selectFrom('refunds')
    .selectAll()
    .where('key', '=', refund.key)
    .where('serviceId', 'is', null)
    .executeTakeFirst()
}

export async function recordRefund(
  tx: Db,
  id: string,
  current: { status: RefundStatus; serviceId: string },
  now: Date,
): Promise<void> {
  const { status, serviceId } = current
  await tx.updateTable('refunds').set({ status, serviceId, updatedAt: now }).where('id', '=', id).execute()
}

export async function markRefundRefused(tx: Db, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('refunds')
    .set((row) => ({ refusals: row('refusals', '+', 1), updatedAt: now }))
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()
}

/** Marks a queued refund as never to be sent. False if it is no longer queued. */
export async function withdrawRefund(tx: Db, id: string, now: Date): Promise<boolean> {
  const withdrawn = await tx
    .updateTable('refunds')
    .set({ status: 'withdrawn', updatedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .returning('id')
    .executeTakeFirst()
  return withdrawn !== undefined
}

/** All refunds of a payment in our books, oldest first. */
export function listRefundsOfPayment(db: Db, paymentIntent: string): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('paymentIntent', '=', paymentIntent)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Numbers our refunds of a payment, for their keys. Call with the booking locked. */
export async function nextRefundNumber(tx: Db, paymentIntent: string): Promise<number> {
  const ours = (await listRefundsOfPayment(tx, paymentIntent)).filter(({ reason }) => reason !== 'at_service')
  return ours.length + 1
}
