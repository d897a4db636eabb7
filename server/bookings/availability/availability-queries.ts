/** SQL for mentors' availability, and for the claims on their time. */
import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely'
import { claimsSpan, type Availability, type Claimed, type Travel } from '#domain/bookings/availability'
import { isTimeZone } from '#domain/time/zone'
import type { Db } from '#server/db/connect'
import type { Tables } from '#server/db/tables'

/** The columns from which `toAvailability` reads a mentor's rules, for a query on `mentors`. */
export const availabilityColumns = [
  ...(['mentors.timeZone', 'weeklyStarts', 'bufferBefore', 'bufferAfter'] as const),
  ...(['noticeHours', 'horizonDays', 'dayCap', 'weekCap', 'freeWeekCap'] as const),
  sql<{ date: string; starts: string[] }[] | null>`(
    select json_agg(json_build_object('date', date, 'starts', starts)) from date_overrides
    where date_overrides.mentor_id = mentors.id)`.as('overrides'),
  sql<Travel[] | null>`(
    select json_agg(json_build_object('first', first_date, 'last', last_date, 'timeZone', time_zone,
      'startsFollow', starts_follow)) from travel_zones where travel_zones.mentor_id = mentors.id)`.as('travel'),
] as const

export type AvailabilityRow = Pick<
  Selectable<Tables['mentors']>,
  | 'timeZone'
  | 'weeklyStarts'
  | 'bufferBefore'
  | 'bufferAfter'
  | 'noticeHours'
  | 'horizonDays'
  | 'dayCap'
  | 'weekCap'
  | 'freeWeekCap'
> & { overrides: { date: string; starts: string[] }[] | null; travel: Travel[] | null }

export function toAvailability(mentor: AvailabilityRow): Availability {
  return {
    timeZone: mentor.timeZone,
    weekly: Array.from({ length: 7 }, (_, day) => timesIn((mentor.weeklyStarts as unknown[])[day])),
    overrides: new Map((mentor.overrides ?? []).map(({ date, starts }) => [date, timesIn(starts)])),
    travel: (mentor.travel ?? []).filter(({ timeZone }) => isTimeZone(timeZone)),
    bufferBefore: mentor.bufferBefore,
    bufferAfter: mentor.bufferAfter,
    noticeHours: mentor.noticeHours,
    horizonDays: mentor.horizonDays,
    dayCap: mentor.dayCap,
    weekCap: mentor.weekCap,
    freeWeekCap: mentor.freeWeekCap,
  }
}

/** Availability by mentor id. Unknown ids are left out. */
export async function readAvailabilities(db: Db, mentorIds: string[]): Promise<Map<string, Availability>> {
  if (mentorIds.length === 0) return new Map()
  const mentors = await db
    .selectFrom('mentors')
    .select('mentors.id')
    .select(availabilityColumns)
    .where('id', 'in', mentorIds)
    .execute()
  return new Map(mentors.map((mentor) => [mentor.id, toAvailability(mentor)]))
}

/**
 * The valid times in a list from the database. Invalid entries are skipped, so that one does not break the whole list.
 */
function timesIn(list: unknown): string[] {
  const isTime = (value: unknown) => typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
  return Array.isArray(list) ? (list.filter(isTime) as string[]) : []
}

/** Null for an unknown mentor. */
export async function readAvailability(db: Db, mentorId: string): Promise<Availability | null> {
  return (await readAvailabilities(db, [mentorId])).get(mentorId) ?? null
}

/** Claims by mentor id, as far as they can matter for slots in [from, to), without those of the booking `except`. */
export async function listClaims(
  db: Db,
  mentorIds: string[],
  { from, to, except = null }: { from: Date; to: Date; except?: string | null },
): Promise<Map<string, Claimed[]>> {
  if (mentorIds.length === 0) return new Map()
  const span = claimsSpan(from, to)
  const claims = await db
    .selectFrom('claims')
    .innerJoin('bookings', 'bookings.id', 'claims.bookingId')
    .select([
      'claims.mentorId',
      milliseconds(sql`lower(during)`).as('startsAt'),
      milliseconds(sql`upper(during)`).as('endsAt'),
      milliseconds(sql.ref('bookings.startsAt')).as('sessionAt'),
      sql<boolean>`bookings.price_pence = 0`.as('free'),
    ])
    .where('claims.mentorId', 'in', mentorIds)
    .where('bookings.id', 'is distinct from', except)
    .where(sql<SqlBool>`during && tstzrange(${span.from.toISOString()}, ${span.to.toISOString()})`)
    .execute()
  const claimed = claims.map(({ mentorId, startsAt, endsAt, sessionAt, free }) => ({
    mentorId,
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    sessionAt: new Date(sessionAt),
    free,
  }))
  return Map.groupBy(claimed, (claim) => claim.mentorId)
}

/** An instant as a number: parsing hundreds of them as text takes longer than everything else in finding free times. */
const milliseconds = (instant: RawBuilder<unknown>) => sql<number>`(extract(epoch from ${instant}) * 1000)::float8`
