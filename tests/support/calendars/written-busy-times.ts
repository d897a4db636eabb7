/** A busy calendar as it is once it was read, without a service. Independent of a test runner. */
import { randomUUID } from 'node:crypto'
import type { Db } from '#server/platform/db/connect'
import type { BusyRange } from '#domain/mentors/busy-calendar'
import { insertBusyCalendar } from '#server/mentors/busy-calendars/queries'

/** Writes a calendar of a mentor with these busy times; it is never due. */
export async function writeBusyTimes(db: Db, mentorId: string, ranges: [from: Date, until: Date][]): Promise<string> {
  const [id, at] = [randomUUID(), new Date('2030-01-07T09:00:00Z')]
  const none = { etag: null, lastModified: null, contentHash: null }
  const calendar = {
    ...none,
    id,
    mentorId,
    name: 'Work',
    sealedAddress: id,
    addressHash: id,
    host: 'calendar.test',
    ending: '.ics',
    createdAt: at,
    nextAt: new Date('2100-01-01T00:00:00Z'),
    readAt: at,
    expandedAt: at,
    timeZone: 'Etc/UTC',
  }
  const busy = {
    ranges: ranges.map(([from, until]): BusyRange => [from.getTime(), until.getTime()]),
    toCheck: [],
  }
  if (!(await insertBusyCalendar(db, calendar, busy))) throw new Error('The mentor has three calendars')
  return id
}
