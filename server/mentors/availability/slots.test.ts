import { fc } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { randomUUID } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '#domain/time/wall-time'
import {
  createCalendarReader,
  readAlternatives,
  readNextFree,
  readSlots,
  slotsOfCalendar,
} from '#server/mentors/availability/slots'
import { takeHour } from '../../../tests/support/mentors/made-mentors.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

type Mentor = Awaited<ReturnType<typeof addMentor>>
/** An hour of January 2030; the clock stands at 09:00 on the 7th. */
const at = (day: number, hour = 9) => new Date(Date.UTC(2030, 0, day, hour))
const mentorAt = (starts: string[]) => addMentor(test, { timeZone: 'Etc/UTC', starts, horizonDays: 90 })
const offered = ({ id }: Mentor) => ({ mentorId: id, minutes: 60 })
const times = (slots: { startsAt: Date }[]) => slots.map(({ startsAt }) => startsAt.toISOString().slice(5, 16))

describe('readSlots', () => {
  const read = async (mentor: Mentor, from: Date, to: Date, held: Date | null = null) =>
    readSlots(test.app, { ...offered(mentor), from, to, held })

  it('gives what begins within the span, its first instant included and its last not, with what is taken', async () => {
    const mentor = await mentorAt(['09:00', '12:00'])
    await takeHour(test, mentor, at(8, 12))
    const slots = await read(mentor, at(8), at(9))
    expect(slots.map(({ startsAt, taken }) => [startsAt, taken])).toEqual([
      [at(8), false],
      [at(8, 12), true],
    ])
    expect(times(await read(mentor, at(8), new Date(+at(9) + 1)))).toHaveLength(3)
    expect(await read(mentor, at(8, 10), at(8, 12))).toEqual([])
    expect(await readSlots(test.app, { mentorId: randomUUID(), minutes: 60, from: at(8), to: at(9) })).toEqual([])
  })

  it('knows what is taken however far the starts are apart', async () => {
    const mentor = await mentorAt([])
    const dates = ['2030-01-08', '2030-02-20'].map((date) => ({ mentorId: mentor.id, date, starts: ['09:00'] }))
    await test.db.insertInto('dateOverrides').values(dates).execute()
    await takeHour(test, mentor, new Date('2030-02-20T09:00:00Z'))
    expect((await read(mentor, at(8), at(60))).map(({ taken }) => taken)).toEqual([false, true])
  })

  it('shows the visitor’s own hold as free, and no other one, not even beside it', async () => {
    const mentor = await mentorAt(['09:00', '10:00', '11:00'])
    for (const hour of [9, 10]) await takeHour(test, mentor, at(8, hour))
    const taken = async (held: Date | null) => (await read(mentor, at(8), at(9), held)).map((slot) => slot.taken)
    expect(await taken(null)).toEqual([true, true, false])
    expect(await taken(at(8, 9))).toEqual([false, true, false])
    expect(await taken(at(8, 11))).toEqual([true, true, false])
  })

  it('agrees with a calendar that was read, whichever starts are taken', async () => {
    const mentor = await mentorAt(['09:00', '10:00', '12:00'])
    const readCalendar = createCalendarReader(test.app)
    const starts = [8, 9, 10].flatMap((day) => [9, 10, 12].map((hour) => at(day, hour)))
    await fc.assert(
      fc.asyncProperty(fc.subarray(starts), fc.constantFrom(45, 60, 90), async (some, minutes) => {
        await test.db.deleteFrom('claims').execute()
        await test.db.deleteFrom('bookings').execute()
        for (const start of some) await takeHour(test, mentor, start)
        const span = { minutes, free: false, from: at(8), to: at(11) }
        const calendar = (await readCalendar(mentor.slug))!
        const slots = await readSlots(test.app, { ...span, mentorId: mentor.id })
        expect(slots).toEqual(slotsOfCalendar(calendar, { ...span, now: test.clock.time }))
        const isTaken = (start: Date) => some.some((one) => +start < +one + HOUR_MS && +one < +start + minutes * 60_000)
        expect(slots.map((slot) => slot.taken)).toEqual(starts.map(isTaken))
      }),
      { numRuns: 12 },
    )
  })
})

describe('readAlternatives', () => {
  it('gives the three free starts nearest to the wished one, in order of time', async () => {
    const mentor = await mentorAt(['09:00', '10:00', '12:00', '15:00'])
    for (const hour of [10, 12]) await takeHour(test, mentor, at(10, hour))
    const nearest = await readAlternatives(test.app, offered(mentor), at(10, 12))
    expect(times(nearest)).toEqual(['01-09T15:00', '01-10T09:00', '01-10T15:00'])
    expect(Object.keys(nearest[0]!)).toEqual(['startsAt', 'endsAt'])
  })

  it('looks a week back and two weeks on, no further', async () => {
    const mentor = await mentorAt([])
    const wished = at(25)
    const dates = [17, 18, 25, 38, 39].map((day) => at(day).toISOString().slice(0, 10))
    const rows = dates.map((date) => ({ mentorId: mentor.id, date, starts: ['09:00'] }))
    await test.db.insertInto('dateOverrides').values(rows).execute()
    await takeHour(test, mentor, wished)
    expect(times(await readAlternatives(test.app, offered(mentor), wished))).toEqual(['01-18T09:00', '02-07T09:00'])
    await test.db.deleteFrom('dateOverrides').where('date', '=', dates[1]!).execute()
    expect(times(await readAlternatives(test.app, offered(mentor), wished))).toEqual(['02-07T09:00'])
  })
})

describe('readNextFree', () => {
  it('gives the next three free starts after the mentor’s notice, with the zone that the mentor is in', async () => {
    const mentor = await mentorAt(['09:00', '10:00', '11:00'])
    const days = { firstDate: '2030-01-08', lastDate: '2030-01-20' }
    const travel = { id: randomUUID(), mentorId: mentor.id, timeZone: 'Asia/Tokyo', startsFollow: false, ...days }
    await test.db.insertInto('travelZones').values(travel).execute()
    await takeHour(test, mentor, at(7, 11))
    const next = await readNextFree(test.app, offered(mentor))
    expect(next).toEqual([
      { startsAt: at(7, 10), mentorZone: 'Etc/UTC' },
      { startsAt: at(8, 9), mentorZone: 'Asia/Tokyo' },
      { startsAt: at(8, 10), mentorZone: 'Asia/Tokyo' },
    ])
  })

  it('looks to the end of the mentor’s horizon, and is empty for an unknown mentor', async () => {
    const mentor = await mentorAt([])
    const last = new Date(+test.clock.time + 90 * DAY_MS)
    const row = { mentorId: mentor.id, date: last.toISOString().slice(0, 10), starts: ['09:00', '09:01'] }
    await test.db.insertInto('dateOverrides').values(row).execute()
    expect((await readNextFree(test.app, offered(mentor))).map(({ startsAt }) => startsAt)).toEqual([last])
    expect(await readNextFree(test.app, { mentorId: randomUUID(), minutes: 60 })).toEqual([])
  })
})
