/** Guests who ask to be erased, and what is erased when its time is over. */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { giveFeedback, giveMentorFeedback } from '#server/bookings/after-session/feedback'
import { completeByMentor } from '#server/bookings/after-session/complete'
import { reportProblem, resolveProblem } from '#server/bookings/after-session/problem'
import { bookingSecret, isBookingSecret } from '#server/bookings/booking-link'
import { eraseGuest, eraseOldBookings } from '#server/privacy/erase-bookings'
import { lockOldUnpaid } from '#server/privacy/erase-bookings-queries'
import { writeMessage } from '#server/bookings/messages/messages'
import { findBooking } from '#server/bookings/queries'
import { sweep } from '#server/bookings/sweep/sweep'
import { transact } from '#server/platform/db/connect'
import { runJob } from '#server/jobs'
import { readTotals } from '#server/payments/ledger-queries'
import { storeEvent, markEventProcessed } from '#server/payments/webhook-inbox-queries'
import { addDecider, confirmedSession, END, setClock, START, VISITOR } from '../../tests/support/bookings/sessions.ts'
import { bookTuesday } from '../../tests/support/bookings/requests.ts'
import { findTraces } from '../../tests/support/database/traces.ts'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct()

const DAY_MINUTES = 1_440
const ALL = toMinorUnits(4_500)
const NOTHING = toMinorUnits(0)
/** What names the guest of `confirmedSession`. */
const GRACE = ['grace', 'hopper', '07700', 'Europe/London']

const row = (id: string) => test.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
/** What people wrote about sessions, and is erased with one of them. */
async function written() {
  const { db } = test
  return {
    messages: await db.selectFrom('bookingMessages').selectAll().execute(),
    problems: await db.selectFrom('problems').selectAll().execute(),
    notes: await db.selectFrom('completions').selectAll().where('note', '<>', '').execute(),
    steps: await db.selectFrom('nextSteps').selectAll().execute(),
    feedback: await db.selectFrom('feedback').selectAll().execute(),
    feedbackOfMentors: await db.selectFrom('mentorFeedback').selectAll().execute(),
  }
}
const erase = (id: string, shown = NOTHING) => eraseGuest(test.app, { id, shown })

/** Lets the session of a booking be over, with all that people can write about it. */
async function writeEverything(id: string): Promise<void> {
  const admin = await addDecider(test)
  await writeMessage(test.app, { bookingId: id, writer: 'mentee', id: randomUUID(), body: 'Grace here.' })
  await writeMessage(test.app, { bookingId: id, writer: 'mentor', id: randomUUID(), body: 'Hello Grace.' })
  setClock(test, END)
  await reportProblem(test.app, id, { side: 'mentee', actor: VISITOR, text: 'Grace heard nothing.' })
  const { id: problem } = await test.db.selectFrom('problems').select('id').executeTakeFirstOrThrow()
  await resolveProblem(test.app, problem, { refund: 'none', answer: 'Sorry, Grace.', ...admin })
  const steps = [{ text: 'Write to Grace', dueOn: null }]
  await completeByMentor(test.app, id, { note: 'Grace did well.', steps, actor: VISITOR })
  await giveFeedback(test.app, id, { stars: 4, text: 'We made a plan.', actor: VISITOR })
  await giveMentorFeedback(test.app, id, { text: 'Grace was prepared.', actor: VISITOR })
}

describe('a guest who asks to be erased', () => {
  let id: string
  beforeEach(async () => {
    id = (await confirmedSession(test)).id
  })

  it('is in no column of any table afterwards, whatever was written about the session', async () => {
    await writeEverything(id)
    expect((await findTraces(test.db, ['grace'])).length).toBeGreaterThan(7)
    expect(await erase(id)).toMatchObject({ ok: true, value: { cancelled: false } })
    expect(await findTraces(test.db, GRACE)).toEqual([])
    const feedback = await test.db.selectFrom('feedback').selectAll().execute()
    expect(feedback).toMatchObject([{ author: 'A mentee', text: 'We made a plan.', rating: 4 }])
    expect(await row(id)).toMatchObject({
      topic: '',
      pricePence: 4_500,
      paidAmountPence: 4_500,
      sessionTitle: expect.any(String),
    })
    expect(await readTotals(test.db, { currency: 'GBP', bookingId: id })).toMatchObject({ kept: 4_500 })
  })

  it('has a session that is still to come cancelled by its policy first, once, and no link opens it any more', async () => {
    const before = (await findBooking(test.db, id))!
    const secret = bookingSecret(test.app, before)
    expect(isBookingSecret(test.app, before, secret)).toBe(true)
    const answers = await Promise.all([erase(id, ALL), erase(id, ALL)]) // Pressed twice at once.
    expect(answers.filter(({ ok }) => ok)).toEqual([{ ok: true, value: { refund: ALL, cancelled: true } }])
    expect(await row(id)).toMatchObject({ status: 'cancelled', cancelledBy: 'mentee', linkVersion: 2, revision: 1 })
    expect(isBookingSecret(test.app, (await findBooking(test.db, id))!, secret)).toBe(false)
    await test.runJobs()
    expect(await readTotals(test.db, { currency: 'GBP', bookingId: id })).toMatchObject({ kept: 0 })
    expect(await findTraces(test.db, GRACE)).toEqual([])
    expect((await test.mails()).flatMap(({ to }) => to.map(({ address }) => address)).join()).not.toContain('invalid')
  })

  it('learns when the refund is less than was shown, and nothing happens', async () => {
    setClock(test, START, { minutes: -60 })
    expect(await erase(id, ALL)).toEqual({ ok: false, error: { code: 'refund_changed', refund: NOTHING } })
    expect(await row(id)).toMatchObject({ status: 'confirmed', menteeName: 'Grace Hopper' })
    expect(await erase(id)).toMatchObject({ ok: true })
  })

  it('waits while the session is running or a problem is not decided', async () => {
    setClock(test, START)
    expect(await erase(id)).toEqual({ ok: false, error: { code: 'open' } })
    setClock(test, END)
    await reportProblem(test.app, id, { side: 'mentee', actor: VISITOR, text: 'No sound' })
    expect(await erase(id)).toEqual({ ok: false, error: { code: 'open' } })
    expect(await row(id)).toMatchObject({ menteeName: 'Grace Hopper' })
  })

  it('leaves the other bookings of the address as they are, and all that was written about them', async () => {
    const other = await confirmedSession(test)
    await writeEverything(other.id)
    await completeByMentor(test.app, id, { note: '', steps: [], actor: VISITOR })
    const before = { booking: await row(other.id), written: await written() }
    for (const rows of Object.values(before.written)) expect(rows.length).toBeGreaterThan(0)
    expect(await erase(id)).toMatchObject({ ok: true })
    expect({ booking: await row(other.id), written: await written() }).toEqual(before)
  })
})

describe('the hourly job', () => {
  it('erases a hold that was never paid after 7 days, and not before', async () => {
    const checkoutId = await bookTuesday(test)
    test.clock.forward(120)
    await sweep(test.app)
    const hold = () =>
      test.db.selectFrom('bookings').selectAll().where('checkoutId', '=', checkoutId).executeTakeFirstOrThrow()
    expect(await hold()).toMatchObject({ status: 'expired' })
    test.clock.forward(7 * DAY_MINUTES - 120)
    await eraseOldBookings(test.app)
    expect(await hold()).toMatchObject({ menteeName: 'Grace Hopper' })
    test.clock.forward(1)
    await eraseOldBookings(test.app)
    expect(await findTraces(test.db, GRACE)).toEqual([])
  })

  it('takes a bounded number at a time, the oldest first', async () => {
    const [older, newer] = [await bookTuesday(test), (test.clock.forward(1), await bookTuesday(test))]
    test.clock.forward(120)
    await sweep(test.app)
    const findId = (checkoutId: string) =>
      test.db.selectFrom('bookings').select('id').where('checkoutId', '=', checkoutId).executeTakeFirstOrThrow()
    const oldest = (limit: number) => transact(test.db, (tx) => lockOldUnpaid(tx, test.clock.time, limit))
    const [first, second] = [(await findId(older)).id, (await findId(newer)).id]
    expect(await oldest(1)).toEqual([first])
    expect(await oldest(2)).toEqual([first, second])
  })

  it('erases a guest 180 days after their last session, with all bookings of the address together', async () => {
    const mentor = await addMentor(test)
    const first = await confirmedSession(test, { mentor })
    const last = await confirmedSession(test, { mentor, date: '2030-01-17' })
    const begin = (await row(last.id)).startsAt
    setClock(test, begin, { minutes: 3 * DAY_MINUTES })
    await sweep(test.app)
    setClock(test, begin, { minutes: 180 * DAY_MINUTES })
    await eraseOldBookings(test.app)
    expect((await row(first.id)).menteeEmail).toBe('grace@example.com')
    setClock(test, begin, { minutes: 180 * DAY_MINUTES, seconds: 1 })
    await eraseOldBookings(test.app)
    expect(await findTraces(test.db, GRACE)).toEqual([])
    const before = await row(first.id)
    await eraseOldBookings(test.app)
    expect(await row(first.id)).toEqual(before)
  })

  it('erases phone numbers 90 days after the session, and nothing else of it', async () => {
    const { id } = await confirmedSession(test)
    setClock(test, START, { minutes: 90 * DAY_MINUTES })
    await eraseOldBookings(test.app)
    expect(await row(id)).toMatchObject({ menteePhone: '07700 900000' })
    setClock(test, START, { minutes: 90 * DAY_MINUTES, seconds: 1 })
    await eraseOldBookings(test.app)
    expect(await row(id)).toMatchObject({ menteePhone: '', menteeName: 'Grace Hopper' })
  })

  it('goes by the settings', async () => {
    const { id } = await confirmedSession(test)
    test.app.config = { ...test.app.config, KEEP_PHONE_DAYS: 1 }
    setClock(test, START, { minutes: DAY_MINUTES, seconds: 1 })
    await runJob(test.app, 'forget', {})
    expect(await row(id)).toMatchObject({ menteePhone: '' })
  })

  it('deletes payment events after 400 days, except those that still wait', async () => {
    const now = test.clock.time
    const event = {
      type: 'checkout.session.completed',
      checkoutId: null,
      objectId: null,
      paymentIntent: null,
      account: null,
    }
    for (const name of ['done', 'waiting']) await storeEvent(test.db, { id: name, ...event } as never, now, now)
    await markEventProcessed(test.db, 'done', now)
    const left = async () =>
      (await test.db.selectFrom('paymentEvents').select('id').orderBy('id').execute()).map(({ id }) => id)
    test.clock.forward(400 * DAY_MINUTES)
    await runJob(test.app, 'forget', {})
    expect(await left()).toEqual(['done', 'waiting'])
    test.clock.forward(1)
    await runJob(test.app, 'forget', {})
    expect(await left()).toEqual(['waiting'])
  })
})
