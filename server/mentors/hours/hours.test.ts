import { describe, expect, it } from 'vitest'
import type { Availability } from '#domain/bookings/availability'
import { toHoursItems, type HoursItems } from '#domain/bookings/hours-items'
import { everybody } from '#domain/search/criteria'
import { listTakenTime, readAvailability } from '#server/mentors/availability/availability-queries'
import { readSlots } from '#server/mentors/availability/slots'
import { saveHours } from '#server/mentors/hours/hours'
import { findMentors } from '#server/search/sync'
import { clientFrom, signUp } from '../../../tests/support/accounts/accounts.ts'
import { takeHour } from '../../../tests/support/mentors/made-mentors.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

const TODAY = '2030-01-07'
const client = clientFrom('203.0.113.7')

async function openHours() {
  const { session } = await signUp(test)
  const mentor = await addMentor(test, { timeZone: 'Etc/UTC', starts: ['10:00'], horizonDays: 14 })
  const saved = (await readAvailability(test.db, mentor.id))!
  const save = (to: Availability, from: HoursItems = toHoursItems(saved, TODAY)) =>
    saveHours(test.app, { mentorId: mentor.id, from, to }, { session, client })
  return { mentor, session, saved, save }
}

const events = () => test.db.selectFrom('auditLog').selectAll().where('action', '=', 'mentor.hours_changed').execute()

const CHANGE: Partial<Availability> = {
  weekly: [['12:00', '13:00'], [], [], [], [], [], []],
  overrides: new Map([
    ['2030-01-08', ['09:30']],
    ['2030-01-14', []],
  ]),
  travel: [{ first: '2030-01-20', last: '2030-01-21', timeZone: 'Asia/Tokyo', startsFollow: true }],
  noticeHours: 2,
  horizonDays: 30,
  bufferBefore: 5,
  bufferAfter: 15,
  dayCap: 3,
  weekCap: 8,
  freeWeekCap: null,
}

describe('saveHours', () => {
  it('saves everything that a mentor sets, and slots and list follow at once', async () => {
    const { mentor, saved, save } = await openHours()
    const from = new Date('2030-01-07T00:00Z')
    const to = new Date('2030-01-16T00:00Z')
    const soonest = async () => (await findMentors(test.app, everybody, null)).mentors[0]?.freeAt
    expect(await soonest()).toEqual(new Date('2030-01-07T10:00Z'))
    expect(await save({ ...saved, ...CHANGE })).toEqual({ ok: true, value: null })
    expect(await readAvailability(test.db, mentor.id)).toEqual({ ...saved, ...CHANGE })
    const slots = await readSlots(test.app, { mentorId: mentor.id, minutes: 60, from, to })
    expect(slots.map(({ startsAt }) => startsAt.toISOString().slice(5, 16))).toEqual([
      '01-07T12:00',
      '01-07T13:00',
      '01-08T09:30',
    ])
    expect(await soonest()).toEqual(new Date('2030-01-07T12:00Z'))
  })

  it('records what changed, by whom, and nothing if nothing did', async () => {
    const { mentor, session, saved, save } = await openHours()
    expect(await save(saved)).toEqual({ ok: true, value: null })
    expect(await events()).toEqual([])
    await save({ ...saved, weekly: [['10:00', '11:00'], ...saved.weekly.slice(1)], dayCap: 2 })
    expect(await events()).toMatchObject([
      {
        actorId: session.accountId,
        subject: 'mentors',
        subjectId: mentor.id,
        before: { dayCap: '' },
        after: { starts: ['0 11:00'], dayCap: '2' },
      },
    ])
    expect((await events())[0]!.address).toContain('203.0.113.7')
  })

  it('lets one of two tabs win, and informs the other', async () => {
    const { mentor, saved, save } = await openHours()
    const results = await Promise.all([save({ ...saved, dayCap: 1 }), save({ ...saved, dayCap: 2 })])
    expect(results.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect(results.find(({ ok }) => !ok)).toEqual({ ok: false, error: { code: 'changed_elsewhere' } })
    const won = results.findIndex(({ ok }) => ok) + 1
    expect((await readAvailability(test.db, mentor.id))?.dayCap).toBe(won)
    expect(await events()).toHaveLength(1)
  })

  it('moves no booking, and keeps its time from being sold again', async () => {
    const { mentor, saved, save } = await openHours()
    const start = new Date('2030-01-08T10:00Z')
    await takeHour(test, mentor, start)
    const booked = () => test.db.selectFrom('bookings').selectAll().execute()
    const [before, claims] = [await booked(), await listTakenTime(test.db, [mentor.id], { from: start, to: start })]
    await save({ ...saved, weekly: saved.weekly.map(() => ['10:30']), bufferBefore: 60 })
    expect(await booked()).toEqual(before)
    expect(await listTakenTime(test.db, [mentor.id], { from: start, to: start })).toEqual(claims)
    const day = { from: new Date('2030-01-08T00:00Z'), to: new Date('2030-01-09T00:00Z') }
    const slots = await readSlots(test.app, { mentorId: mentor.id, minutes: 60, ...day })
    expect(slots).toMatchObject([{ startsAt: new Date('2030-01-08T10:30Z'), taken: true }])
  })

  it('leaves dates and trips alone that are over, and those of other mentors', async () => {
    const { mentor, saved, save } = await openHours()
    const other = await addMentor(test)
    const rows = [
      { mentorId: mentor.id, date: '2030-01-06' },
      { mentorId: other.id, date: '2030-01-06' },
      { mentorId: other.id, date: '2030-01-09' },
    ].map((row) => ({ ...row, starts: [] }))
    await test.db.insertInto('dateOverrides').values(rows).execute()
    await save({ ...saved, ...CHANGE })
    const kept = await test.db.selectFrom('dateOverrides').select('mentorId').execute()
    expect(kept.filter(({ mentorId }) => mentorId === mentor.id)).toHaveLength(3)
    expect(kept.filter(({ mentorId }) => mentorId === other.id)).toHaveLength(2)
  })
})
