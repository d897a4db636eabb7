import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { fc, it as property } from '@fast-check/vitest'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HORIZON_DAYS } from '#domain/bookings/availability'
import { toMinorUnits } from '#domain/payments/money'
import { everybody, type Criteria } from '#domain/search/criteria'
import { createDirectory } from '#server/search/engine/directory'
import { DAY_MS, dateAfter, HOUR_MS, MINUTE_MS } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { expireHold } from '#server/bookings/queries'
import { transact } from '#server/platform/db/connect'
import { keepDirectory } from '#server/search/keep-up'
import { currentDirectory, findMentors, refreshListings } from '#server/search/sync'
import { addMentor, openTestApp, type TestApp } from '../../tests/support/product/app.ts'
import { listStarts, takeHour } from '../../tests/support/mentors/made-mentors.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())
beforeEach(() => test.reset())

const find = (requested: Partial<Criteria> = {}, app: App = test.app) =>
  findMentors(app, { ...everybody, ...requested }, null)
const listNames = async (requested: Partial<Criteria> = {}, app?: App) =>
  (await find(requested, app)).mentors.map((mentor) => mentor.name)

/** Another process on the same database, with an empty index. */
const anotherProcess = (): App => ({ ...test.app, directory: createDirectory() })

describe('the list shows a change at once, in every process', () => {
  it('when a mentor is accepted, paused, renamed and deleted', async () => {
    const other = anotherProcess()
    for (const status of ['pending', 'rejected', 'paused'] as const) await addMentor(test, { status })
    expect(await find({}, other)).toMatchObject({ total: 0, mentors: [] })
    const { id } = await addMentor(test, { name: 'Ada Byron' })
    const ada = test.db.updateTable('mentors').where('id', '=', id)
    expect([await listNames({ text: 'byron' }), await listNames({}, other)]).toEqual([['Ada Byron'], ['Ada Byron']])
    await ada.set({ name: 'Ada Lovelace' }).execute()
    expect([await listNames({ text: 'byron' }), await listNames({}, other)]).toEqual([[], ['Ada Lovelace']])
    await ada.set({ status: 'paused' }).execute()
    expect(await find({}, other)).toMatchObject({ total: 0, mentors: [] })
    const { counts, total } = await find()
    expect([total, Object.values(counts.choices).flatMap((choice) => [...choice.keys()])]).toEqual([0, []])
    await ada.set({ status: 'accepted' }).execute()
    expect([(await find()).total, (await find({}, other)).total]).toEqual([1, 1])
    await test.db.deleteFrom('mentors').where('id', '=', id).execute()
    expect([(await find()).total, (await find({}, other)).total]).toEqual([0, 0])
  })

  it('when a topic gets another label', async () => {
    const { id } = await addMentor(test)
    await test.db.insertInto('mentorTopics').values({ mentorId: id, topic: 'student-visa' }).execute()
    expect(await listNames({ text: 'tier' })).toEqual([])
    const name = (label: string) =>
      test.db.updateTable('topics').set({ label }).where('code', '=', 'student-visa').execute()
    await name('Tier 4 visa')
    expect(await listNames({ text: 'tier' })).toEqual(['Ada Lovelace'])
    await name('Student visa')
  })

  it('when a session is added, dropped or sold at another price', async () => {
    const mentor = await addMentor(test, { price: 4500 })
    const priced = async () => (await find({ price: { least: null, most: 30 } })).total
    expect(await priced()).toBe(0)
    const id = randomUUID()
    await test.db
      .insertInto('sessionTypes')
      .values({ id, mentorId: mentor.id, position: 5, title: 'Short', minutes: 30, pricePence: toMinorUnits(2500) })
      .execute()
    expect(await priced()).toBe(1)
    await test.db
      .updateTable('sessionTypes')
      .set({ pricePence: toMinorUnits(3500) })
      .where('id', '=', id)
      .execute()
    expect(await priced()).toBe(0)
    await test.db.deleteFrom('sessionTypes').where('id', '=', id).execute()
    expect((await find()).counts.choices.minutes).toEqual(new Map([['60', 1]]))
  })

  it('when a mentor prices in another currency, which is compared by the day’s rates', async () => {
    await addMentor(test, { name: 'In Pounds', price: 4500 })
    const { id } = await addMentor(test, { name: 'In Yen', price: 4500, currency: 'JPY' }) // About £22.
    expect(await listNames({ order: 'price' })).toEqual(['In Yen', 'In Pounds'])
    expect(await listNames({ price: { least: null, most: 30 } })).toEqual(['In Yen'])
    await test.db.updateTable('mentors').set({ currency: 'KWD' }).where('id', '=', id).execute()
    expect((await find()).counts.prices).toEqual({ least: 4.5, most: 45 }) // Without a rate, by its number.
  })

  it('but not if the transaction is rolled back', async () => {
    const { id } = await addMentor(test, { name: 'Ada Lovelace' })
    await find()
    const change = transact(test.db, async (tx) => {
      await tx.updateTable('mentors').set({ name: 'Renamed' }).where('id', '=', id).execute()
      throw new Error('Changed my mind')
    })
    await expect(change).rejects.toThrow('Changed my mind')
    expect(await refreshListings(test.app)).toBe(false)
    expect(await listNames()).toEqual(['Ada Lovelace'])
  })

  it('without a search, by the background ticks', async () => {
    const running = anotherProcess()
    const end = keepDirectory(running)
    for (let mentors = 1; mentors <= 2; mentors += 1) {
      await addMentor(test)
      while (running.directory.size < mentors) await setImmediate()
    }
    await end()
  })
})

describe('the soonest free start', () => {
  const soonest = async (app?: App) => (await find({}, app)).mentors[0]?.freeAt?.toISOString() ?? null

  it('moves on when it is claimed, and back when it is released', async () => {
    const mentor = await addMentor(test, { timeZone: 'Asia/Kolkata' }) // Now is 14:30 there: that start has begun.
    expect(await soonest()).toBe('2030-01-07T10:00:00.000Z')
    const booking = await takeHour(test, mentor, new Date('2030-01-07T10:00:00Z'))
    expect(await soonest()).toBe('2030-01-07T11:00:00.000Z')
    await expireHold(test.db, booking, test.clock.time)
    expect(await soonest()).toBe('2030-01-07T10:00:00.000Z')
  })

  it('moves on as time passes, in every process', async () => {
    await addMentor(test)
    const other = anotherProcess()
    expect([await soonest(), await soonest(other)]).toEqual(Array(2).fill('2030-01-07T10:00:00.000Z'))
    test.clock.forward(60)
    expect([await soonest(), await soonest(other)]).toEqual(Array(2).fill('2030-01-07T11:00:00.000Z'))
  })

  it('is that of the shortest session', async () => {
    const mentor = await addMentor(test, { sessions: [{ minutes: 60 }, { minutes: 30 }] })
    const at = (time: string) => new Date(`2030-01-07T${time}Z`)
    await takeHour(test, mentor, at('10:30:00')) // Half of the 10:00 start is left.
    expect(await soonest()).toBe('2030-01-07T10:00:00.000Z')
  })

  it('is null for a mentor without sessions, or booked out', async () => {
    await addMentor(test, { sessions: [] })
    expect(await soonest()).toBeNull()
    const away = await addMentor(test, { name: 'Booked out' })
    const today = test.app.now().toISOString().slice(0, 10)
    for (let day = 0; day < HORIZON_DAYS.default + 3; day += 1)
      await sql`insert into date_overrides values (${away.id}, ${dateAfter(today, day)}, '{}')`.execute(test.db)
    expect((await find({ text: 'booked' })).mentors[0]?.freeAt).toBeNull()
    // A day later the horizon has moved on. Nothing was changed.
    for (let day = 0; day < 4; day += 1) {
      test.clock.forward(DAY_MS / MINUTE_MS)
      await currentDirectory(test.app)
    }
    expect((await find({ text: 'booked' })).mentors[0]?.freeAt).not.toBeNull()
  })

  property.prop(
    [fc.constantFrom('Asia/Kolkata', 'America/Santiago', 'Australia/Lord_Howe'), fc.integer({ min: 0, max: 72 })],
    {
      numRuns: 10,
    },
  )('equals at every hour the result of trying every start', async (zone, hours) => {
    await test.reset()
    await addMentor(test, { timeZone: zone })
    await soonest()
    test.clock.time = new Date(test.app.now().getTime() + hours * HOUR_MS)
    const [expected] = listStarts(zone, test.app.now()).toSorted((a, b) => +a - +b)
    expect(await soonest()).toBe(expected?.toISOString())
  })
})
