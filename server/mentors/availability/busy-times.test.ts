import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { everybody } from '#domain/search/criteria'
import { readSlots, slotsOfCalendar } from '#server/mentors/availability/slots'
import { findCalendar } from '#server/mentors/availability/calendar-queries'
import { holdSlot } from '#server/bookings/holds/hold'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { findMentors } from '#server/search/sync'
import { writeBusyTimes } from '../../../tests/support/calendars/written-busy-times.ts'
import { holdRequest } from '../../../tests/support/bookings/requests.ts'
import { payCheckout } from '../../../tests/support/payments/checkout.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

/** An instant of January 2030, in UTC; the clock stands at 09:00 on the 7th. */
const at = (day: number, time = '00:00') => new Date(`2030-01-${String(day).padStart(2, '0')}T${time}:00Z`)
const mentorWith = (options: Parameters<typeof addMentor>[1] = {}) =>
  addMentor(test, { timeZone: 'Etc/UTC', starts: ['09:00', '10:00', '11:00', '12:00'], ...options })
type Mentor = Awaited<ReturnType<typeof mentorWith>>
const busy = (mentor: Mentor, from: Date, until: Date) => writeBusyTimes(test.db, mentor.id, [[from, until]])

const BROWSER = { browser: 'b'.repeat(32), network: null, farNetwork: null }
const hold = (mentor: Mentor, startsAt: Date, changes: Parameters<typeof holdRequest>[1] = {}) =>
  holdSlot(test.app, holdRequest(mentor.sessionTypeIds[0]!, { startsAt, ...changes }), BROWSER)

/** The free starts of one day, by each way in which they are read. */
async function freeOn(mentor: Mentor, day: number, held: Date | null = null) {
  const span = { from: at(day), to: at(day + 1) }
  const read = await readSlots(test.app, { mentorId: mentor.id, minutes: 60, held, ...span })
  const calendar = await findCalendar(test.db, mentor.slug, test.clock.time)
  const cached = slotsOfCalendar(calendar!, { minutes: 60, free: false, now: test.clock.time, ...span })
  const free = (slots: typeof read) =>
    slots.filter(({ taken }) => !taken).map(({ startsAt }) => startsAt.toISOString().slice(11, 16))
  if (held === null) expect(free(read)).toEqual(free(cached))
  return free(read)
}

describe('a busy time', () => {
  it('of the mentor hides the starts whose session would overlap it, and counts for no maximum', async () => {
    const [mentor, other] = [await mentorWith(), await mentorWith()]
    await test.db.updateTable('mentors').set({ dayCap: 1 }).execute()
    await busy(mentor, at(8, '10:30'), at(8, '11:00'))
    expect(await freeOn(mentor, 8)).toEqual(['09:00', '11:00', '12:00'])
    expect(await freeOn(mentor, 9)).toEqual(['09:00', '10:00', '11:00', '12:00'])
    expect(await freeOn(other, 8)).toHaveLength(4)
  })

  it('hides starts whose buffers would overlap it', async () => {
    const mentor = await mentorWith()
    await test.db.updateTable('mentors').set({ bufferBefore: 15, bufferAfter: 15 }).execute()
    await busy(mentor, at(8, '10:30'), at(8, '11:00'))
    expect(await freeOn(mentor, 8)).toEqual(['09:00', '12:00'])
    await sql`update busy_times set during = '{[2030-01-08T10:10Z,2030-01-08T10:45Z)}'`.execute(test.db)
    expect(await freeOn(mentor, 8)).toEqual(['11:00', '12:00'])
  })

  it('moves the soonest free time in the list at once', async () => {
    const mentor = await mentorWith()
    const soonest = async () => (await findMentors(test.app, everybody, null)).mentors[0]?.freeAt
    expect(await soonest()).toEqual(at(7, '10:00'))
    await busy(mentor, at(7), at(9))
    expect(await soonest()).toEqual(at(9, '09:00'))
    await test.db.deleteFrom('busyCalendars').execute()
    expect(await soonest()).toEqual(at(7, '10:00'))
  })
})

describe('a hold', () => {
  it('is refused within a busy time as if the time were taken, with the nearest free ones', async () => {
    const mentor = await mentorWith()
    await busy(mentor, at(8, '10:30'), at(8, '10:45'))
    const held = await hold(mentor, at(8, '10:00'))
    expect(held).toMatchObject({ ok: false, error: { code: 'slot_taken' } })
    if (held.ok || held.error.code !== 'slot_taken') throw new Error('held')
    expect(held.error.alternatives.map(({ startsAt }) => startsAt)).toEqual([
      at(8, '09:00'),
      at(8, '11:00'),
      at(8, '12:00'),
    ])
    expect(await test.db.selectFrom('claims').selectAll().execute()).toEqual([])
    expect((await hold(mentor, at(8, '11:00'))).ok).toBe(true)
    expect((await hold(await mentorWith(), at(8, '10:00'))).ok, 'another mentor is free').toBe(true)
  })

  it('stays when its time becomes busy: it is shown as free to its visitor, resumed, and paid', async () => {
    const mentor = await mentorWith()
    const held = await hold(mentor, at(8, '10:00'))
    await busy(mentor, at(8, '09:30'), at(8, '11:30'))
    expect(await freeOn(mentor, 8, at(8, '10:00'))).toEqual(['10:00', '12:00'])
    expect(await freeOn(mentor, 8)).toEqual(['12:00'])
    const resumed = await hold(mentor, at(8, '10:00'))
    expect(resumed.ok && resumed.value.checkoutId).toBe(held.ok && held.value.checkoutId)
    await payCheckout(test, held.ok ? held.value.checkoutId! : '')
    await settleCheckout(test.app, held.ok ? held.value.checkoutId! : '')
    expect(await test.db.selectFrom('bookings').select('status').execute()).toEqual([{ status: 'confirmed' }])
  })

  it('in a busy time can be corrected, and moved to a free time, but not to a busy one', async () => {
    const mentor = await mentorWith()
    await hold(mentor, at(8, '10:00'))
    await busy(mentor, at(8, '09:30'), at(8, '11:30'))
    expect((await hold(mentor, at(8, '10:00'), { email: 'another@example.com' })).ok).toBe(true)
    expect(await hold(mentor, at(8, '11:00'))).toMatchObject({ error: { code: 'slot_taken' } })
    expect((await hold(mentor, at(8, '12:00'))).ok).toBe(true)
    const claims = await test.db.selectFrom('claims').select('during').execute()
    expect(claims).toHaveLength(1)
    expect(await hold(mentor, at(8, '10:00'))).toMatchObject({ error: { code: 'slot_taken' } })
  })
})

it('a booking stands when its time becomes busy, also if it was paid late', async () => {
  const mentor = await mentorWith()
  const held = await hold(mentor, at(8, '10:00'))
  if (!held.ok) throw new Error(held.error.code)
  await busy(mentor, at(8), at(9))
  await payCheckout(test, held.value.checkoutId!)
  await test.db.deleteFrom('claims').execute() // As when the hold had ended.
  await test.db.updateTable('bookings').set({ status: 'expired' }).execute()
  await settleCheckout(test.app, held.value.checkoutId!)
  expect(await test.db.selectFrom('bookings').select('status').execute()).toEqual([{ status: 'confirmed' }])
  expect(await test.db.selectFrom('refunds').selectAll().execute()).toEqual([])
})
