/** SQL for the webhook inbox: the stored events of the payment service. */
import { sql } from 'kysely'
import type { PaymentEvent } from '#domain/payments/checkout'
import type { Db } from '#server/db/connect'

/** Stores an event. False if it was stored before. */
export async function storeEvent(db: Db, event: PaymentEvent, now: Date, nextAt: Date): Promise<boolean> {
  const stored = await db
    .insertInto('payment_events')
    .values({
      id: event.id,
      type: event.type,
      checkout_id: event.checkoutId,
      object_id: event.objectId,
      payment_intent: event.paymentIntent,
      received_at: now,
      next_attempt_at: nextAt,
      processed_at: null,
      gave_up_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}

/** The subset of these ids that is stored. */
export async function listStoredEventIds(db: Db, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from payment_events where id = any(${ids}::text[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export function findEvent(db: Db, id: string) {
  return db.selectFrom('payment_events').selectAll().where('id', '=', id).executeTakeFirst()
}

export function listDueEvents(db: Db, now: Date, limit: number) {
  return db
    .selectFrom('payment_events')
    .select('id')
    .where('processed_at', 'is', null)
    .where('gave_up_at', 'is', null)
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute()
}

export async function markEventProcessed(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('payment_events')
    .set({ processed_at: now, next_attempt_at: null, gave_up_at: null })
    .where('id', '=', id)
    .execute()
}

/** Counts a failed attempt: the event is retried at `nextAt`, or given up. */
export async function markEventFailed(db: Db, id: string, then: { nextAt: Date } | { gaveUpAt: Date }): Promise<void> {
  const next =
    'nextAt' in then ? { next_attempt_at: then.nextAt } : { next_attempt_at: null, gave_up_at: then.gaveUpAt }
  await db
    .updateTable('payment_events')
    .set((row) => ({ ...next, attempts: row('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .execute()
}

export async function reopenEvent(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('payment_events')
    .set({ attempts: 0, next_attempt_at: now, gave_up_at: null })
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .execute()
}
