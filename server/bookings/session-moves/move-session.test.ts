import { describe, expect, it } from 'vitest'
import { readRefundDue } from '#server/bookings/cancellation/cancel'
import { holdSlot } from '#server/bookings/holds/hold'
import { lockBooking } from '#server/bookings/queries'
import { moveSession } from '#server/bookings/session-moves/move-session'
import { listMoves } from '#server/bookings/session-moves/session-moves-queries'
import { transact } from '#server/platform/db/connect'
import {
  bookPaid,
  claimedStarts,
  inKolkata,
  readBooking,
  type Mentor,
} from '../../../tests/support/bookings/paid-session.ts'
import { holdRequest } from '../../../tests/support/bookings/requests.ts'
import { writeBusyTimes } from '../../../tests/support/calendars/written-busy-times.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

const FRIDAY = inKolkata(11, '14:30')
const SATURDAY = inKolkata(12, '15:30')
const before = (at: Date, hours: number, seconds = 0) => new Date(at.getTime() - hours * 3_600_000 + seconds * 1_000)

const move = (id: string, startsAt: Date, revision = 0) => moveSession(test.app, { id, startsAt, revision })
const mails = (id: string) =>
  test.db
    .selectFrom('outbox')
    .select(['kind', 'recipient', 'version'])
    .where('subject', '=', id)
    .where('kind', '=', 'session_moved')
    .orderBy('version')
    .orderBy('recipient')
    .execute()

describe('moveSession', () => {
  it('takes the new time, frees the old one, keeps the payment and notifies both sides once', async () => {
    const mentor = await addMentor(test)
    const { id } = await bookPaid(test, { mentor })
    const paid = await readBooking(test, id)
    expect(await move(id, SATURDAY)).toEqual({ ok: true, value: { startsAt: SATURDAY } })
    expect(await readBooking(test, id)).toEqual({ ...paid, startsAt: SATURDAY, revision: 1 })
    expect(await claimedStarts(test, mentor.id)).toEqual([SATURDAY.toISOString()])
    expect(await listMoves(test.db, id)).toEqual([
      {
        revision: 1,
        movedBy: 'mentee',
        fromAt: FRIDAY,
        fromZone: 'Asia/Kolkata',
        toAt: SATURDAY,
        movedAt: test.clock.time,
      },
    ])
    expect(await mails(id)).toEqual([
      { kind: 'session_moved', recipient: 'mentee', version: '1' },
      { kind: 'session_moved', recipient: 'mentor', version: '1' },
    ])
    expect(await test.db.selectFrom('refunds').select('id').execute()).toEqual([])
    await bookPaid(test, { mentor, email: 'alan@example.com' }) // The old time, at once.
    expect(await claimedStarts(test, mentor.id)).toEqual([FRIDAY.toISOString(), SATURDAY.toISOString()])
  })

  it('is possible twice, until 24 hours before the start', async () => {
    const { id } = await bookPaid(test)
    expect((await move(id, SATURDAY, 0)).ok).toBe(true)
    test.clock.time = before(SATURDAY, 24, 1)
    expect(await move(id, inKolkata(15, '14:30'), 1)).toEqual({ ok: false, error: { code: 'too_late' } })
    test.clock.time = before(SATURDAY, 24)
    expect((await move(id, inKolkata(15, '14:30'), 1)).ok).toBe(true)
    expect(await move(id, SATURDAY, 2)).toEqual({ ok: false, error: { code: 'used_up' } })
    expect(await readBooking(test, id)).toMatchObject({ startsAt: inKolkata(15, '14:30'), revision: 2 })
  })

  it('finds on a second click what the first has done', async () => {
    const { id } = await bookPaid(test)
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => move(id, SATURDAY)))
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
    expect(await readBooking(test, id)).toMatchObject({ startsAt: SATURDAY, revision: 1 })
    expect(await mails(id)).toHaveLength(2)
  })

  it('lets one of two tabs win that move to different times at once', async () => {
    const mentor = await addMentor(test)
    const { id } = await bookPaid(test, { mentor })
    const other = inKolkata(13, '16:30')
    const [first, second] = await Promise.all([move(id, SATURDAY), move(id, other)])
    expect([first.ok, second.ok].filter(Boolean)).toHaveLength(1)
    expect([first, second].find(({ ok }) => !ok)).toEqual({ ok: false, error: { code: 'changed' } })
    expect(await claimedStarts(test, mentor.id)).toEqual([(first.ok ? SATURDAY : other).toISOString()])
  })

  it('may overlap its own minutes and no others', async () => {
    const mentor = await addMentor(test, { starts: ['14:00', '14:30', '15:00', '15:30'] })
    const { id } = await bookPaid(test, { mentor })
    await bookPaid(test, { mentor, startsAt: inKolkata(11, '15:30'), email: 'alan@example.com' })
    expect((await move(id, inKolkata(11, '14:00'))).ok).toBe(true)
    expect(await move(id, inKolkata(11, '15:00'), 1)).toEqual({ ok: false, error: { code: 'slot_taken' } })
    expect((await readBooking(test, id)).startsAt).toEqual(inKolkata(11, '14:00'))
  })

  it('refuses a start that the mentor does not offer, is too near or far, or with a mentor who takes no bookings now', async () => {
    const { id } = await bookPaid(test)
    const notBookable = { ok: false, error: { code: 'not_bookable' } }
    const [none, near, far] = [inKolkata(12, '03:00'), inKolkata(7, '14:30'), new Date('2030-05-11T09:00:00Z')]
    for (const startsAt of [none, near, far, new Date(Number.NaN)])
      expect(await move(id, startsAt)).toEqual(notBookable)
    await test.db.updateTable('mentors').set({ status: 'paused' }).execute()
    expect(await move(id, SATURDAY)).toEqual(notBookable)
    expect((await readBooking(test, id)).startsAt).toEqual(FRIDAY)
  })

  it('counts the mentor’s cap of a day without the booking itself', async () => {
    const mentor = await addMentor(test)
    await test.db.updateTable('mentors').set({ dayCap: 1 }).where('id', '=', mentor.id).execute()
    const { id } = await bookPaid(test, { mentor })
    await bookPaid(test, { mentor, startsAt: inKolkata(12, '14:30'), email: 'alan@example.com' })
    expect((await move(id, inKolkata(11, '16:30'))).ok).toBe(true)
    expect(await move(id, inKolkata(12, '16:30'), 1)).toEqual({ ok: false, error: { code: 'slot_taken' } })
  })

  it('refuses a busy time of the mentor’s calendars, except within its own minutes', async () => {
    const mentor = await addMentor(test, { starts: ['14:30', '15:00', '15:30'] })
    const { id } = await bookPaid(test, { mentor })
    await writeBusyTimes(test.db, mentor.id, [
      [FRIDAY, inKolkata(11, '15:30')],
      [SATURDAY, inKolkata(12, '16:00')],
    ])
    expect(await move(id, SATURDAY)).toEqual({ ok: false, error: { code: 'slot_taken' } })
    expect((await move(id, inKolkata(11, '15:00'))).ok).toBe(true)
  })

  it('follows the mentor to where they travel, with the buffers that they have by now', async () => {
    const mentor = await addMentor(test)
    const [id, mentorId] = [crypto.randomUUID(), mentor.id]
    const dates = { firstDate: '2030-01-12', lastDate: '2030-01-14' }
    const trip = { id, mentorId, ...dates, timeZone: 'Asia/Tokyo', startsFollow: false }
    await test.db.insertInto('travelZones').values(trip).execute()
    const booked = await bookPaid(test, { mentor })
    await test.db.updateTable('mentors').set({ bufferBefore: 15, bufferAfter: 30 }).execute()
    await move(booked.id, SATURDAY)
    expect(await readBooking(test, booked.id)).toMatchObject({
      mentorTimeZone: 'Asia/Tokyo',
      bufferBefore: 15,
      bufferAfter: 30,
    })
    await move(booked.id, FRIDAY, 1)
    expect((await readBooking(test, booked.id)).mentorTimeZone).toBe('Asia/Kolkata')
  })

  it('takes a time whose hold is overdue', async () => {
    const mentor = await addMentor(test)
    const { id } = await bookPaid(test, { mentor })
    const request = holdRequest(mentor.sessionTypeIds[0]!, { startsAt: SATURDAY, email: 'alan@example.com' })
    await holdSlot(test.app, request)
    expect(await move(id, SATURDAY)).toEqual({ ok: false, error: { code: 'slot_taken' } })
    test.clock.forward(40)
    expect((await move(id, SATURDAY)).ok).toBe(true)
    expect(await claimedStarts(test, mentor.id)).toEqual([SATURDAY.toISOString()])
  })
})

describe('the refund after a move', () => {
  /** What cancelling returns, now. */
  const due = (id: string) =>
    transact(test.db, async (tx) => readRefundDue(tx, (await lockBooking(tx, { id }))!, 'mentee', test.clock.time))
  const sold = async (policy: 'flexible' | 'moderate' | 'firm'): Promise<{ id: string; mentor: Mentor }> => {
    const mentor = await addMentor(test)
    await test.db.updateTable('mentors').set({ cancelPolicy: policy }).where('id', '=', mentor.id).execute()
    return { id: (await bookPaid(test, { mentor, startsAt: inKolkata(18, '14:30') })).id, mentor }
  }

  it('counts from the new start', async () => {
    const { id } = await sold('flexible')
    await move(id, FRIDAY)
    test.clock.time = before(FRIDAY, 24)
    expect(await due(id)).toBe(4500)
    test.clock.time = before(FRIDAY, 24, 1)
    expect(await due(id)).toBe(0)
  })

  it('does not give back by a move what was over before it', async () => {
    const { id } = await sold('firm')
    const start = inKolkata(18, '14:30')
    test.clock.time = before(start, 5 * 24)
    expect(await due(id)).toBe(2250)
    await move(id, inKolkata(30, '14:30'))
    expect(await due(id)).toBe(2250)
    test.clock.time = before(inKolkata(30, '14:30'), 72, 1)
    expect(await due(id)).toBe(0)
  })

  it('counts a day of second thoughts from the payment, not from the move', async () => {
    const { id } = await sold('flexible')
    const paidAt = test.clock.time
    test.clock.forward(23 * 60)
    await move(id, inKolkata(9, '14:30')) // 25 hours ahead by then.
    test.clock.time = new Date(paidAt.getTime() + 24 * 3_600_000)
    expect(await due(id)).toBe(4500)
    test.clock.time = before(inKolkata(9, '14:30'), 24, 1)
    expect(await due(id)).toBe(0)
  })
})
