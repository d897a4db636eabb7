/** A mentor's busy calendars: add one, remove it, have it read now. How they are read again and again is in `refresh.ts`. */
import { randomUUID } from 'node:crypto'
import { ADDING, expansionAt, READING_NOW, type CalendarProblem } from '#domain/mentors/busy-calendar'
import { err, ok, type Result } from '#domain/result'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { limitBySubject, type TooMany } from '#server/accounts/sign-in/attempts'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'
import type { BusyTimes } from '#domain/mentors/busy-calendar'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { mentorEvent } from '#server/mentors/audit'
import {
  deleteBusyCalendar,
  findMentorZone,
  findObstacle,
  insertBusyCalendar,
  takeCalendar,
} from '#server/mentors/busy-calendars/queries'
import { leaseUntil, nextRead, readTakenCalendar } from '#server/mentors/busy-calendars/refresh'

/** Who acts, and for which mentor: themselves. */
export type CalendarOwner = Actor & { mentorId: string }

const NONE: BusyTimes = { ranges: [], toCheck: [] }

type Unread = { code: 'unread'; problem: CalendarProblem }
export type AddCalendarError = TooMany | Unread | { code: 'full' | 'known' }

/** Reads the calendar first, so that one that cannot be read is not added. Returns the number of its busy times. */
export async function addBusyCalendar(
  app: App,
  owner: CalendarOwner,
  { name, address }: { name: string; address: URL },
): Promise<Result<{ busy: number }, AddCalendarError>> {
  const { mentorId, session } = owner
  const [id, now] = [randomUUID(), app.now()]
  const { seal } = app.calendars
  const addressHash = seal.hash(address.href)
  const obstacle = await findObstacle(app.db, mentorId, addressHash)
  if (obstacle) return err({ code: obstacle })
  const allowed = await limitBySubject(app, 'calendar_added', session.accountId, ADDING)
  if (!allowed.ok) return allowed
  const timeZone = (await findMentorZone(app.db, mentorId)) ?? 'UTC'
  const read = await app.calendars.read(address.href, expansionAt(now, timeZone), null)
  if (!read.ok) return err({ code: 'unread', problem: read.error })
  const { busy, ...known } = read.value
  return transact(app.db, async (tx) => {
    const calendar = {
      ...known,
      id,
      mentorId,
      name,
      sealedAddress: seal.seal(id, address.href),
      addressHash,
      host: address.hostname,
      ending: address.href.slice(-4),
      createdAt: now,
      nextAt: nextRead(now, 0),
      readAt: now,
      expandedAt: now,
      timeZone,
    }
    const added = await insertBusyCalendar(tx, calendar, busy ?? NONE)
    if (!added) return err({ code: (await findObstacle(tx, mentorId, addressHash)) ?? 'full' })
    const after = { name, host: calendar.host } // The address stays out of it.
    await recordAuditEvent(tx, mentorEvent(app, toAuditActor(owner), 'mentor.calendar_added', mentorId, { after }))
    return ok({ busy: busy?.ranges.length ?? 0 })
  })
}

/** Removes a calendar with its busy times. False if the mentor has none by this id. */
export function removeBusyCalendar(app: App, owner: CalendarOwner, id: string): Promise<boolean> {
  return transact(app.db, async (tx) => {
    const removed = await deleteBusyCalendar(tx, owner.mentorId, id)
    if (!removed) return false
    const change = { before: removed }
    await recordAuditEvent(tx, mentorEvent(app, toAuditActor(owner), 'mentor.calendar_removed', owner.mentorId, change))
    return true
  })
}

/** Reads a calendar now, within the mentor's limit. */
export async function readCalendarNow(
  app: App,
  { mentorId, session }: Pick<CalendarOwner, 'mentorId' | 'session'>,
  id: string,
): Promise<Result<null, TooMany | Unread | { code: 'gone' }>> {
  const allowed = await limitBySubject(app, 'calendar_read', session.accountId, READING_NOW)
  if (!allowed.ok) return allowed
  const taken = await takeCalendar(app.db, mentorId, id, leaseUntil(app.now()))
  if (!taken) return err({ code: 'gone' })
  const problem = await readTakenCalendar(app, taken)
  return problem ? err({ code: 'unread', problem }) : ok(null)
}
