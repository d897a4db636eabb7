/** SQL for which bookings the sweeper checks with the payment service, and when it checks them again. */
import { sql, type ExpressionBuilder, type SqlBool } from 'kysely'
import { toPence } from '#domain/payments/money'
import { minutesAfter } from '#domain/time/wall-time'
import type { Db } from '#server/db/connect'
import type { Tables } from '#server/db/tables'

/** The age at which a hold whose buyer may be paying is first checked. */
const FIRST_CHECK_MINUTES = 2
const MAX_WAIT_MINUTES = 30

export type HoldToCheck = { id: string; checkout_id: string; pay_before: Date }
export type Orphan = { id: string; created_at: Date }

/** A check further ahead than the longest wait was scheduled by a process whose clock was ahead, so it is due now. */
const isDue = (now: Date) => (row: ExpressionBuilder<Tables, 'bookings'>) =>
  row.or([
    row('next_check_at', 'is', null),
    row('next_check_at', '<=', now),
    row('next_check_at', '>', minutesAfter(now, MAX_WAIT_MINUTES)),
  ])

/**
 * A page of unpaid holds whose checkout should have expired by `now`, longest overdue first, starting behind `after`.
 */
export function listOverdueHolds(
  db: Db,
  now: Date,
  after: HoldToCheck | undefined,
  limit: number,
): Promise<HoldToCheck[]> {
  let query = held(db).where('pay_before', '<=', now).where(isDue(now)).orderBy('pay_before').orderBy('id').limit(limit)
  if (after) query = query.where(sql<SqlBool>`(pay_before, id) > (${after.pay_before}, ${after.id}::uuid)`)
  return query.execute()
}

/** Holds that can still be paid and are due for a check, longest waiting first. */
export function listOpenHolds(db: Db, now: Date, limit: number): Promise<HoldToCheck[]> {
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
 * A page of bookings made before `madeBefore` whose checkout id never reached us, because opening it failed or the
 * process died: oldest first, starting behind `after`.
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
          row('price_pence', '>', toPence(0)), // Free sessions have no checkout.
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
 * Marks a booking as an orphan, whose checkout is shown to nobody. False when a slow request has recorded its checkout.
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
 * Schedules a booking's next check: between 2 and 30 minutes from now, and no later than when the hold becomes overdue.
 * The wait is the hold's age, so checks come at 2, 4, 8, 16 minutes; with `failing` it is the time since the first
 * failure.
 */
export async function scheduleCheck(db: Db, id: string, now: Date, { failing }: { failing: boolean }): Promise<void> {
  const since = sql.ref(failing ? 'expire_failed_at' : 'created_at')
  const wait = sql`least(
    greatest(${now}::timestamptz - coalesce(${since}, ${now}::timestamptz), make_interval(mins => ${FIRST_CHECK_MINUTES})),
    make_interval(mins => ${MAX_WAIT_MINUTES}))`
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

/** Marks all overdue holds as unanswered during an outage, when nobody can say whether they can still be paid. */
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
