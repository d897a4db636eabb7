/** SQL by which a booking takes a seat of a cohort, as it would claim the minutes of a mentor. Decision 0038. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/platform/db/connect'

/**
 * Takes the first free seat of a cohort that is accepted. Two transactions that want the same one at once: the constraint
 * `seats_sold_once` lets one of them have it, and the other takes none, hence the lock.
 */
export const takeSeat = (id: string, cohortId: string): RawBuilder<unknown> => sql`
  insert into seats (booking_id, cohort_id, number, seats)
  select ${id}::uuid, cohorts.id, number, cohorts.seats
  from cohorts, generate_series(1, cohorts.seats) as number
  where cohorts.id = ${cohortId}::uuid and cohorts.status = 'accepted'
    and not exists (select from seats where seats.cohort_id = cohorts.id and seats.number = number.number)
  order by number limit 1
  on conflict on constraint seats_sold_once do nothing
  returning booking_id`

/** Lets one transaction at a time take a seat of a cohort. Not `for update`: that would wait for those who only refer to it. */
export async function lockSeats(tx: Db, cohortId: string): Promise<void> {
  await tx.selectFrom('cohorts').select('id').where('id', '=', cohortId).forNoKeyUpdate().execute()
}

/** Takes a seat again for a hold that has expired. Call it with the booking locked. */
export async function retakeSeat(tx: Db, { id, cohortId }: { id: string; cohortId: string | null }): Promise<boolean> {
  if (cohortId === null) return false
  await lockSeats(tx, cohortId)
  const { rows } = await takeSeat(id, cohortId).execute(tx)
  return rows.length > 0
}

/** True while seats of a cohort can be confirmed. Waits for a transaction that is just withdrawing it. */
export async function keepsSeats(tx: Db, cohortId: string | null): Promise<boolean> {
  if (cohortId === null) return false
  const query = tx.selectFrom('cohorts').select('status').where('id', '=', cohortId).forKeyShare()
  return (await query.executeTakeFirst())?.status === 'accepted'
}
