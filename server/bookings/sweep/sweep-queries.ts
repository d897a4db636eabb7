/** SQL for which bookings the sweeper checks with the payment service, and when it checks them again. */
import { sql, type ExpressionBuilder, type SqlBool } from 'kysely'
import { toMinorUnits } from '#domain/payments/money'
import { minutesAfter } from '#domain/time/wall-time'
import { HELD } from '#server/bookings/queries'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'

/** The age at which a hold whose buyer may be paying is first checked. */
const FIRST_CHECK_MINUTES = 2
const MAX_WAIT_MINUTES = 30

export type HoldToCheck = { id: string; checkoutId: string; payBefore: Date }
export type Orphan = { id: string; createdAt: Date }

/** A check further ahead than the longest wait was scheduled by a process whose clock was ahead, so it is due now. */
const isDue = (now: Date) => (row: ExpressionBuilder<Tables, 'bookings'>) =>
  row.or([
    row('nextCheckAt', 'is', null),
    row('nextCheckAt', '<=', now),
    row('nextCheckAt', '>', minutesAfter(now, MAX_WAIT_MINUTES)),
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
  let query = held(db).where('payBefore', '<=', now).where(isDue(now)).orderBy('payBefore').orderBy('id').limit(limit)
  if (after) query = query.where(sql<SqlBool>`(pay_before, id) > (${after.payBefore}, ${after.id}::uuid)`)
  return query.execute()
}

/** Holds that can still be paid and are due for a check, longest waiting first. */
export function listOpenHolds(db: Db, now: Date, limit: number): Promise<HoldToCheck[]> {
  return held(db)
    .where('payBefore', '>', now)
    .where('createdAt', '<=', minutesAfter(now, -FIRST_CHECK_MINUTES))
    .where(isDue(now))
    .orderBy((row) => row.fn.coalesce('nextCheckAt', 'createdAt'))
    .orderBy('id')
    .limit(limit)
    .execute()
}

const held = (db: Db) =>
  db
    .selectFrom('bookings')
    .select(['id', sql<string>`checkout_id`.as('checkoutId'), 'payBefore'])
    .where('status', '=', HELD)
    .where('checkoutId', 'is not', null)

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
    .select(['id', 'createdAt'])
    .where((row) =>
      row.or([
        // A generic plan estimates that `<=` matches a third of all bookings, unless nulls are excluded.
        row.and([row('orphanSince', 'is not', null), row('orphanSince', '<=', madeBefore)]),
        row.and([
          row('status', '=', HELD),
          row('checkoutId', 'is', null),
          row('pricePence', '>', toMinorUnits(0)), // Free sessions have no checkout.
          row('createdAt', '<=', madeBefore),
        ]),
      ]),
    )
    .where(isDue(now))
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
  if (after) query = query.where(sql<SqlBool>`(created_at, id) > (${after.createdAt}, ${after.id}::uuid)`)
  return query.execute()
}

/**
 * Marks a booking as an orphan, whose checkout was never shown. False when a slow request has recorded its checkout.
 */
export async function claimOrphan(db: Db, id: string, now: Date): Promise<boolean> {
  const claimed = await db
    .updateTable('bookings')
    .set((row) => ({ orphanSince: row.fn.coalesce('orphanSince', row.val(now)) }))
    .where('id', '=', id)
    .where((row) =>
      row.or([row('orphanSince', 'is not', null), row.and([row('status', '=', HELD), row('checkoutId', 'is', null)])]),
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
  const since = sql.ref(failing ? 'expireFailedAt' : 'createdAt')
  const wait = sql`least(
    greatest(${now}::timestamptz - coalesce(${since}, ${now}::timestamptz), make_interval(mins => ${FIRST_CHECK_MINUTES})),
    make_interval(mins => ${MAX_WAIT_MINUTES}))`
  const next = sql`${now}::timestamptz + ${wait}`
  await db
    .updateTable('bookings')
    .set({
      nextCheckAt: sql<Date>`case when pay_before > ${now}::timestamptz then least(pay_before, ${next}) else ${next} end`,
      ...(!failing && { expireFailedAt: null }),
    })
    .where('id', '=', id)
    .where((row) => row.or([row('status', '=', HELD), row('orphanSince', 'is not', null)]))
    .execute()
}

/** Marks all overdue holds as unknown during an outage, when they might still be paid. */
export async function markAllUnanswered(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('bookings')
    .set({ expireFailedAt: now })
    .where('status', '=', HELD)
    .where('pricePence', '>', toMinorUnits(0))
    .where('payBefore', '<=', now)
    .where('expireFailedAt', 'is', null)
    .execute()
}
