import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { MENTOR_STATUSES, nextMentorStatus, type MentorStatus } from '#domain/mentors/mentor-status'
import { holdSlot } from '#server/bookings/holds/hold'
import { confirmFreeSession } from '#server/bookings/holds/free-sessions'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { hashSecret } from '#server/bookings/holds/release'
import { settleRefunds } from '#server/bookings/settlement/refunds'
import { mailsTo } from '../../../tests/support/accounts/accounts.ts'
import { holdRequest } from '../../../tests/support/bookings/requests.ts'
import { addAcceptedMentor } from '../../../tests/support/mentors/applicants.ts'
import { payCheckout } from '../../../tests/support/payments/checkout.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { findRecord } from './content-queries.ts'
import { changeOwnStatus, changeStatusAsAdmin } from '#server/bookings/cancellation/mentor-states'
import { pauseByProduct } from './states.ts'

useProduct()

const findStatus = async (id: string) => (await findRecord(test.db, { id }))!.status
const bookings = () => test.db.selectFrom('bookings').select(['id', 'status', 'paidAt']).orderBy('startsAt').execute()
const refunds = () => test.db.selectFrom('refunds').select(['amountPence', 'reason', 'status']).execute()
const MENTEE = 'grace@example.com'

/** Holds the mentor's first session on a day of January 2030, at 14:30 in Berlin. */
async function hold(mentorId: string, day: number, email = MENTEE) {
  const record = await findRecord(test.db, { id: mentorId })
  const startsAt = new Date(`2030-01-${String(day).padStart(2, '0')}T13:30:00Z`)
  const held = await holdSlot(test.app, holdRequest(record!.content.sessions[0]!.id, { startsAt, email }))
  if (!held.ok) throw new Error(held.error.code)
  return held.value
}

async function book(mentorId: string, day: number, email = MENTEE) {
  const held = await hold(mentorId, day, email)
  await payCheckout(test, held.checkoutId!)
  await settleCheckout(test.app, held.checkoutId!)
  return held
}

it('a mentor pauses and resumes by themselves, is emailed without their own note, and what is booked or held stands', async () => {
  const { by, mentorId, admin } = await addAcceptedMentor(test)
  await book(mentorId, 9)
  const held = await hold(mentorId, 10, 'henry@example.com')
  expect(await changeOwnStatus(test.app, by, 'pause', 'Exams')).toEqual({ ok: true, value: { cancelled: 0 } })
  expect(await findRecord(test.db, { id: mentorId })).toMatchObject({
    status: 'paused',
    pausedBy: 'mentor',
    statusReason: 'Exams',
    statusSince: test.clock.time,
  })
  await expect(hold(mentorId, 11, 'late@example.com')).rejects.toThrow('session_type_not_found')
  await payCheckout(test, held.checkoutId!)
  await settleCheckout(test.app, held.checkoutId!)
  expect((await bookings()).map(({ status }) => status)).toEqual(['confirmed', 'confirmed'])
  expect(await changeOwnStatus(test.app, by, 'resume')).toMatchObject({ ok: true })
  expect(await findRecord(test.db, { id: mentorId })).toMatchObject({ status: 'accepted', pausedBy: null })
  const mails = await mailsTo(test, 'elif@example.com')
  const subjects = ['Your page at Landfall is paused', 'People can book you at Landfall again']
  expect(mails.map(({ subject }) => subject)).toEqual(expect.arrayContaining(subjects))
  expect(mails.map(({ text }) => text).join()).not.toContain('Exams')
  expect(await changeOwnStatus(test.app, admin, 'pause')).toEqual({ ok: false, error: { code: 'not_found' } })
})

describe('every status', () => {
  it('changes only as the domain says', async () => {
    const { by, mentorId, admin } = await addAcceptedMentor(test)
    const check = async (from: MentorStatus, next: MentorStatus | null, change: () => Promise<{ ok: boolean }>) => {
      await test.db.updateTable('mentors').set({ status: from }).where('id', '=', mentorId).execute()
      expect((await change()).ok, from).toBe(next !== null)
      expect(await findStatus(mentorId)).toBe(next ?? from)
    }
    for (const from of MENTOR_STATUSES) {
      for (const event of ['pause', 'resume', 'withdraw'] as const)
        await check(from, nextMentorStatus(from, event, 'mentor'), () => changeOwnStatus(test.app, by, event))
      for (const event of ['pause', 'resume', 'suspend', 'reinstate'] as const)
        await check(from, nextMentorStatus(from, event, 'admin'), () =>
          changeStatusAsAdmin(test.app, admin, mentorId, event, 'A reason'),
        )
      const pause = () => pauseByProduct(test.app, mentorId, 'A reason')
      await check(from, nextMentorStatus(from, 'pause', 'product'), pause)
    }
  })

  it('changes once when two people change it at the same moment, with one audit event and one email', async () => {
    const { by, mentorId, admin } = await addAcceptedMentor(test)
    const outcomes = await Promise.all([
      changeOwnStatus(test.app, by, 'pause'),
      changeStatusAsAdmin(test.app, admin, mentorId, 'pause', 'A reason'),
      pauseByProduct(test.app, mentorId, 'You could not be booked'),
    ])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    const events = await test.db.selectFrom('auditLog').select('id').where('action', '=', 'mentor.paused').execute()
    expect(events).toHaveLength(1)
    const mails = await test.db.selectFrom('outbox').select('id').where('kind', '=', 'paused').execute()
    expect(mails).toHaveLength(1)
  })
})

describe('an admin', () => {
  it('must give a reason to pause or suspend a mentor, who gets it word for word; it is recorded', async () => {
    const { mentorId, admin } = await addAcceptedMentor(test)
    for (const event of ['pause', 'suspend'] as const)
      expect(await changeStatusAsAdmin(test.app, admin, mentorId, event, ' ')).toEqual({
        ok: false,
        error: { code: 'reason_required' },
      })
    await changeStatusAsAdmin(test.app, admin, mentorId, 'suspend', 'You charged outside the site.')
    const [mail] = await mailsTo(test, 'elif@example.com')
    expect(mail!.subject).toBe('Your page at Landfall is suspended')
    expect(mail!.text).toContain('You charged outside the site.')
    const events = test.db.selectFrom('auditLog').selectAll().where('action', '=', 'mentor.suspended')
    expect(await events.execute()).toMatchObject([
      {
        actorId: admin.session.accountId,
        subject: 'mentors',
        subjectId: mentorId,
        before: { status: 'accepted' },
        after: { status: 'suspended', reason: 'You charged outside the site.', cancelled: 0 },
      },
    ])
  })

  it('does not change the status of their own record, except for a reason when there is no other admin', async () => {
    const { mentorId, by, admin } = await addAcceptedMentor(test)
    const pause = (ownReason?: string) =>
      changeStatusAsAdmin(test.app, { ...by, ...(ownReason && { ownReason }) }, mentorId, 'pause', 'A reason')
    expect(await pause('There is no other admin.')).toEqual({ ok: false, error: { code: 'own', matter: 'another' } })
    await test.db.updateTable('accounts').set({ role: 'member' }).where('id', '=', admin.session.accountId).execute()
    await test.db.updateTable('accounts').set({ role: 'admin' }).where('id', '=', by.session.accountId).execute()
    expect(await pause()).toEqual({ ok: false, error: { code: 'own', matter: 'alone' } })
    expect(await findStatus(mentorId)).toBe('accepted')
    expect(await pause('There is no other admin.')).toMatchObject({ ok: true })
    const query = test.db.selectFrom('auditLog').select('after').where('action', '=', 'mentor.paused')
    expect((await query.executeTakeFirstOrThrow()).after).toMatchObject({ aboutThemselves: 'There is no other admin.' })
  })
})

describe('sessions of a mentor who is suspended or leaves', () => {
  const leave = async ({ by }: Awaited<ReturnType<typeof addAcceptedMentor>>) =>
    changeOwnStatus(test.app, by, 'withdraw')
  const suspend = async ({ mentorId, admin }: Awaited<ReturnType<typeof addAcceptedMentor>>) =>
    changeStatusAsAdmin(test.app, admin, mentorId, 'suspend', 'A reason')

  it.each([
    ['leaves', leave],
    ['is suspended', suspend],
  ])(
    'end when the mentor %s: to come are cancelled and paid back, held released, and begun stand',
    async (_how, end) => {
      const people = await addAcceptedMentor(test)
      await book(people.mentorId, 8, 'early@example.com')
      await book(people.mentorId, 9)
      await book(people.mentorId, 10, 'henry@example.com')
      test.clock.time = new Date('2030-01-08T13:30:00Z')
      await hold(people.mentorId, 11, 'late@example.com')
      expect(await end(people)).toEqual({ ok: true, value: { cancelled: 2 } })
      await test.runJobs()
      expect((await bookings()).map(({ status }) => status)).toEqual(['confirmed', 'cancelled', 'cancelled', 'expired'])
      const back = { amountPence: 5000, reason: 'mentor_left', status: 'succeeded' }
      expect(await refunds()).toEqual([back, back])
      expect(await test.db.selectFrom('claims').selectAll().execute()).toHaveLength(1)
      const [mail] = (await mailsTo(test, MENTEE)).filter(({ subject }) => subject.startsWith('Cancelled: '))
      expect(mail!.text).toContain('refunding your payment in full to the card you paid with')
      expect(mail!.text).toContain('Refund: £50.00')
      const [notified] = await mailsTo(test, 'elif@example.com')
      expect(notified!.text).toContain('2 sessions that were upcoming are cancelled')
    },
  )

  it('whose money is on its way back, or partly back, are refunded the rest', async () => {
    const people = await addAcceptedMentor(test)
    const held = await book(people.mentorId, 9)
    await book(people.mentorId, 10, 'henry@example.com')
    await book(people.mentorId, 11, 'ida@example.com')
    const [first, ...others] = await test.db.selectFrom('bookings').selectAll().orderBy('startsAt').execute()
    await test.stripe.control.refund(held.checkoutId!, 2000)
    await settleRefunds(test.app, first!.paymentIntent!)
    const now = test.clock.time
    const same = {
      amountPence: toMinorUnits(5000),
      reason: 'at_service',
      serviceId: null,
      createdAt: now,
      updatedAt: now,
    } as const
    for (const [n, status] of (['queued', 'pending'] as const).entries()) {
      const { id: bookingId, paymentIntent, currency } = others[n]!
      const refund = { ...same, id: randomUUID(), bookingId, paymentIntent: paymentIntent!, currency, status }
      await test.db
        .insertInto('refunds')
        .values({ ...refund, key: `another refund ${n}` })
        .execute()
    }
    await leave(people)
    const amounts = (await refunds()).map(({ amountPence, reason }) => `${reason} ${amountPence}`)
    expect(amounts.toSorted()).toEqual(['at_service 2000', 'at_service 5000', 'at_service 5000', 'mentor_left 3000'])
  })

  it('that are paid at that moment are not confirmed: the money goes back', async () => {
    const people = await addAcceptedMentor(test)
    const held = await hold(people.mentorId, 9)
    await payCheckout(test, held.checkoutId!)
    await suspend(people) // Its checkout is paid, and cannot be ended any more.
    await settleCheckout(test.app, held.checkoutId!)
    await test.runJobs()
    expect((await bookings()).map(({ status }) => status)).toEqual(['expired'])
    expect(await refunds()).toEqual([{ amountPence: 5000, reason: 'mentor_left', status: 'succeeded' }])
    expect((await mailsTo(test, MENTEE)).map(({ subject }) => subject)).toEqual(['Your refund of £50.00 is on its way'])
  })

  it('never stay confirmed, in whatever order a payment and the suspension come', async () => {
    const people = await addAcceptedMentor(test)
    const held = await Promise.all([9, 10, 11].map((day) => hold(people.mentorId, day, `mentee${day}@example.com`)))
    for (const { checkoutId } of held) await payCheckout(test, checkoutId!)
    await Promise.all([...held.map(({ checkoutId }) => settleCheckout(test.app, checkoutId!)), suspend(people)])
    for (const { checkoutId } of held) await settleCheckout(test.app, checkoutId!)
    await test.runJobs()
    expect((await bookings()).map(({ status }) => status)).not.toContain('confirmed')
    expect((await refunds()).map(({ amountPence }) => amountPence)).toEqual([5000, 5000, 5000])
  })

  it('that are free end too, and a link that comes later books nothing', async () => {
    const people = await addAcceptedMentor(test, { rightToEarn: 'no' })
    await hold(people.mentorId, 9)
    const held = await hold(people.mentorId, 10, 'henry@example.com')
    await test.runJobs()
    const readSecret = (mails: { text: string }[]) => /\/confirm\?hold=([\w-]+)/.exec(mails[0]!.text)![1]!
    const first = hashSecret(readSecret(await mailsTo(test, MENTEE)))
    const second = hashSecret(readSecret(await mailsTo(test, 'henry@example.com')))
    expect(await confirmFreeSession(test.app, first)).toBe('confirmed')
    await suspend(people)
    expect(await confirmFreeSession(test.app, second)).toBe('taken')
    expect((await bookings()).find(({ id }) => id === held.bookingId)!.status).toBe('expired')
    const cancelled = (await mailsTo(test, MENTEE)).filter(({ subject }) => subject.startsWith('Cancelled: '))
    expect(cancelled).toHaveLength(1)
    expect(cancelled[0]!.text).not.toContain('Returned')
  })
})
