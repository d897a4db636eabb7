/** People who wait for a seat in a cohort that is full, from asking to the one email. */
import { describe, expect, it } from 'vitest'
import { type Session } from '#domain/accounts/account'
import type { Client } from '#domain/accounts/client'
import { toMinorUnits } from '#domain/payments/money'
import { SEAT_TURN_HOURS } from '#domain/waitlist'
import { readAccountData } from '#server/privacy/personal-data/personal-data'
import { cancelBooking } from '#server/bookings/cancellation/cancel'
import { withdrawCohort } from '#server/cohorts/seats/withdraw'
import { joinSeatWaitlist } from '#server/cohorts/seats/waitlist/join-waitlist'
import { countWaitingForSeats } from '#server/cohorts/seats/waitlist/waitlist-cohort-queries'
import { notifySeatWaitlist } from '#server/cohorts/seats/waitlist/notify-waitlist'
import { sweep } from '#server/bookings/sweep/sweep'
import { publishCohorts } from '#server/cohorts/publishing'
import type { Db } from '#server/platform/db/connect'
import { runJob } from '#server/jobs'
import { confirmWaitlistEntry, leaveWaitlist, readWaiting } from '#server/waitlist/waitlist'
import { lockWaitlist } from '#server/waitlist/waitlist-queries'
import { mailsTo, signUpByLink } from '../../../../tests/support/accounts/accounts.ts'
import { addOpenCohort, holdOneSeat, joinPaid } from '../../../../tests/support/bookings/seats.ts'
import { passesLock } from '../../../../tests/support/database/locks.ts'
import { findTraces } from '../../../../tests/support/database/traces.ts'
import { test, useProduct } from '../../../../tests/support/product/lifecycle.ts'
import { newestWaitingLink, someBrowser, waitingLinkIn } from '../../../../tests/support/waitlist.ts'

useProduct()

const TURN = SEAT_TURN_HOURS * 60
const GRACE = 'grace@example.com'
const PAID = toMinorUnits(6_000)
/** As they signed up, which is also by the alphabet. */
const LINE = ['ada', 'grace', 'katherine', 'linh'].map((name) => `${name}@example.com`)
type Open = Awaited<ReturnType<typeof addOpenCohort>>

/** A cohort of two seats, which two members have. */
async function fullCohort() {
  const open = await addOpenCohort(test, { menteesCount: '2' })
  const members = [await joinPaid(test, 'one@example.com'), await joinPaid(test, 'two@example.com')] as const
  return { ...open, members }
}
const ask = (
  { cohortId }: Pick<Open, 'cohortId'>,
  email = GRACE,
  { client = someBrowser(), session = null }: { client?: Client; session?: Session | null } = {},
) => joinSeatWaitlist(test.app, { cohort: { id: cohortId }, email, timeZone: 'Europe/London' }, { client, session })
/** A confirmed waitlist entry; returns its link. */
async function wait(cohort: Pick<Open, 'cohortId'>, email = GRACE): Promise<string> {
  expect(await ask(cohort, email)).toMatchObject({ ok: true })
  const link = await newestWaitingLink(test, email)
  expect(await confirmWaitlistEntry(test.app, link)).toBe('waiting')
  test.clock.forward(1)
  return link
}
/** Several people, one after the other. */
async function waitInLine(cohort: Pick<Open, 'cohortId'>, people: string[]) {
  for (const email of people) await wait(cohort, email)
}
const giveUp = async ({ id }: { id: string }) =>
  expect(await cancelBooking(test.app, { id, by: 'mentee', shown: PAID })).toMatchObject({ ok: true })
/** A round of the job, and what it queued. */
async function round() {
  await runJob(test.app, 'notify-waitlist', {})
  await test.runJobs()
}
const SUBJECT = 'A seat in “First term in Lyon” is free'
const notifications = async (email = GRACE) => (await mailsTo(test, email)).filter(({ subject }) => subject === SUBJECT)
/** Whom the emails went to, by the alphabet: those of one round are sent at the same time. */
const allNotified = async () =>
  (await test.mails())
    .filter(({ subject }) => subject === SUBJECT)
    .map(({ to }) => to[0]?.address)
    .toSorted()
const rows = () => test.db.selectFrom('waitingList').selectAll().orderBy('askedAt').execute()
const waiting = async ({ cohortId }: Pick<Open, 'cohortId'>) =>
  (await countWaitingForSeats(test.db, [cohortId], test.clock.time)).get(cohortId) ?? 0

describe('a waitlist entry for a seat', () => {
  it('gets one email with the way there once a member leaves and cohorts are shown, and no second', async () => {
    const cohort = await fullCohort()
    await wait(cohort)
    await round()
    expect(await notifications()).toEqual([])
    await publishCohorts(test.app, cohort.admin, false)
    await giveUp(cohort.members[0])
    await round()
    expect(await test.db.selectFrom('outbox').select('id').where('kind', '=', 'seat_free').execute()).toEqual([])
    await publishCohorts(test.app, cohort.admin, true)
    const before = test.clock.time
    test.clock.time = new Date('2030-09-02T00:00:00Z') // The cohort has begun.
    await round()
    expect(await notifications()).toEqual([])
    test.clock.time = before
    await round()
    const [mail] = await notifications()
    expect(mail!.text).toContain('http://landfall.test/cohorts/first-term-in-lyon/join')
    expect(mail!.text).toContain('Monday 2 September 2030 to Friday 25 October 2030')
    expect(mail!.text).toContain('It isn’t held for you')
    test.clock.forward(TURN)
    await giveUp(cohort.members[1])
    await round()
    expect(await notifications()).toHaveLength(1)
  })

  it('is notified in the order of signing up, as many at a time as seats are free, the next some hours later', async () => {
    const cohort = await fullCohort()
    await waitInLine(cohort, LINE)
    await giveUp(cohort.members[0])
    await round()
    test.clock.forward(TURN - 1)
    await round()
    expect(await allNotified()).toEqual(LINE.slice(0, 1))
    test.clock.forward(1)
    await giveUp(cohort.members[1])
    await round()
    expect(await allNotified()).toEqual(LINE.slice(0, 3))
    test.clock.forward(TURN)
    await round()
    expect(await allNotified()).toEqual(LINE)
  })

  it('is notified at once when another seat is free, after those before have joined', async () => {
    const cohort = await fullCohort()
    await waitInLine(cohort, LINE.slice(0, 2))
    await giveUp(cohort.members[0])
    await round()
    await joinPaid(test, 'Ada+seat@example.com')
    await giveUp(cohort.members[1])
    await round()
    expect(await allNotified()).toEqual(LINE.slice(0, 2))
    expect((await rows()).map(({ email }) => email)).toEqual([LINE[1]])
  })

  it('is notified once, and one for each seat, when several processes look at the same moment', async () => {
    const cohort = await fullCohort()
    await waitInLine(cohort, LINE)
    await giveUp(cohort.members[0])
    await Promise.all([notifySeatWaitlist(test.app), notifySeatWaitlist(test.app), notifySeatWaitlist(test.app)])
    await test.runJobs()
    expect(await allNotified()).toEqual(LINE.slice(0, 1))
    const lock = (tx: Db) => lockWaitlist(tx, { cohortId: cohort.cohortId })
    test.clock.forward(TURN)
    expect(await passesLock(test.db, { lock, work: () => notifySeatWaitlist(test.app) })).toBe(false)
  })

  it('gets no email and keeps its place when the seat is taken again by the time of sending', async () => {
    const cohort = await fullCohort()
    const link = await wait(cohort, LINE[0])
    await wait(cohort, LINE[1])
    await giveUp(cohort.members[0])
    await notifySeatWaitlist(test.app)
    await joinPaid(test, 'quick@example.com')
    await test.runJobs()
    expect(await allNotified()).toEqual([])
    expect((await readWaiting(test.app, link))?.state).toBe('waiting')
    await giveUp(cohort.members[1])
    await round()
    expect(await allNotified()).toEqual(LINE.slice(0, 1))
  })

  it('gets no email after leaving the list, even when it is queued already, and the next is notified', async () => {
    const cohort = await fullCohort()
    const link = await wait(cohort, LINE[0])
    await wait(cohort, LINE[1])
    await giveUp(cohort.members[0])
    await notifySeatWaitlist(test.app)
    expect(await leaveWaitlist(test.app, link)).toBe(true)
    await test.runJobs()
    expect(await allNotified()).toEqual([])
    expect(await findTraces(test.db, ['ada@example'])).toEqual([])
    await round()
    expect(await allNotified()).toEqual([LINE[1]])
  })
})

describe('joining the waitlist for a seat', () => {
  it('takes a confirmation by the emailed link, and one mailbox waits once', async () => {
    const cohort = await fullCohort()
    expect(await ask(cohort)).toEqual({ ok: true, value: { confirmed: false } })
    const [mail] = await mailsTo(test, GRACE)
    expect(mail!.subject).toBe('Confirm the waitlist for “First term in Lyon”')
    const link = waitingLinkIn(mail!.text)
    expect(mail!.headers['list-unsubscribe']).toBe(`<http://landfall.test/waiting?link=${link}>`)
    await giveUp(cohort.members[0])
    await round()
    expect(await notifications()).toEqual([])
    expect(await confirmWaitlistEntry(test.app, link)).toBe('waiting')
    await joinPaid(test, 'quick@example.com')
    expect(await ask(cohort, 'Grace+again@example.com')).toEqual({ ok: true, value: { confirmed: false } })
    expect((await mailsTo(test, GRACE))[0]!.subject).toBe('You’re on the waitlist for a seat in “First term in Lyon”')
    expect(await rows()).toMatchObject([{ email: GRACE, cohortId: cohort.cohortId, mentorId: null }])
    expect(await waiting(cohort)).toBe(1)
  })

  it('needs no link for the address of the account that asks, whose download says what it waits for', async () => {
    const cohort = await fullCohort()
    const { session } = await signUpByLink(test)
    expect(await ask(cohort, session.email, { session })).toEqual({ ok: true, value: { confirmed: true } })
    expect(await ask(cohort, GRACE, { session })).toEqual({ ok: true, value: { confirmed: false } })
    expect((await readAccountData(test.app, session))['waiting_list']).toMatchObject([{ cohort_id: cohort.cohortId }])
  })

  it('is refused while a seat is free, also of a hold that has expired, of which those who wait are notified', async () => {
    const cohort = await addOpenCohort(test, { menteesCount: '2' })
    await joinPaid(test, 'one@example.com')
    expect(await ask(cohort)).toEqual({ ok: false, error: { code: 'has_seats' } })
    await holdOneSeat(test, 'two@example.com')
    await wait(cohort)
    await round()
    expect(await notifications()).toEqual([])
    test.clock.forward(60)
    await sweep(test.app)
    await round()
    expect(await notifications()).toHaveLength(1)
  })

  it('is limited by browser, before anything is looked at', async () => {
    const cohort = await fullCohort()
    const client = someBrowser()
    for (let n = 1; n <= 10; n += 1)
      expect(await ask(cohort, `b${n}@example.com`, { client })).toMatchObject({ ok: true })
    await giveUp(cohort.members[0]) // It would say that a seat is free.
    expect(await ask(cohort, 'b11@example.com', { client })).toMatchObject({ error: { code: 'too_many' } })
  })
})

describe('the data of a waitlist entry for a seat', () => {
  const forget = () => runJob(test.app, 'forget', {})

  it('goes when the cohort begins, also when it was notified', async () => {
    const cohort = await fullCohort()
    await waitInLine(cohort, LINE.slice(0, 2))
    test.clock.time = new Date('2030-09-01T23:00:00Z')
    await test.db.updateTable('waitingList').set({ confirmedAt: test.clock.time }).execute()
    await ask(cohort, LINE[2])
    await test.db.updateTable('waitingList').set({ toldAt: test.clock.time }).where('email', '=', LINE[0]!).execute()
    await forget()
    expect(await rows()).toHaveLength(3)
    test.clock.time = new Date('2030-09-02T00:00:00Z')
    await forget()
    expect(await rows()).toEqual([])
  })

  it('goes when the cohort is withdrawn, without an email', async () => {
    const cohort = await fullCohort()
    await wait(cohort)
    expect(await withdrawCohort(test.app, cohort.by, cohort.cohortId)).toMatchObject({ ok: true })
    expect(await rows()).toEqual([])
    await round()
    expect(await notifications()).toEqual([])
  })
})
