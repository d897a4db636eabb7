/** SQL for mentors. What is public asks for `accepted` here, in one place; a route cannot forget it. */
import { sql } from 'kysely'
import type { Db } from '#server/db/connect'

/** A mentor's id, slug and what a list shows. `sessions` are their own prices in pence (null: the mentor's price). */
export type MentorSummary = Awaited<ReturnType<typeof listMentors>>[number]
export type MentorDetail = NonNullable<Awaited<ReturnType<typeof findMentor>>>
export type SessionTypeRow = MentorDetail['sessionTypes'][number]

export const PAGE_SIZE = 24

const publicMentors = (db: Db) => db.selectFrom('mentors').where('mentors.status', '=', 'accepted')

/** With what people gave each of them, worked out for the rows that are shown and for no others. `rating_average`: to one decimal. */
const ratedMentors = (db: Db) =>
  publicMentors(db)
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('feedback')
          .select([
            sql<number | null>`round(avg(feedback.rating), 1)::float8`.as('average'),
            sql<number>`count(*)::int`.as('count'),
          ])
          .whereRef('feedback.mentor_id', '=', 'mentors.id')
          .where('feedback.published_at', 'is not', null)
          .as('rated'),
      (join) => join.onTrue(), // An average of nothing is a row too: nobody is lost.
    )
    .select(['rated.average as rating_average', 'rated.count as rating_count'])

/**
 * Accepted mentors whose name holds `search` (any case), by name. `after` is the last row of the page before.
 * One row more than a page is read, so that the caller knows whether there is a next one.
 */
export async function listMentors(db: Db, page: { search: string; after?: { name: string; id: string } | undefined }) {
  let query = ratedMentors(db)
    .select((row) => [
      'mentors.id',
      'slug',
      'name',
      'role',
      'experience',
      'location',
      'languages',
      'portrait',
      'time_zone',
      'price_pence',
      'currency',
      'help_with',
      sql<(number | null)[]>`array(
        select s.price_pence from session_types s where s.mentor_id = mentors.id order by s.position)`.as(
        'session_prices',
      ),
      row
        .selectFrom('moves')
        .select(sql<string>`from_city || ' → ' || to_city`.as('crossing'))
        .whereRef('moves.mentor_id', '=', 'mentors.id')
        .orderBy('position')
        .limit(1)
        .as('crossing'),
    ])
    .orderBy('name')
    .orderBy('mentors.id')
    .limit(PAGE_SIZE + 1)
  if (page.search) query = query.where('name', 'ilike', `%${page.search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
  if (page.after) {
    const { name, id } = page.after
    query = query.where(sql<boolean>`(name, mentors.id) > (${name}, ${id}::uuid)`)
  }
  return query.execute()
}

/** An accepted mentor with sessions and crossings, in their order. Null when there is none by this slug. */
export async function findMentor(db: Db, slug: string) {
  if (slug.includes('\0')) return null // An address may hold it; PostgreSQL refuses the whole query.
  const mentor = await ratedMentors(db).selectAll('mentors').where('slug', '=', slug).executeTakeFirst()
  if (!mentor) return null
  const sessionTypes = await db
    .selectFrom('session_types')
    .select(['id', 'title', 'minutes', 'description', 'price_pence'])
    .where('mentor_id', '=', mentor.id)
    .orderBy('position')
    .execute()
  const moves = await db
    .selectFrom('moves')
    .selectAll()
    .where('mentor_id', '=', mentor.id)
    .orderBy('position')
    .execute()
  return { ...mentor, sessionTypes, moves }
}

export async function countMentors(db: Db): Promise<number> {
  const { count } = await publicMentors(db)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The first crossing of accepted mentors, of those who joined last. */
export function listCrossings(db: Db, limit: number) {
  return publicMentors(db)
    .innerJoin('moves', (join) => join.onRef('moves.mentor_id', '=', 'mentors.id').on('moves.position', '=', 0))
    .select(['slug', 'name', 'portrait', 'from_city', 'from_country', 'to_city', 'to_country'])
    .orderBy('mentors.created_at', 'desc')
    .orderBy('mentors.id')
    .limit(limit)
    .execute()
}

/** How many accepted mentors there are, how many countries they have moved between, and how many sessions were held. */
export async function countCommunity(db: Db) {
  const mentors = await countMentors(db)
  const moves = publicMentors(db).innerJoin('moves', 'moves.mentor_id', 'mentors.id')
  const { countries } = await db
    .selectFrom(moves.select('from_country as country').union(moves.select('to_country as country')).as('ends'))
    .select(sql<number>`count(*)::int`.as('countries'))
    .executeTakeFirstOrThrow()
  const { sessions } = await db
    .selectFrom('bookings')
    .select(sql<number>`count(*)::int`.as('sessions'))
    .where('status', '=', 'completed')
    .executeTakeFirstOrThrow()
  return { mentors, countries, sessions }
}

/** Accepted mentors' slugs in a fixed order, with when their page last said something new: their own words, or somebody's of them. */
export function listMentorAddresses(db: Db, { limit, offset }: { limit: number; offset: number }) {
  return publicMentors(db)
    .select([
      'slug',
      sql<Date>`greatest(mentors.created_at, (
        select max(feedback.published_at) from feedback where feedback.mentor_id = mentors.id))`.as('changed_at'),
    ])
    .orderBy('mentors.id')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** The accepted mentors with exactly this name, or this id: what `POST /create-checkout-session` may name. At most two. */
export function findMentorSlugs(db: Db, by: { name: string } | { id: string }) {
  const query = publicMentors(db).select(['id', 'slug']).limit(2)
  return ('id' in by ? query.where('id', '=', by.id) : query.where('name', '=', by.name)).execute()
}

/** A session type of an accepted mentor, with what booking it needs to know. Undefined when it is not on offer. */
export function findSessionType(db: Db, id: string) {
  return publicMentors(db)
    .innerJoin('session_types', 'session_types.mentor_id', 'mentors.id')
    .select([
      'session_types.id',
      'session_types.mentor_id',
      'session_types.title',
      'session_types.minutes',
      'session_types.price_pence',
      'mentors.price_pence as mentor_price_pence',
      'mentors.currency',
      'mentors.name as mentor_name',
      'mentors.slug as mentor_slug',
      'mentors.time_zone',
    ])
    .where('session_types.id', '=', id)
    .executeTakeFirst()
}
