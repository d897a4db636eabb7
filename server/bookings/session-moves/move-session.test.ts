import { describe, expect, it } from 'vitest'
import { cancelBooking, readRefundDue } from '#server/bookings/cancellation/cancel'
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
  })

  it('lets another person book the old time at once', async () => {
    const mentor = await addMentor(test)
    const { id } = await bookPaid(test, { mentor })
    await move(id, SATURDAY)
    await bookPaid(test, { mentor, email: 'alan@example.com' })
    expect(await claimedStarts(test, mentor.id)).toEqual([FRIDAY.toISOString(), SATURDAY.toISOString()])
  })

  it.each([
    ['exactly 24 hours before the start', before(FRIDAY, 24), true],
    ['a second later', before(FRIDAY, 24, 1), false],
  ])('is possible until 24 hours before the start: %s', async (_when, now, possible) => {
    const { id } = await bookPaid(test)
    test.clock.time = now
    const moved = await move(id, SATURDAY)
    expect(moved.ok ? null : moved.error.code).toBe(possible ? null : 'too_late')
    expect((await readBooking(test, id)).startsAt).toEqual(possible ? SATURDAY : FRIDAY)
  })

  it('is possible twice', async () => {
    const { id } = await bookPaid(test)
    expect((await move(id, SATURDAY, 0)).ok).toBe(true)
    expect((await move(id, FRIDAY, 1)).ok).toBe(true)
    expect(await move(id, SATURDAY, 2)).toEqual({ ok: false, error: { code: 'used_up' } })
    expect(await readBooking(test, id)).toMatchObject({ startsAt: FRIDAY, revision: 2 })
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

  it.each([
    ['none of the mentor’s starts', inKolkata(12, '03:00')],
    ['too near', inKolkata(7, '14:30')],
    ['past the mentor’s horizon', new Date('2030-05-11T09:00:00Z')],
    ['no time at all', new Date(Number.NaN)],
  ])('refuses a start that is %s', async (_what, startsAt) => {
    const { id } = await bookPaid(test)
    expect(await move(id, startsAt)).toEqual({ ok: false, error: { code: 'not_bookable' } })
    expect((await readBooking(test, id)).startsAt).toEqual(FRIDAY)
  })

  it('refuses a mentor who takes no bookings now', async () => {
    const mentor = await addMentor(test)
    const { id } = await bookPaid(test, { mentor })
    await test.db.updateTable('mentors').set({ status: 'paused' }).where('id', '=', mentor.id).execute()
    expect(await move(id, SATURDAY)).toEqual({ ok: false, error: { code: 'not_bookable' } })
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

  it('follows the mentor to where they travel', async () => {
    const mentor = await addMentor(test)
    await test.db
      .insertInto('travelZones')
      .values({
        id: crypto.randomUUID(),
        mentorId: mentor.id,
        firstDate: '2030-01-12',
        lastDate: '2030-01-14',
        timeZone: 'Asia/Tokyo',
        startsFollow: false,
      })
      .execute()
    const { id } = await bookPaid(test, { mentor })
    await move(id, SATURDAY)
    expect((await readBooking(test, id)).mentorTimeZone).toBe('Asia/Tokyo')
    await move(id, FRIDAY, 1)
    expect((await readBooking(test, id)).mentorTimeZone).toBe('Asia/Kolkata')
  })

  it('takes over the buffers that the mentor has by now', async () => {
    const mentor = await addMentor(test)
    const { id } = await bookPaid(test, { mentor })
    await test.db
      .updateTable('mentors')
      .set({ bufferBefore: 15, bufferAfter: 30 })
      .where('id', '=', mentor.id)
      .execute()
    await move(id, SATURDAY)
    expect(await readBooking(test, id)).toMatchObject({ bufferBefore: 15, bufferAfter: 30 })
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

  it('does not move a cancelled session', async () => {
    const { id } = await bookPaid(test)
    await cancelBooking(test.app, { id, by: 'mentee', shown: 0 as never })
    expect(await move(id, SATURDAY, 1)).toEqual({ ok: false, error: { code: 'not_confirmed' } })
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

  it('stays nothing when nothing was due', async () => {
    const { id } = await sold('firm')
    test.clock.time = before(inKolkata(18, '14:30'), 30)
    expect(await due(id)).toBe(0)
    await move(id, inKolkata(30, '14:30'))
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
