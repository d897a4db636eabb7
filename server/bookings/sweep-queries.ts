/** SQL for what the sweeper asks the payment service about, and when it asks again. */
import { sql, type ExpressionBuilder, type SqlBool } from 'kysely'
import { toPence } from '#domain/payments/money'
import { minutesAfter } from '#domain/time/wall-time'
import type { Db } from '#server/db/connect'
import type { Tables } from '#server/db/tables'

/** A hold whose buyer may be paying is first asked about at this age. */
const FIRST_CHECK_MINUTES = 2
const LONGEST_WAIT_MINUTES = 30

export type Checked = { id: string; checkout_id: string; pay_before: Date }
export type Orphan = { id: string; created_at: Date }

/** Nothing waits for longer than the longest wait: a later time was written by a clock that was ahead. */
const isDue = (now: Date) => (row: ExpressionBuilder<Tables, 'bookings'>) =>
  row.or([
    row('next_check_at', 'is', null),
    row('next_check_at', '<=', now),
    row('next_check_at', '>', minutesAfter(now, LONGEST_WAIT_MINUTES)),
  ])

/** Unpaid holds whose payment session should have expired by `now`, those that lapsed first; from behind `after` on. */
export function listOverdueHolds(db: Db, now: Date, after: Checked | undefined, limit: number): Promise<Checked[]> {
  let query = held(db).where('pay_before', '<=', now).where(isDue(now)).orderBy('pay_before').orderBy('id').limit(limit)
  if (after) query = query.where(sql<SqlBool>`(pay_before, id) > (${after.pay_before}, ${after.id}::uuid)`)
  return query.execute()
}

/** Holds that can still be paid and are due to be asked about, those that have waited longest first. */
export function listOpenHolds(db: Db, now: Date, limit: number): Promise<Checked[]> {
  return held(db)
    .where('pay_before', '>', now)
    .where('created_at', '<=', minutesAfter(now, -FIRST_CHECK_MINUTES))
    .where(isDue(now))
    .orderBy((row) => row.fn.coalesce('next_check_at', 'created_at'))
    .orderBy('id')
    .limit(limit)
    .execute()
}

const held = (db: Db) =>
  db
    .selectFrom('bookings')
    .select(['id', sql<string>`checkout_id`.as('checkout_id'), 'pay_before'])
    .where('status', '=', 'held')
    .where('checkout_id', 'is not', null)

/**
 * Bookings made before `madeBefore` whose payment session never reached us, because the making of it failed or the process
 * died: the oldest first, from behind `after` on.
 */
export function listOrphans(
  db: Db,
  { now, madeBefore }: { now: Date; madeBefore: Date },
  after: Orphan | undefined,
  limit: number,
): Promise<Orphan[]> {
  let query = db
    .selectFrom('bookings')
    .select(['id', 'created_at'])
    .where((row) =>
      row.or([
        row('orphan_since', '<=', madeBefore),
        row.and([
          row('status', '=', 'held'),
          row('checkout_id', 'is', null),
          row('price_pence', '>', toPence(0)), // Free sessions have none.
          row('created_at', '<=', madeBefore),
        ]),
      ]),
    )
    .where(isDue(now))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
  if (after) query = query.where(sql<SqlBool>`(created_at, id) > (${after.created_at}, ${after.id}::uuid)`)
  return query.execute()
}

/**
 * Marks a booking as one whose payment session nobody is to be shown any more. False when a request that was slow has
 * brought its session after all.
 */
export async function claimOrphan(db: Db, id: string, now: Date): Promise<boolean> {
  const claimed = await db
    .updateTable('bookings')
    .set((row) => ({ orphan_since: row.fn.coalesce('orphan_since', row.val(now)) }))
    .where('id', '=', id)
    .where((row) =>
      row.or([
        row('orphan_since', 'is not', null),
        row.and([row('status', '=', 'held'), row('checkout_id', 'is', null)]),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/**
 * Sets when a booking is next asked about. After an answer that changed nothing: once it is twice as old, so at 2, 4, 8, 16
 * minutes, but at the latest when it lapses. `failing`: after as long again as there has been no answer. At least 2 minutes
 * from now, at most 30.
 */
export async function scheduleCheck(db: Db, id: string, now: Date, { failing }: { failing: boolean }): Promise<void> {
  const since = sql.ref(failing ? 'expire_failed_at' : 'created_at')
  const wait = sql`least(
    greatest(${now}::timestamptz - coalesce(${since}, ${now}::timestamptz), make_interval(mins => ${FIRST_CHECK_MINUTES})),
    make_interval(mins => ${LONGEST_WAIT_MINUTES}))`
  const next = sql`${now}::timestamptz + ${wait}`
  await db
    .updateTable('bookings')
    .set({
      next_check_at: sql<Date>`case when pay_before > ${now}::timestamptz then least(pay_before, ${next}) else ${next} end`,
      ...(!failing && { expire_failed_at: null }),
    })
    .where('id', '=', id)
    .where((row) => row.or([row('status', '=', 'held'), row('orphan_since', 'is not', null)]))
    .execute()
}

/** During an outage of the payment service: nobody can say whether any of these can still be paid. */
export async function markAllUnanswered(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('bookings')
    .set({ expire_failed_at: now })
    .where('status', '=', 'held')
    .where('price_pence', '>', toPence(0))
    .where('pay_before', '<=', now)
    .where('expire_failed_at', 'is', null)
    .execute()
}
