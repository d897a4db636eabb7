/** SQL for how often mentors' pages were looked at. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

/** `viewer`: the mentor record of the person who looked; null for everyone without one. */
export type ViewCount = { slug: string; viewer: string | null; date: string; views: number }

/** Adds to the counts of each day. What a mentor sees of their own page is left out. */
export async function addViews(db: Db, counts: ViewCount[]): Promise<void> {
  await sql`insert into mentor_views (mentor_id, date, views)
    select mentors.id, seen.date, sum(seen.views)
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as seen (slug text, viewer uuid, date date, views integer)
    join mentors on mentors.slug = seen.slug and mentors.id is distinct from seen.viewer
    group by mentors.id, seen.date order by mentors.id
    on conflict (mentor_id, date) do update set views = mentor_views.views + excluded.views`.execute(db)
}

/** Views by the Monday of their week, from that date on. Weeks without any are left out. */
export async function countViewsByWeek(db: Db, mentorId: string, from: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ week: string; views: number }>`
    select to_char(date_trunc('week', date::timestamp), 'YYYY-MM-DD') as week, sum(views)::int as views from mentor_views
    where mentor_id = ${mentorId} and date >= ${from}::date group by week`.execute(db)
  return new Map(rows.map(({ week, views }) => [week, views]))
}
