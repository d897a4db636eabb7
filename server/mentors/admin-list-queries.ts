/** SQL for the admins' list of mentors. */
import { sql } from 'kysely'
import type { MentorStatus } from '#domain/mentors/mentor-status'
import type { Db } from '#server/platform/db/connect'

/** By name, then id. `after`: the last row of the page before. `search`: a part of a name. */
export function listMentorRecords(
  db: Db,
  { status, search }: { status: MentorStatus | null; search: string },
  { after, limit }: { after: { name: string; id: string } | null; limit: number },
) {
  let query = db
    .selectFrom('mentors')
    .leftJoin('moves', (join) => join.onRef('moves.mentorId', '=', 'mentors.id').on('moves.position', '=', 0))
    .select(['mentors.id', 'slug', 'name', 'role', 'status', 'pricePence', 'currency'])
    .select(['createdAt', 'statusSince', 'statusReason', 'fromCity', 'toCity'])
    .select((row) => [
      row
        .exists(
          row
            .selectFrom('mentorSubmissions')
            .select('mentorSubmissions.id')
            .whereRef('mentorSubmissions.mentorId', '=', 'mentors.id')
            .where('decision', 'is', null),
        )
        .as('isWaiting'),
    ])
    .where('mentors.erasedAt', 'is', null)
  if (status) query = query.where('status', '=', status)
  if (search) query = query.where('name', 'ilike', `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
  if (after) query = query.where(sql<boolean>`(name, mentors.id) > (${after.name}, ${after.id}::uuid)`)
  return query.orderBy('name').orderBy('mentors.id').limit(limit).execute()
}

export async function countMentorsByStatus(db: Db): Promise<Map<MentorStatus, number>> {
  const rows = await db
    .selectFrom('mentors')
    .select(['status', sql<number>`count(*)::int`.as('count')])
    .where('erasedAt', 'is', null)
    .groupBy('status')
    .execute()
  return new Map(rows.map(({ status, count }) => [status, count]))
}

/** What these mentors offer, by name. Those that were erased, and addresses of no one, are left out. */
export function listMentorsBySlug(db: Db, slugs: string[]) {
  return db
    .selectFrom('mentors')
    .select(['mentors.id', 'slug', 'name', 'accountId'])
    .select(
      sql<{ id: string; title: string }[]>`coalesce((
        select json_agg(json_build_object('id', id, 'title', title) order by position)
        from session_types where mentor_id = mentors.id), '[]')`.as('sessions'),
    )
    .where('slug', 'in', slugs)
    .where('mentors.erasedAt', 'is', null)
    .orderBy('name')
    .orderBy('mentors.id')
    .execute()
}
