/** SQL for mentors' availability, and for the claims on their time. */
import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely'
import { claimsSpan, type Availability, type Claimed, type TimeRange, type Travel } from '#domain/bookings/availability'
import { isTimeZone } from '#domain/time/zone'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'

/** What takes a mentor's time: claims, and the busy times of their calendars. */
export type TakenTime = { claims: Claimed[]; busy: TimeRange[] }

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

/**
 * What takes mentors' time by mentor id, as far as it can matter for slots in [from, to), without the claim of the
 * booking `except`. One statement, since it is read for every page with free times.
 */
export async function listTakenTime(
  db: Db,
  mentorIds: string[],
  { from, to, except = null }: { from: Date; to: Date; except?: string | null },
): Promise<Map<string, TakenTime>> {
  if (mentorIds.length === 0) return new Map()
  const span = claimsSpan(from, to)
  const formatRange = (ends: TimeSpan) => sql`tstzrange(${ends.from.toISOString()}, ${ends.to.toISOString()})`
  // Of one mentor, which is by far the most frequent, it always has the same text.
  const name = mentorIds.length === 1 ? sql`/* prepared: taken time */` : sql``
  const claims = db
    .selectFrom('claims')
    .modifyFront(name)
    // By mentor as well: if the tables are partitioned by mentor, only one partition is searched.
    .innerJoin('bookings', (join) =>
      join.onRef('bookings.id', '=', 'claims.bookingId').onRef('bookings.mentorId', '=', 'claims.mentorId'),
    )
    .select([
      'claims.mentorId',
      milliseconds(sql`lower(during)`).as('startsAt'),
      milliseconds(sql`upper(during)`).as('endsAt'),
      sql<number | null>`${milliseconds(sql.ref('bookings.startsAt'))}`.as('sessionAt'),
      sql<boolean>`bookings.price_pence = 0 and discount_pence = 0`.as('free'),
    ])
    .where('claims.mentorId', 'in', mentorIds)
    .where('bookings.id', 'is distinct from', except)
    .where(sql<SqlBool>`during && ${formatRange(span)}`)
  const busy = db
    .selectFrom('busyTimes')
    .innerJoinLateral(sql<{ range: unknown }>`(select unnest(during) as range)`.as('ranges'), (join) => join.onTrue())
    .select([
      'busyTimes.mentorId',
      milliseconds(sql`lower(range)`).as('startsAt'),
      milliseconds(sql`upper(range)`).as('endsAt'),
      sql<number | null>`null::float8`.as('sessionAt'),
      sql<boolean>`false`.as('free'),
    ])
    .where('busyTimes.mentorId', 'in', mentorIds)
    .where(sql<SqlBool>`range && ${formatRange(span)}`)
  const rows = await claims.unionAll(busy).execute()
  const taken = new Map<string, TakenTime>()
  for (const { mentorId, startsAt, endsAt, sessionAt, free } of rows) {
    const ofMentor = taken.get(mentorId) ?? { claims: [], busy: [] }
    taken.set(mentorId, ofMentor)
    const range = { startsAt: new Date(startsAt), endsAt: new Date(endsAt) }
    if (sessionAt === null) ofMentor.busy.push(range)
    else ofMentor.claims.push({ ...range, sessionAt: new Date(sessionAt), free })
  }
  return taken
}

type TimeSpan = { from: Date; to: Date }

/** An instant as a number: parsing hundreds of them as text takes longer than everything else in finding free times. */
const milliseconds = (instant: RawBuilder<unknown>) => sql<number>`round(date_part('epoch', ${instant}) * 1000)`
