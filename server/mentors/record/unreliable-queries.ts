/** SQL that finds mentors who let people down. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

/**
 * Accepted mentors of whom an absence took effect since their status last changed, or who cancelled a session since then
 * and so many since `since`. `absent`: it was an absence.
 */
export async function listUnreliable(
  db: Db,
  { since, cancellations }: { since: Date; cancellations: number },
): Promise<{ id: string; absent: boolean }[]> {
  const { rows } = await sql<{ id: string; absent: boolean }>`
    with absences as (
      select mentor_id, max(decided_at) as latest from no_shows join bookings on bookings.id = booking_id
      where outcome = 'absent' and absent = 'mentor' and decided_at > ${since} group by mentor_id
    ), cancelled as (
      select mentor_id, max(cancelled_at) as latest from bookings
      where cancelled_by = 'mentor' and cancelled_at > ${since}
      group by mentor_id having count(*) >= ${cancellations}
    )
    select mentors.id, absences.latest is not null and absences.latest > status_from.at as absent
    from mentors
    cross join lateral (select coalesce(status_since, created_at) as at) as status_from
    left join absences on absences.mentor_id = mentors.id
    left join cancelled on cancelled.mentor_id = mentors.id
    where status = 'accepted' and (absences.latest > status_from.at or cancelled.latest > status_from.at)
    order by mentors.id`.execute(db)
  return rows
}
