import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { MAX_CALENDARS } from '#domain/mentors/busy-calendar'
import { runJob } from '#server/jobs'
import { readAccountData } from '#server/privacy/personal-data/personal-data'
import {
  addBusyCalendar,
  readCalendarNow,
  removeBusyCalendar,
  type CalendarOwner,
} from '#server/mentors/busy-calendars/busy-calendars'
import { listBusyCalendars } from '#server/mentors/busy-calendars/queries'
import { refreshDueCalendars } from '#server/mentors/busy-calendars/refresh'
import { signUp } from '../../../tests/support/accounts/accounts.ts'
import { eventHour, makeIcs, openTestCalendars } from '../../../tests/support/calendars/calendar-service.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

const address = (path = '/private-4d1f0c7b/basic.ics') => new URL(path, 'https://calendar.test')
const ADDRESS = address()
const serve = (events: string[], path = ADDRESS.pathname) => test.calendarService.pages.set(path, makeIcs(events))

/** A mentor with an account. */
async function mentorOwner(options: Parameters<typeof addMentor>[1] = {}, email = 'ada@example.com') {
  const { session } = await signUp(test, { email })
  const mentor = await addMentor(test, { timeZone: 'Etc/UTC', ...options })
  await test.db.updateTable('mentors').set({ accountId: session.accountId }).where('id', '=', mentor.id).execute()
  const owner: CalendarOwner = { mentorId: mentor.id, session, client: { address: '203.0.113.7' } }
  return { owner, session, mentor }
}

const add = (owner: CalendarOwner, path?: string, name = 'Work') =>
  addBusyCalendar(test.app, owner, { name, address: address(path) })
/** A mentor whose calendar with an hour on 8 January was added and read. */
async function withCalendar() {
  const { owner, session } = await mentorOwner()
  serve([eventHour(8, 10)])
  await add(owner)
  const [calendar] = await listed(owner)
  return { owner, session, id: calendar!.id }
}
const listed = ({ mentorId }: CalendarOwner) => listBusyCalendars(test.db, mentorId, test.clock.time)
const busyRows = () => test.db.selectFrom('busyTimes').selectAll().execute()
const busyTimes = async () => {
  const { rows } = await sql<{ at: Date }>`
    select lower(range) as at from busy_times, unnest(during) as range order by 1`.execute(test.db)
  return rows.map(({ at }) => at.toISOString().slice(5, 16))
}
const staleMarks = async () => (await test.db.selectFrom('staleListings').selectAll().execute()).length

describe('a calendar that is added', () => {
  it('is read at once, and again in 13 to 15 minutes', async () => {
    const { owner } = await mentorOwner()
    serve([eventHour(8, 10), eventHour(9, 12)])
    expect(await add(owner)).toEqual({ ok: true, value: { busy: 2 } })
    const [calendar] = await listed(owner)
    expect(calendar).toMatchObject({ name: 'Work', host: 'calendar.test', ending: '.ics', problem: null, busyAhead: 2 })
    expect(calendar!.readAt).toEqual(test.clock.time)
    const minutes = (calendar!.nextAt.getTime() - test.clock.time.getTime()) / 60_000
    expect(minutes).toBeGreaterThan(13)
    expect(minutes).toBeLessThanOrEqual(15)
    expect(await busyTimes()).toEqual(['01-08T10:00', '01-09T12:00'])
  })

  it('is not kept if it cannot be read, and the mentor learns why', async () => {
    const { owner } = await mentorOwner()
    expect(await add(owner)).toEqual({ ok: false, error: { code: 'unread', problem: 'not_found' } })
    test.calendarService.pages.set(ADDRESS.pathname, '<title>Sign in</title>')
    expect(await add(owner)).toEqual({ ok: false, error: { code: 'unread', problem: 'not_a_calendar' } })
    test.calendarService.addresses.set('calendar.test', [['10.0.0.1']])
    expect(await add(owner)).toEqual({ ok: false, error: { code: 'unread', problem: 'not_allowed' } })
    expect(await listed(owner)).toEqual([])
  })

  it('is one of three at most, and no address twice, until one is removed', async () => {
    const { owner } = await mentorOwner()
    for (const n of [1, 2, 3, 4]) serve([eventHour(8, 10)], `/${n}.ics`)
    for (const n of [1, 2]) expect((await add(owner, `/${n}.ics`, String(n))).ok).toBe(true)
    expect(await add(owner, '/2.ics')).toEqual({ ok: false, error: { code: 'known' } })
    expect((await add(owner, '/3.ics', '3')).ok).toBe(true)
    expect(await add(owner, '/4.ics')).toEqual({ ok: false, error: { code: 'full' } })
    expect(test.calendarService.requests).toHaveLength(3)
    const [, second] = await listed(owner)
    expect(await removeBusyCalendar(test.app, owner, second!.id)).toBe(true)
    expect(await busyRows()).toHaveLength(2)
    await add(owner, '/4.ics', '4')
    expect((await listed(owner)).map(({ name }) => name)).toEqual(['1', '4', '3'])
    const { owner: other } = await mentorOwner({}, 'grace@example.com')
    expect((await add(other, '/1.ics')).ok).toBe(true)
  })

  it('is one of three when five are added at once', async () => {
    const { owner } = await mentorOwner()
    const paths = [1, 2, 3, 4, 5].map((n) => `/${n}.ics`)
    for (const path of paths) serve([eventHour(8, 10)], path)
    const added = await Promise.all(paths.map((path) => add(owner, path)))
    expect(added.filter(({ ok }) => ok)).toHaveLength(MAX_CALENDARS)
    expect(await listed(owner)).toHaveLength(MAX_CALENDARS)
    expect(await busyRows()).toHaveLength(MAX_CALENDARS)
  })

  it('is refused when ten were tried within the hour', async () => {
    const { owner } = await mentorOwner()
    for (let n = 0; n < 10; n += 1) await add(owner)
    expect(await add(owner)).toEqual({ ok: false, error: { code: 'too_many', retryAfter: 3_600 } })
    expect(test.calendarService.requests).toHaveLength(10)
    test.clock.forward(60)
    expect(await add(owner)).toMatchObject({ error: { code: 'unread' } })
  })

  it('shows its address nowhere: not in the database, the audit log, what is shown, or what is downloaded', async () => {
    const { owner, session } = await withCalendar()
    test.calendarService.pages.clear()
    test.clock.forward(20)
    await refreshDueCalendars(test.app)
    const [calendar] = await listed(owner)
    await removeBusyCalendar(test.app, owner, randomUUID())
    const rows = await test.db.selectFrom('busyCalendars').selectAll().execute()
    const audit = await test.db.selectFrom('auditLog').selectAll().execute()
    const data = await readAccountData(test.app, session)
    const everywhere = JSON.stringify({ calendar, rows, audit, data, faults: test.faults.map(String) })
    expect(everywhere).toContain('calendar.test')
    expect(everywhere).not.toContain('private-4d1f0c7b')
    expect(data['busy_calendars']).toMatchObject([{ name: 'Work', host: 'calendar.test', problem: 'not_found' }])
    expect(data['busy_times']).toMatchObject([{ during: expect.stringContaining('2030-01-08') }])
  })

  it('belongs to its mentor: no one else can remove or refresh it, and both are in the audit log', async () => {
    const { owner, id } = await withCalendar()
    const { owner: other } = await mentorOwner({}, 'grace@example.com')
    expect(await removeBusyCalendar(test.app, other, id)).toBe(false)
    expect(await readCalendarNow(test.app, other, id)).toEqual({ ok: false, error: { code: 'gone' } })
    expect(test.calendarService.requests).toHaveLength(1)
    expect(await removeBusyCalendar(test.app, owner, id)).toBe(true)
    const events = test.db.selectFrom('auditLog').selectAll().where('subject', '=', 'mentors').orderBy('id')
    const who = { actorId: owner.session.accountId, subjectId: owner.mentorId }
    const what = { name: 'Work', host: 'calendar.test' }
    expect(await events.execute()).toMatchObject([
      { action: 'mentor.calendar_added', ...who, after: what, before: null },
      { action: 'mentor.calendar_removed', ...who, before: what, after: null },
    ])
  })
})

describe('a round', () => {
  it('reads what is due, and nothing else', async () => {
    const { owner } = await withCalendar()
    test.clock.forward(12)
    expect(await refreshDueCalendars(test.app)).toBe(0)
    test.clock.forward(3)
    serve([eventHour(8, 10), eventHour(10, 10)])
    await runJob(test.app, 'calendars', {})
    expect(await busyTimes()).toEqual(['01-08T10:00', '01-10T10:00'])
    expect(await listed(owner)).toMatchObject([{ readAt: test.clock.time, problem: null }])
    expect(await refreshDueCalendars(test.app)).toBe(0)
  })

  it('keeps what was read before when a calendar fails, tries again ever more rarely, and recovers', async () => {
    const { owner } = await withCalendar()
    const readAt = test.clock.time
    test.calendarService.pages.clear()
    for (const [after, wait] of [
      [15, 15],
      [15, 30],
      [30, 60],
    ] as const) {
      test.clock.forward(after)
      await refreshDueCalendars(test.app)
      const [calendar] = await listed(owner)
      expect(calendar).toMatchObject({ readAt, problem: 'not_found' })
      const minutes = (calendar!.nextAt.getTime() - test.clock.time.getTime()) / 60_000
      expect(minutes).toBeGreaterThan(wait - 2.01)
      expect(minutes).toBeLessThanOrEqual(wait)
    }
    expect(await busyTimes()).toEqual(['01-08T10:00'])
    serve([eventHour(9, 10)])
    test.clock.forward(60)
    await refreshDueCalendars(test.app)
    expect(await listed(owner)).toMatchObject([{ readAt: test.clock.time, problem: null }])
    expect(await busyTimes()).toEqual(['01-09T10:00'])
  })

  it('makes the listing stale when busy times have changed, and not when the time of the request or words have', async () => {
    const { owner } = await mentorOwner()
    serve([`UID:a\n${eventHour(8, 10)}`])
    await test.db.deleteFrom('staleListings').execute()
    await add(owner)
    expect(await staleMarks()).toBe(1)
    const readHash = async () =>
      (await test.db.selectFrom('busyCalendars').select('contentHash').executeTakeFirstOrThrow()).contentHash
    const hash = await readHash()
    const again = async (events: string[], stamp = 'DTSTAMP:20300107T091500Z') => {
      await test.db.deleteFrom('staleListings').execute()
      test.calendarService.pages.set(ADDRESS.pathname, makeIcs(events).replace(/DTSTAMP:\S+/, stamp))
      test.clock.forward(15)
      await refreshDueCalendars(test.app)
      return staleMarks()
    }
    expect(await again([`UID:a\n${eventHour(8, 10)}`])).toBe(0)
    expect(await readHash()).toBe(hash)
    expect(await again([`${eventHour(8, 10)}\nSUMMARY:Another word`])).toBe(0)
    expect(await again([eventHour(8, 11)])).toBe(1)
    await test.db.deleteFrom('staleListings').execute()
    await removeBusyCalendar(test.app, owner, (await listed(owner))[0]!.id)
    expect(await staleMarks()).toBe(1)
  })

  it('asks whether a calendar has changed, and works it out anew each day, since the horizon moves on', async () => {
    const { owner } = await mentorOwner()
    test.calendarService.pages.set(ADDRESS.pathname, (request, response) => {
      const same = request.headers['if-none-match'] === '"1"'
      response.writeHead(same ? 304 : 200, { ETag: '"1"' })
      response.end(same ? undefined : makeIcs(['DTSTART:20300108T100000Z\nDTEND:20300108T110000Z\nRRULE:FREQ=DAILY']))
    })
    await add(owner)
    const last = (await busyTimes()).at(-1)
    const requested = () => test.calendarService.requests.at(-1)!.headers['if-none-match']
    test.clock.forward(15)
    await refreshDueCalendars(test.app)
    expect(requested()).toBe('"1"')
    expect((await busyTimes()).at(-1)).toBe(last)
    test.clock.forward(24 * 60)
    await refreshDueCalendars(test.app)
    expect(requested()).toBeUndefined()
    expect(Date.parse(`2030-${(await busyTimes()).at(-1)}Z`) - Date.parse(`2030-${last}Z`)).toBe(24 * 3_600_000)
  })

  it('follows the mentor to another zone, and leaves the calendars of people who are no mentors for now', async () => {
    const { owner } = await mentorOwner({ timeZone: 'Asia/Tokyo' })
    serve(['DTSTART:20300108T100000\nDTEND:20300108T110000'])
    await add(owner)
    expect(await busyTimes()).toEqual(['01-08T01:00'])
    test.clock.forward(15)
    await test.db.updateTable('mentors').set({ timeZone: 'Europe/Paris', status: 'rejected' }).execute()
    expect(await refreshDueCalendars(test.app)).toBe(0)
    await test.db.updateTable('mentors').set({ status: 'paused' }).execute()
    expect(await refreshDueCalendars(test.app)).toBe(1)
    expect(await busyTimes()).toEqual(['01-08T09:00'])
  })

  it('in three processes at once reads each calendar once', async () => {
    for (const n of [0, 1]) {
      const { owner } = await mentorOwner({}, `ada${n}@example.com`)
      for (const each of [1, 2, 3]) {
        serve([], `/${n}/${each}.ics`)
        await add(owner, `/${n}/${each}.ics`)
      }
    }
    test.calendarService.requests.length = 0
    test.clock.forward(15)
    const counts = await Promise.all([1, 2, 3].map(() => refreshDueCalendars(test.app)))
    expect(counts.reduce((sum, count) => sum + count)).toBe(6)
    expect(test.calendarService.requests).toHaveLength(6)
  })

  it('does not write what it read too late, after another process took the calendar over', async () => {
    await withCalendar()
    const arrived = Promise.withResolvers<void>()
    const late = Promise.withResolvers<void>()
    test.calendarService.pages.set(ADDRESS.pathname, async (_request, response) => {
      arrived.resolve()
      await late.promise
      response.end(makeIcs([eventHour(20, 10)]))
    })
    test.clock.forward(15)
    const slow = refreshDueCalendars(test.app)
    await arrived.promise
    serve([eventHour(9, 10)])
    test.clock.forward(4)
    expect(await refreshDueCalendars(test.app)).toBe(1)
    late.resolve()
    await slow
    expect(await busyTimes()).toEqual(['01-09T10:00'])
  })

  it('does not wait for a host that is slow', async () => {
    const { owner } = await mentorOwner()
    serve([eventHour(8, 10)], '/slow.ics')
    serve([eventHour(8, 10)], '/fast.ics')
    await add(owner, '/slow.ics', 'Slow')
    await add(owner, '/fast.ics', 'Fast')
    test.app.calendars = openTestCalendars(test.calendarService, 'p3KzR0vYc9mQwT7uXfB2nLh6sJdGa1EoViU4ZkC8yNM=', {
      deadlineMs: 300,
      maxBytes: 1_000,
    })
    test.calendarService.pages.set('/slow.ics', () => {})
    serve([eventHour(9, 10)], '/fast.ics')
    test.clock.forward(15)
    try {
      expect(await refreshDueCalendars(test.app)).toBe(2)
    } finally {
      await test.app.calendars.close()
    }
    expect(await listed(owner)).toMatchObject([{ problem: 'too_slow' }, { problem: null }])
    expect(await busyTimes()).toEqual(['01-08T10:00', '01-09T10:00'])
  })

  it('says so when this site’s secret was changed', async () => {
    const { owner } = await withCalendar()
    test.app.calendars = openTestCalendars(test.calendarService, 'another secret of thirty-two letters')
    test.clock.forward(15)
    await refreshDueCalendars(test.app)
    expect(await listed(owner)).toMatchObject([{ problem: 'unsealed' }])
    expect(await busyTimes()).toEqual(['01-08T10:00'])
  })

  it('goes on with the others when one fails for a reason of ours', async () => {
    const { owner } = await mentorOwner()
    for (const n of [1, 2]) {
      serve([], `/${n}.ics`)
      await add(owner, `/${n}.ics`)
    }
    const { read } = test.app.calendars
    let failures = 0
    test.app.calendars = {
      ...test.app.calendars,
      read: async (...requested) => {
        if (requested[0].endsWith('/1.ics') && (failures += 1)) throw new Error('a bug')
        return read(...requested)
      },
    }
    test.clock.forward(15)
    await refreshDueCalendars(test.app)
    expect(failures).toBe(1)
    expect(test.faults).toHaveLength(1)
    const nextInMinutes = (await listed(owner)).map(({ nextAt }) => Math.ceil((+nextAt - +test.clock.time) / 60_000))
    expect(nextInMinutes[0]).toBe(3) // Its lease.
    expect(nextInMinutes[1]).toBeGreaterThan(12)
  })
})

it('a calendar that is to be read now is read, due or not, twelve times an hour at most', async () => {
  const { owner, id } = await withCalendar()
  const read = () => readCalendarNow(test.app, owner, id)
  serve([eventHour(9, 10)])
  expect(await read()).toEqual({ ok: true, value: null })
  expect(await busyTimes()).toEqual(['01-09T10:00'])
  test.calendarService.pages.clear()
  for (let n = 0; n < 11; n += 1)
    expect(await read()).toEqual({ ok: false, error: { code: 'unread', problem: 'not_found' } })
  expect(await read()).toMatchObject({ error: { code: 'too_many' } })
  expect(test.calendarService.requests).toHaveLength(13)
})
