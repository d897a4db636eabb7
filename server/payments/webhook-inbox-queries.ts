/** SQL for the webhook inbox: the stored events of the payment service. */
import { sql } from 'kysely'
import type { PaymentEvent } from '#domain/payments/checkout'
import type { Db } from '#server/platform/db/connect'

/** Stores an event. False if it was stored before. */
export async function storeEvent(db: Db, event: PaymentEvent, now: Date, nextAt: Date): Promise<boolean> {
  const stored = await db
    .insertInto('paymentEvents')
    .values({
      id: event.id,
      type: event.type,
      checkoutId: event.checkoutId,
      objectId: event.objectId,
      paymentIntent: event.paymentIntent,
      account: event.account,
      receivedAt: now,
      nextAttemptAt: nextAt,
      processedAt: null,
      gaveUpAt: null,
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
  return db.selectFrom('paymentEvents').selectAll().where('id', '=', id).executeTakeFirst()
}

export function listDueEvents(db: Db, now: Date, limit: number) {
  return db
    .selectFrom('paymentEvents')
    .select('id')
    .where('processedAt', 'is', null)
    .where('gaveUpAt', 'is', null)
    .where('nextAttemptAt', '<=', now)
    .orderBy('nextAttemptAt')
    .limit(limit)
    .execute()
}

export async function markEventProcessed(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('paymentEvents')
    .set({ processedAt: now, nextAttemptAt: null, gaveUpAt: null })
    .where('id', '=', id)
    .execute()
}

/** Counts a failed attempt: the event is retried at `nextAt`, or given up. */
export async function markEventFailed(db: Db, id: string, then: { nextAt: Date } | { gaveUpAt: Date }): Promise<void> {
  const next = 'nextAt' in then ? { nextAttemptAt: then.nextAt } : { nextAttemptAt: null, gaveUpAt: then.gaveUpAt }
  await db
    .updateTable('paymentEvents')
    .set((row) => ({ ...next, attempts: row('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('processedAt', 'is', null)
    .execute()
}

export async function reopenEvent(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('paymentEvents')
    .set({ attempts: 0, nextAttemptAt: now, gaveUpAt: null })
    .where('id', '=', id)
    .where('processedAt', 'is', null)
    .execute()
}

/** Of one call: more wait for the next. */
const MAX_DELETED = 10_000

/** Deletes events received before this instant that are dealt with. */
export async function deleteOldEvents(db: Db, before: Date): Promise<void> {
  const old = db
    .selectFrom('paymentEvents')
    .select('id')
    .where('receivedAt', '<', before)
    .where('nextAttemptAt', 'is', null)
    .limit(MAX_DELETED)
  await db.deleteFrom('paymentEvents').where('id', 'in', old).execute()
}
