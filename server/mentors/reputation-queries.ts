/** SQL for what a mentor's page says about them beside their own words. */
import { sql } from 'kysely'
import { ANSWERS_COUNTED, ANSWERS_OF_MS, STILL_OPEN_MS } from '#domain/mentors/answer-time'
import { PUBLIC_CHECKS, type Covered } from '#domain/mentors/checks'
import type { Db } from '#server/platform/db/connect'

export type PublicCheck = {
  kind: (typeof PUBLIC_CHECKS)[number]
  covers: Covered
  address: string | null
  at: Date
}

type Said = { id: string; author: string; rating: number; text: string; answer: string | null; sessionTitle: string }

type Instant = number // Milliseconds, since JSON has no dates.
type Row = {
  feedback: (Said & { startsAt: Instant })[]
  stars: Record<string, number>
  checks: (Omit<PublicCheck, 'at'> & { at: Instant })[]
  reviewed: Instant | null
  held: number
  waits: (number | null)[]
}

/**
 * In one statement, since every draw of a mentor's page needs all of it: the newest published feedback, at most `limit`, with
 * the title and the start of the session that it is about; how many published ratings give each number of stars; the checks
 * that an admin confirmed and that a profile may show, with when they were proven (whether they are still true is the
 * caller's to see); when an admin last accepted what the mentor submitted, null for a record that came another way; how many
 * sessions the mentor has held; and for the newest questions that mentees sent before their session how many milliseconds
 * later the mentor wrote back, null for never. Messages in a row are one question.
 */
export async function readReputation(db: Db, mentorId: string, { limit, now }: { limit: number; now: Date }) {
  const since = new Date(now.getTime() - ANSWERS_OF_MS)
  const open = new Date(now.getTime() - STILL_OPEN_MS)
  const { rows } = await sql<Row>`/* prepared: reputation */
    select
      (select coalesce(json_agg(json_build_object('id', id, 'author', author, 'rating', rating, 'text', text,
          'answer', answer, 'startsAt', date_part('epoch', starts_at) * 1000, 'sessionTitle', session_title)
          order by published_at desc, id), '[]')
        from (select feedback.id, author, rating, text, answer, starts_at, session_title, published_at
          from feedback join bookings on bookings.id = feedback.booking_id
          where feedback.mentor_id = ${mentorId}::uuid and published_at is not null
          order by published_at desc, feedback.id limit ${limit}::int) as newest) as feedback,
      (select coalesce(json_object_agg(rating, given), '{}')
        from (select rating, count(*)::int as given from feedback
          where mentor_id = ${mentorId}::uuid and published_at is not null group by rating) as ratings) as stars,
      (select coalesce(json_agg(json_build_object('kind', kind, 'covers', covers, 'address', address,
          'at', date_part('epoch', coalesce(proven_at, checked_at)) * 1000)), '[]')
        from mentor_checks
        where mentor_id = ${mentorId}::uuid and kind = any(${[...PUBLIC_CHECKS]}::text[]) and checked_at is not null) as checks,
      (select date_part('epoch', max(decided_at)) * 1000 from mentor_submissions
        where mentor_id = ${mentorId}::uuid and decision = 'accepted') as reviewed,
      (select count(*)::int from bookings where mentor_id = ${mentorId}::uuid and status = 'completed') as held,
      (select coalesce(json_agg(date_part('epoch', answered_at - created_at) * 1000), '[]')
        from (select created_at, answered_at
          from (select writer, message.created_at, starts_at,
              lag(writer) over thread as before,
              min(message.created_at) filter (where writer = 'mentor')
                over (thread rows between 1 following and unbounded following) as answered_at
            from bookings join booking_messages as message on message.booking_id = bookings.id
            where mentor_id = ${mentorId}::uuid
            window thread as (partition by message.booking_id order by message.created_at, message.id)) as said
          where writer = 'mentee' and before is distinct from 'mentee' and created_at < starts_at
            and created_at > ${since}::timestamptz and (answered_at is not null or created_at < ${open}::timestamptz)
          order by created_at desc limit ${ANSWERS_COUNTED}::int) as questions) as waits`.execute(db)
  const { feedback, stars, checks, reviewed, held, waits } = rows[0]!
  return {
    feedback: feedback.map((said) => ({ ...said, startsAt: new Date(said.startsAt) })),
    stars: [5, 4, 3, 2, 1].map((rating) => stars[rating] ?? 0),
    checks: checks.map((check): PublicCheck => ({ ...check, at: new Date(check.at) })),
    reviewed: reviewed === null ? null : new Date(reviewed),
    held,
    waits,
  }
}
