/** SQL for busy calendars and their busy times. Availability reads the latter in `server/mentors/availability/`. */
import { sql, type Insertable } from 'kysely'
import { MAX_CALENDARS, type CalendarProblem } from '#domain/mentors/busy-calendar'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'
import type { BusyTimes } from '#domain/mentors/busy-calendar'
import type { BusyRange } from '#domain/mentors/busy-calendar'

/** A mentor's calendars in their order, as their page shows them. `busyAhead`: the number of busy times from `now` on. */
export function listBusyCalendars(db: Db, mentorId: string, now: Date) {
  return db
    .selectFrom('busyCalendars')
    .select(['id', 'name', 'host', 'ending', 'nextAt', 'readAt', 'problem', 'eventsToCheck'])
    .select(
      sql<number>`(select count(*)::int from busy_times, unnest(during) as range
        where calendar_id = busy_calendars.id and upper(range) > ${now})`.as('busyAhead'),
    )
    .where('mentorId', '=', mentorId)
    .orderBy('position')
    .execute()
}

/** The zone on whose clock a mentor's whole days and floating times are. Undefined for an unknown mentor. */
export async function findMentorZone(db: Db, mentorId: string): Promise<string | undefined> {
  return (await db.selectFrom('mentors').select('timeZone').where('id', '=', mentorId).executeTakeFirst())?.timeZone
}

/** Whether a mentor can add this calendar: `full` if they have the most already, `known` if they have this one. */
export async function findObstacle(db: Db, mentorId: string, addressHash: string): Promise<'full' | 'known' | null> {
  const calendars = await db
    .selectFrom('busyCalendars')
    .select('addressHash')
    .where('mentorId', '=', mentorId)
    .execute()
  if (calendars.some((calendar) => calendar.addressHash === addressHash)) return 'known'
  return calendars.length >= MAX_CALENDARS ? 'full' : null
}

type NewCalendar = Omit<Insertable<Tables['busyCalendars']>, 'position' | 'failures' | 'problem' | 'eventsToCheck'>

/**
 * Writes a calendar at the first free position. False if there is none, or the mentor has this address: the two unique
 * keys decide, also when several are added at once.
 */
export async function insertBusyCalendar(tx: Db, calendar: NewCalendar, busy: BusyTimes): Promise<boolean> {
  const { id, mentorId } = calendar
  for (let position = 1; position <= MAX_CALENDARS; position += 1) {
    const inserted = await tx
      .insertInto('busyCalendars')
      .values({ ...calendar, position, problem: null, eventsToCheck: JSON.stringify(busy.toCheck) })
      .onConflict((any) => any.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) continue
    await writeBusyTimes(tx, { id, mentorId }, busy.ranges)
    return true
  }
  return false
}

/** The name and host of the removed calendar; undefined if this mentor has none by this id. */
export function deleteBusyCalendar(tx: Db, mentorId: string, id: string) {
  return tx
    .deleteFrom('busyCalendars')
    .where('id', '=', id)
    .where('mentorId', '=', mentorId)
    .returning(['name', 'host'])
    .executeTakeFirst()
}

/** A calendar that this process is to read. `nextAt`: until when no other process will. `zone`: the mentor's, now. */
export type TakenCalendar = Awaited<ReturnType<typeof takeDueCalendars>>[number]

const TAKEN_COLUMNS = [
  ...(['busyCalendars.id', 'mentorId', 'sealedAddress', 'busyCalendars.nextAt', 'failures', 'etag'] as const),
  ...(['lastModified', 'contentHash', 'expandedAt', 'busyCalendars.timeZone', 'mentors.timeZone as zone'] as const),
] as const

/**
 * Takes calendars that are due, longest due first, for this process until `until`. Those of people who are no mentors
 * for now wait.
 */
export function takeDueCalendars(db: Db, now: Date, until: Date, limit: number) {
  const due = db
    .selectFrom('busyCalendars')
    .innerJoin('mentors', 'mentors.id', 'busyCalendars.mentorId')
    .select('busyCalendars.id')
    .where('nextAt', '<=', now)
    .where('mentors.status', 'in', ['accepted', 'paused'])
    .orderBy('nextAt')
    .limit(limit)
    .forUpdate('busyCalendars')
    .skipLocked()
  return db
    .updateTable('busyCalendars')
    .from('mentors')
    .set({ nextAt: until })
    .whereRef('mentors.id', '=', 'busyCalendars.mentorId')
    .where('busyCalendars.id', 'in', due)
    .returning(TAKEN_COLUMNS)
    .execute()
}

/** Takes one calendar of a mentor, due or not. Undefined if they have none by this id. */
export function takeCalendar(db: Db, mentorId: string, id: string, until: Date): Promise<TakenCalendar | undefined> {
  return db
    .updateTable('busyCalendars')
    .from('mentors')
    .set({ nextAt: until })
    .whereRef('mentors.id', '=', 'busyCalendars.mentorId')
    .where('busyCalendars.id', '=', id)
    .where('mentorId', '=', mentorId)
    .returning(TAKEN_COLUMNS)
    .executeTakeFirst()
}

type ReadOutcome = Pick<
  Insertable<Tables['busyCalendars']>,
  'nextAt' | 'readAt' | 'etag' | 'lastModified' | 'contentHash' | 'expandedAt' | 'timeZone'
>

/**
 * Records a read that succeeded. `busy`: null if the busy times are as before. False if another process has taken the
 * calendar since, or it was removed.
 */
export async function recordRead(
  tx: Db,
  taken: TakenCalendar,
  outcome: ReadOutcome,
  busy: BusyTimes | null,
): Promise<boolean> {
  const columns = { ...outcome, ...(busy && { eventsToCheck: JSON.stringify(busy.toCheck) }) }
  const updated = await updateTaken(tx, taken, { ...columns, failures: 0, problem: null })
  if (updated && busy) await writeBusyTimes(tx, taken, busy.ranges)
  return updated
}

/** Records a read that failed: what was read before stays. False as above. */
export function recordFailedRead(
  db: Db,
  taken: TakenCalendar,
  { problem, nextAt }: { problem: CalendarProblem; nextAt: Date },
): Promise<boolean> {
  return updateTaken(db, taken, { problem, nextAt, failures: taken.failures + 1 })
}

async function updateTaken(
  db: Db,
  { id, nextAt }: TakenCalendar,
  columns: Partial<ReadOutcome> & { failures: number; problem: CalendarProblem | null; eventsToCheck?: string },
): Promise<boolean> {
  const updated = await db
    .updateTable('busyCalendars')
    .set(columns)
    .where('id', '=', id)
    .where('nextAt', '=', nextAt)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Replaces a calendar's busy times, and writes nothing if they are the same: a change makes the mentor's listing stale. */
async function writeBusyTimes(
  tx: Db,
  { id, mentorId }: { id: string; mentorId: string },
  busy: readonly BusyRange[],
): Promise<void> {
  const iso = (instant: number) => new Date(instant).toISOString()
  const during = `{${busy.map(([from, until]) => `[${iso(from)},${iso(until)})`).join(',')}}`
  await tx
    .insertInto('busyTimes')
    .values({ calendarId: id, mentorId, during })
    .onConflict((known) =>
      known
        .column('calendarId')
        .doUpdateSet({ during })
        .where((row) => row('busyTimes.during', 'is distinct from', sql<string>`excluded.during`)),
    )
    .execute()
}
