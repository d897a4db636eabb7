import { beforeEach, describe, expect, it } from 'vitest'
import { cancelBooking } from '#server/bookings/cancellation/cancel'
import { countMentorCancellations } from '#server/bookings/cancellation/cancel-queries'
import { holdSlot } from '#server/bookings/holds/hold'
import { moveSession } from '#server/bookings/session-moves/move-session'
import {
  declineProposal,
  endUnansweredProposals,
  proposeTimes,
  readOpenProposal,
  takeOfferedTime,
  withdrawProposal,
} from '#server/bookings/session-moves/proposals'
import { listProposals } from '#server/bookings/session-moves/proposals-queries'
import { countMoves } from '#server/bookings/session-moves/session-moves-queries'
import { toMinorUnits } from '#domain/payments/money'
import {
  bookPaid,
  claimedStarts,
  inKolkata,
  readBooking,
  type Mentor,
} from '../../../tests/support/bookings/paid-session.ts'
import { writeBusyTimes } from '../../../tests/support/calendars/written-busy-times.ts'
import { holdRequest } from '../../../tests/support/bookings/requests.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

const FRIDAY = inKolkata(11, '14:30')
/** Outside the hours that the mentor offers. */
const SUNDAY = inKolkata(13, '08:15')
const MONDAY = inKolkata(14, '16:30')
const SUNDAY_IN_HOURS = inKolkata(13, '14:30')

let mentor: Mentor
let id: string
beforeEach(async () => {
  mentor = await addMentor(test)
  id = (await bookPaid(test, { mentor })).id
})

const propose = (...times: Date[]) => proposeTimes(test.app, { id, times })
const proposals = () => listProposals(test.db, id)
const open = async () => (await proposals()).find(({ status }) => status === 'open')!.id
const take = async (startsAt: Date) => takeOfferedTime(test.app, { id, proposalId: await open(), startsAt })
const refunds = () => test.db.selectFrom('refunds').select(['amountPence', 'reason']).execute()
const kinds = async () =>
  (
    await test.db
      .selectFrom('outbox')
      .select(['kind', 'recipient', 'version'])
      .where('subject', '=', id)
      .where('kind', 'in', ['times_proposed', 'proposal_withdrawn', 'session_moved', 'booking_cancelled'])
      .orderBy('kind')
      .orderBy('recipient')
      .execute()
  ).map(({ kind, recipient, version }) => `${kind} ${recipient} ${version}`)

describe('proposeTimes', () => {
  it('offers up to three times, any that are the mentor’s own, and notifies the mentee', async () => {
    await writeBusyTimes(test.db, mentor.id, [[SUNDAY, MONDAY]])
    expect(await propose(SUNDAY, MONDAY)).toEqual({ ok: true, value: null })
    expect(await proposals()).toMatchObject([
      { status: 'open', times: [SUNDAY, MONDAY], answerBy: new Date('2030-01-08T09:00:00Z') },
    ])
    expect(await kinds()).toEqual(['times_proposed mentee 1'])
    expect((await readBooking(test, id)).startsAt).toEqual(FRIDAY)
  })

  it.each([
    ['no time', [], { code: 'how_many' }],
    ['four times', [10, 12, 13, 14].map((day) => inKolkata(day, '08:00')), { code: 'how_many' }],
    ['the booked time', [SUNDAY, FRIDAY], { code: 'not_offerable', place: 1 }],
    ['a time twice', [SUNDAY, SUNDAY], { code: 'not_offerable', place: 1 }],
    ['a time within the hour', [new Date('2030-01-07T09:59:59Z')], { code: 'not_offerable', place: 0 }],
  ])('refuses %s', async (_what, times, error) => {
    expect(await propose(...times)).toEqual({ ok: false, error })
    expect(await proposals()).toEqual([])
  })

  it('refuses a time at which the mentor has another booking, and allows one within the booking’s own minutes', async () => {
    await bookPaid(test, { mentor, startsAt: MONDAY, email: 'alan@example.com' })
    expect(await propose(SUNDAY, inKolkata(14, '17:00'))).toEqual({
      ok: false,
      error: { code: 'slot_taken', place: 1 },
    })
    expect((await propose(inKolkata(11, '15:00'))).ok).toBe(true)
  })

  it('lets one proposal be open at a time, of two that come at once too', async () => {
    const both = await Promise.all([propose(SUNDAY), propose(MONDAY)])
    expect(both.map((made) => (made.ok ? 'made' : made.error.code)).toSorted()).toEqual(['made', 'open'])
    expect(await proposals()).toHaveLength(1)
  })

  it('is possible three times for a booking', async () => {
    for (let n = 0; n < 3; n += 1) {
      expect((await propose(SUNDAY)).ok).toBe(true)
      await withdrawProposal(test.app, { id, proposalId: await open() })
    }
    expect(await propose(SUNDAY)).toEqual({ ok: false, error: { code: 'used_up' } })
  })
})

describe('takeOfferedTime', () => {
  it('moves the session without using up one of the mentee’s own moves, and notifies both sides', async () => {
    await writeBusyTimes(test.db, mentor.id, [[SUNDAY, MONDAY]])
    await propose(SUNDAY, MONDAY)
    expect(await take(SUNDAY)).toEqual({ ok: true, value: null })
    expect(await readBooking(test, id)).toMatchObject({ startsAt: SUNDAY, revision: 1, status: 'confirmed' })
    expect(await claimedStarts(test, mentor.id)).toEqual([SUNDAY.toISOString()])
    expect((await proposals())[0]!.status).toBe('taken')
    expect(await kinds()).toEqual(['session_moved mentee 1', 'session_moved mentor 1', 'times_proposed mentee 1'])
    for (const [revision, startsAt] of [MONDAY, FRIDAY].entries()) {
      expect((await moveSession(test.app, { id, startsAt, revision: revision + 1 })).ok).toBe(true)
    }
  })

  it('says that a time is gone when another person has booked it, and leaves the others', async () => {
    await propose(MONDAY, SUNDAY)
    await bookPaid(test, { mentor, startsAt: MONDAY, email: 'alan@example.com' })
    expect(await take(MONDAY)).toEqual({ ok: false, error: { code: 'slot_taken' } })
    expect((await readOpenProposal(test.app, await readBooking(test, id)))!.times).toEqual([
      { startsAt: SUNDAY, gone: false, mentorZone: 'Asia/Kolkata' },
      { startsAt: MONDAY, gone: true, mentorZone: 'Asia/Kolkata' },
    ])
    expect((await readBooking(test, id)).startsAt).toEqual(FRIDAY)
    expect((await take(SUNDAY)).ok).toBe(true)
  })

  it('refuses a time that was not offered, or has begun', async () => {
    const soon = new Date('2030-01-07T10:30:00Z')
    await propose(SUNDAY, soon)
    expect(await take(MONDAY)).toEqual({ ok: false, error: { code: 'over' } })
    test.clock.time = soon
    expect(await take(soon)).toEqual({ ok: false, error: { code: 'slot_taken' } })
  })

  it('is possible until the time to answer is over', async () => {
    await propose(SUNDAY)
    const [{ answerBy } = { answerBy: test.clock.time }] = await proposals()
    test.clock.time = answerBy
    expect(await take(SUNDAY)).toMatchObject({ ok: false })
    test.clock.time = new Date(answerBy.getTime() - 1_000)
    expect(await take(SUNDAY)).toMatchObject({ ok: true })
  })

  it('finds on a second click what the first has done', async () => {
    await propose(SUNDAY)
    const answer = { id, proposalId: await open(), startsAt: SUNDAY }
    const outcomes = await Promise.all([takeOfferedTime(test.app, answer), takeOfferedTime(test.app, answer)])
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true])
    expect((await readBooking(test, id)).revision).toBe(1)
  })
})

describe('a proposal that is not taken', () => {
  it('cancels the session with everything back when the mentee wants none of the times', async () => {
    await test.db.updateTable('bookings').set({ cancelPolicy: 'firm' }).where('id', '=', id).execute()
    test.clock.time = new Date(FRIDAY.getTime() - 26 * 3_600_000)
    await propose(SUNDAY)
    const answer = { id, proposalId: await open() }
    expect(await declineProposal(test.app, answer)).toEqual({ ok: true, value: null })
    expect(await declineProposal(test.app, answer)).toEqual({ ok: false, error: { code: 'over' } })
    expect(await readBooking(test, id)).toMatchObject({ status: 'cancelled', cancelledBy: 'mentee' })
    expect(await refunds()).toEqual([{ amountPence: 4500, reason: 'mentee_cancelled' }])
    expect(await claimedStarts(test, mentor.id)).toEqual([])
  })

  it('also returns everything to a mentee who cancels in the usual way meanwhile', async () => {
    await test.db.updateTable('bookings').set({ cancelPolicy: 'firm' }).where('id', '=', id).execute()
    test.clock.time = new Date(FRIDAY.getTime() - 26 * 3_600_000)
    await propose(SUNDAY)
    await cancelBooking(test.app, { id, by: 'mentee', shown: toMinorUnits(4500) })
    expect(await refunds()).toEqual([{ amountPence: 4500, reason: 'mentee_cancelled' }])
    expect((await proposals())[0]!.status).toBe('replaced')
  })

  it('is over when the mentee chooses a time of their own, which uses up none of their moves', async () => {
    await propose(SUNDAY)
    await moveSession(test.app, { id, startsAt: MONDAY, revision: 0 })
    expect((await proposals())[0]!.status).toBe('replaced')
    expect(await countMoves(test.db, id)).toBe(0)
    await moveSession(test.app, { id, startsAt: FRIDAY, revision: 1 })
    expect(await countMoves(test.db, id)).toBe(1)
  })

  it('is withdrawn by the mentor: the session stands, and the mentee is notified', async () => {
    await propose(SUNDAY)
    const answer = { id, proposalId: await open() }
    expect((await withdrawProposal(test.app, answer)).ok).toBe(true)
    expect(await takeOfferedTime(test.app, { ...answer, startsAt: SUNDAY })).toEqual({
      ok: false,
      error: { code: 'over' },
    })
    expect(await readBooking(test, id)).toMatchObject({ startsAt: FRIDAY, status: 'confirmed', revision: 0 })
    expect(await kinds()).toEqual(['proposal_withdrawn mentee 1', 'times_proposed mentee 1'])
  })
})

describe('endUnansweredProposals', () => {
  it.each([
    ['a day after it was made', '2030-01-07T09:00:00Z', '2030-01-08T09:00:00Z'],
    ['a day before the session as it was booked', '2030-01-10T07:30:00Z', '2030-01-10T09:00:00Z'],
  ])('cancels a session with everything back %s, and not a second before', async (_when, made, until) => {
    test.clock.time = new Date(made)
    await propose(SUNDAY)
    test.clock.time = new Date(Date.parse(until) - 1_000)
    await endUnansweredProposals(test.app)
    expect((await readBooking(test, id)).status).toBe('confirmed')
    test.clock.time = new Date(until)
    await endUnansweredProposals(test.app)
    expect(await readBooking(test, id)).toMatchObject({ status: 'cancelled', cancelledBy: 'product' })
    expect((await proposals())[0]!.status).toBe('unanswered')
    expect(await refunds()).toEqual([{ amountPence: 4500, reason: 'move_unanswered' }])
  })

  it('cancels each session once, however many processes do it', async () => {
    await propose(SUNDAY)
    test.clock.forward(24 * 60)
    await Promise.all(Array.from({ length: 4 }, () => endUnansweredProposals(test.app)))
    expect(await refunds()).toHaveLength(1)
    expect(await readBooking(test, id)).toMatchObject({ status: 'cancelled', revision: 1 })
    expect(test.faults).toEqual([])
  })

  it('leaves a session that has begun, as after a long outage', async () => {
    await propose(SUNDAY)
    test.clock.time = FRIDAY
    await endUnansweredProposals(test.app)
    expect((await readBooking(test, id)).status).toBe('confirmed')
    expect((await proposals())[0]!.status).toBe('unanswered')
  })
})

describe('at the same moment', () => {
  it('lets the mentee take a time or the mentor cancel, never both', async () => {
    await propose(SUNDAY)
    const proposalId = await open()
    const [taken, cancelled] = await Promise.all([
      takeOfferedTime(test.app, { id, proposalId, startsAt: SUNDAY }),
      cancelBooking(test.app, { id, by: 'mentor', shown: toMinorUnits(4500) }),
    ])
    expect(cancelled.ok).toBe(true)
    const booking = await readBooking(test, id)
    expect(booking.status).toBe('cancelled')
    expect((await proposals())[0]!.status).toBe(taken.ok ? 'taken' : 'replaced')
    expect(await claimedStarts(test, mentor.id)).toEqual([])
    expect(await refunds()).toEqual([{ amountPence: 4500, reason: 'mentor_cancelled' }])
  })

  it('gives a time to the mentee or to a competitor, and the mentee keeps one of two', async () => {
    await propose(MONDAY)
    const request = holdRequest(mentor.sessionTypeIds[0]!, { startsAt: MONDAY, email: 'alan@example.com' })
    const [taken, held] = await Promise.all([take(MONDAY), holdSlot(test.app, request)])
    expect(taken.ok).not.toBe(held.ok)
    expect((await readBooking(test, id)).startsAt).toEqual(taken.ok ? MONDAY : FRIDAY)
  })
})

it('countMentorCancellations counts the sessions that a mentor cancelled themselves since an instant, and no others', async () => {
  const since = test.clock.time
  const others = [
    await bookPaid(test, { mentor, startsAt: SUNDAY_IN_HOURS, email: 'a@example.com' }),
    await bookPaid(test, { mentor, startsAt: MONDAY, email: 'b@example.com' }),
  ]
  await cancelBooking(test.app, { id, by: 'mentor', shown: toMinorUnits(4500) })
  await cancelBooking(test.app, { id: others[0]!.id, by: 'mentee', shown: toMinorUnits(0) })
  await cancelBooking(test.app, { id: others[1]!.id, by: 'admin', shown: toMinorUnits(4500) })
  expect(await countMentorCancellations(test.db, mentor.id, since)).toBe(1)
  expect(await countMentorCancellations(test.db, mentor.id, new Date(since.getTime() + 1))).toBe(0)
})
