/** SQL that reads everything a mentor's free times depend on in one query, since this is the most frequent request. */
import { sql } from 'kysely'
import { claimsSpan, type Availability, type Claimed, type TimeRange } from '#domain/bookings/availability'
import { toAvailability, type AvailabilityRow } from '#server/mentors/availability/availability-queries'
import type { Db } from '#server/platform/db/connect'

/**
 * `sessions` in their order, lengths in minutes. `claims`: all that can matter for the starts on offer from now on. `busy`:
 * the same of the mentor's own calendars.
 */
export type Calendar = {
  sessions: { id: string; minutes: number; free: boolean }[]
  availability: Availability
  claims: Claimed[]
  busy: TimeRange[]
}

/** Parallel lists, instants in milliseconds. Null when there are no claims. */
type Claims = {
  claimStarts: number[] | null
  claimEnds: number[] | null
  sessionStarts: (number | null)[] | null
  sessionFree: (boolean | null)[] | null
}
/** The same. */
type Busy = { busyStarts: number[] | null; busyEnds: number[] | null }
type Row = AvailabilityRow & Claims & Busy & { sessions: Calendar['sessions'] | null }

/**
 * The calendar of an accepted mentor; null for an unknown slug. It is one statement, so all of it is from one snapshot.
 * Session starts and whether a session is free only matter for caps, so they are read only for mentors with a cap that
 * applies.
 */
export async function findCalendar(db: Db, slug: string, now: Date): Promise<Calendar | null> {
  if (slug.includes('\0')) return null // A URL may contain NUL, and PostgreSQL rejects a query with it.
  const { from, to } = claimsSpan(now, now)
  const { rows } = await sql<Row>`/* prepared: calendar */
    select mentors.time_zone, weekly_starts, buffer_before, buffer_after, notice_hours, horizon_days, day_cap, week_cap,
      free_week_cap,
      (select json_agg(json_build_object('date', date, 'starts', starts)) from date_overrides
        where date_overrides.mentor_id = mentors.id) as overrides,
      (select json_agg(json_build_object('first', first_date, 'last', last_date, 'timeZone', travel_zones.time_zone,
        'startsFollow', starts_follow)) from travel_zones where travel_zones.mentor_id = mentors.id) as travel,
      (select json_agg(json_build_object('id', id, 'minutes', minutes,
        'free', coalesce(session_types.price_pence, mentors.price_pence) = 0) order by position) from session_types
        where session_types.mentor_id = mentors.id) as sessions,
      claimed.*, busy.*
    from mentors cross join lateral (
      select coalesce(day_cap, week_cap) is not null or (free_week_cap is not null and exists (
        select from session_types
        where mentor_id = mentors.id and coalesce(session_types.price_pence, mentors.price_pence) = 0)) as counted
    ) as caps cross join lateral (
      select array_to_json(array_agg((date_part('epoch', lower(during)) * 1000)::int8)) as claim_starts,
        array_to_json(array_agg((date_part('epoch', upper(during)) * 1000)::int8)) as claim_ends,
        array_to_json(array_agg(case when counted then
          (select (date_part('epoch', starts_at) * 1000)::int8 from bookings where bookings.id = booking_id) end))
          as session_starts,
        array_to_json(array_agg(case when counted then
          (select price_pence = 0 and discount_pence = 0 from bookings where bookings.id = booking_id) end)) as session_free
      from claims
      where claims.mentor_id = mentors.id and during && tstzrange(${from.toISOString()}::timestamptz,
        ${to.toISOString()}::timestamptz + horizon_days * interval '24 hours')) as claimed
    cross join lateral (
      select array_to_json(array_agg((date_part('epoch', lower(range)) * 1000)::int8)) as busy_starts,
        array_to_json(array_agg((date_part('epoch', upper(range)) * 1000)::int8)) as busy_ends
      from busy_times, unnest(during) as range
      where busy_times.mentor_id = mentors.id and range && tstzrange(${from.toISOString()}::timestamptz,
        ${to.toISOString()}::timestamptz + horizon_days * interval '24 hours')) as busy
    where slug = ${slug} and status = 'accepted'`.execute(db)
  const [mentor] = rows
  return mentor
    ? {
        sessions: mentor.sessions ?? [],
        availability: toAvailability(mentor),
        claims: toClaims(mentor),
        busy: (mentor.busyStarts ?? []).map((start, n) => ({
          startsAt: new Date(start),
          endsAt: new Date(mentor.busyEnds![n]!),
        })),
      }
    : null
}

function toClaims({ claimStarts, claimEnds, sessionStarts, sessionFree }: Claims): Claimed[] {
  return (claimStarts ?? []).map((start, n) => ({
    startsAt: new Date(start),
    endsAt: new Date(claimEnds![n]!),
    sessionAt: new Date(sessionStarts![n] ?? start),
    free: sessionFree![n] ?? false,
  }))
}
