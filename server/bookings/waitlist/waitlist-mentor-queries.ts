/** SQL for mentors with a waitlist. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'
import { isWaiting } from '#server/waitlist/waitlist-queries'

export type WaitlistMentor = NonNullable<Awaited<ReturnType<typeof findWaitlistMentor>>>

/** What emails and pages of the waitlist say about the mentor. */
export const findWaitlistMentor = (db: Db, id: string) =>
  db
    .selectFrom('mentors')
    .select(['name as mentorName', 'slug as mentorSlug', 'status as mentorStatus'])
    .select(['location as mentorLocation', 'timeZone as mentorHomeZone'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Mentors with a waitlist whose listing has a free time, the longest wait first. */
export function listWaitlistTargets(db: Db, now: Date, limit: number) {
  return db
    .selectFrom('waitingList')
    .innerJoin('listings', 'listings.mentorId', 'waitingList.mentorId')
    .innerJoin('mentors', 'mentors.id', 'waitingList.mentorId')
    .select(['mentors.id', 'mentors.slug'])
    .where('listed', '=', true)
    .where('freeAt', 'is not', null)
    .where(isWaiting(now))
    .groupBy(['mentors.id', 'mentors.slug'])
    .orderBy(sql`min(confirmed_at)`)
    .limit(limit)
    .execute()
}
