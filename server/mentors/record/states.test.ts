import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { toPence } from '#domain/payments/money'
import { MENTOR_STATUSES, nextMentorStatus, type MentorStatus } from '#domain/mentors/mentor-status'
import { holdSlot } from '#server/bookings/holds/hold'
import { confirmFreeSession } from '#server/bookings/holds/free-sessions'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { hashSecret } from '#server/bookings/holds/release'
import { settleRefunds } from '#server/bookings/settlement/refunds'
import { mailsTo } from '../../../tests/support/accounts/accounts.ts'
import { holdRequest } from '../../../tests/support/bookings/requests.ts'
import { addAcceptedMentor, addApplicant } from '../../../tests/support/mentors/applicants.ts'
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

describe('a mentor', () => {
  it('pauses and resumes, and what is booked stands', async () => {
    const { by, mentorId } = await addAcceptedMentor(test)
    await book(mentorId, 9)
    expect(await changeOwnStatus(test.app, by, 'pause', 'Exams')).toEqual({ ok: true, value: { cancelled: 0 } })
    expect(await findRecord(test.db, { id: mentorId })).toMatchObject({
      status: 'paused',
      pausedBy: 'mentor',
      statusReason: 'Exams',
      statusSince: test.clock.time,
    })
    const [{ id: sessionTypeId } = { id: '' }] = (await findRecord(test.db, { id: mentorId }))!.content.sessions
    expect(await holdSlot(test.app, holdRequest(sessionTypeId))).toEqual({
      ok: false,
      error: { code: 'session_type_not_found' },
    })
    expect((await bookings()).map(({ status }) => status)).toEqual(['confirmed'])
    expect(await changeOwnStatus(test.app, by, 'resume')).toMatchObject({ ok: true })
    expect(await findRecord(test.db, { id: mentorId })).toMatchObject({ status: 'accepted', pausedBy: null })
  })

  it('is emailed about each change, without their own note', async () => {
    const { by } = await addAcceptedMentor(test)
    await changeOwnStatus(test.app, by, 'pause', 'Exams')
    await changeOwnStatus(test.app, by, 'resume')
    const subjects = (await mailsTo(test, 'elif@example.com')).map(({ subject, text }) => {
      expect(text).not.toContain('Exams')
      return subject
    })
    expect(subjects).toEqual(
      expect.arrayContaining(['Your page at Landfall is paused', 'People can book you at Landfall again']),
    )
  })

  it('confirms a hold that is paid while they are paused, since it was promised', async () => {
    const { by, mentorId } = await addAcceptedMentor(test)
    const held = await hold(mentorId, 9)
    await changeOwnStatus(test.app, by, 'pause')
    await payCheckout(test, held.checkoutId!)
    await settleCheckout(test.app, held.checkoutId!)
    expect((await bookings()).map(({ status }) => status)).toEqual(['confirmed'])
  })

  it('withdraws an application that waits, after which no decision is possible', async () => {
    const { by, mentorId } = await addApplicant(test)
    expect(await changeOwnStatus(test.app, by, 'withdraw')).toMatchObject({ ok: true })
    expect(await findStatus(mentorId)).toBe('withdrawn')
    const rows = await test.db.selectFrom('mentorSubmissions').select(['decision', 'decidedBy']).execute()
    expect(rows).toEqual([{ decision: 'withdrawn', decidedBy: null }])
  })

  it('who has no record has nothing to change', async () => {
    const { admin } = await addAcceptedMentor(test)
    for (const event of ['pause', 'resume', 'withdraw'] as const)
      expect(await changeOwnStatus(test.app, admin, event)).toEqual({ ok: false, error: { code: 'not_found' } })
  })
})

describe('every status', () => {
  const OWN = ['pause', 'resume', 'withdraw'] as const
  const ADMIN = ['pause', 'resume', 'suspend', 'reinstate'] as const

  it.each(MENTOR_STATUSES)('changes only as the domain says: %s', async (from) => {
    const { by, mentorId, admin } = await addAcceptedMentor(test)
    const put = (status: MentorStatus) =>
      test.db.updateTable('mentors').set({ status }).where('id', '=', mentorId).execute()
    const check = async (next: MentorStatus | null, change: () => Promise<{ ok: boolean }>) => {
      await put(from)
      expect((await change()).ok).toBe(next !== null)
      expect(await findStatus(mentorId)).toBe(next ?? from)
    }
    for (const event of OWN)
      await check(nextMentorStatus(from, event, 'mentor'), () => changeOwnStatus(test.app, by, event))
    for (const event of ADMIN)
      await check(nextMentorStatus(from, event, 'admin'), () =>
        changeStatusAsAdmin(test.app, admin, mentorId, event, 'A reason'),
      )
    await check(nextMentorStatus(from, 'pause', 'product'), () => pauseByProduct(test.app, mentorId, 'A reason'))
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
  it('must give a reason to pause or suspend a mentor, who gets it word for word', async () => {
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

  it('reinstates a mentor as paused, who resumes by themselves', async () => {
    const { by, mentorId, admin } = await addAcceptedMentor(test)
    await changeStatusAsAdmin(test.app, admin, mentorId, 'suspend', 'A reason')
    expect(await changeOwnStatus(test.app, by, 'resume')).toEqual({ ok: false, error: { code: 'not_possible' } })
    await changeStatusAsAdmin(test.app, admin, mentorId, 'reinstate', 'A mistake of ours.')
    expect(await findStatus(mentorId)).toBe('paused')
    expect(await changeOwnStatus(test.app, by, 'resume')).toMatchObject({ ok: true })
  })

  it('is recorded with the reason', async () => {
    const { mentorId, admin } = await addAcceptedMentor(test)
    await changeStatusAsAdmin(test.app, admin, mentorId, 'suspend', 'A reason')
    const event = await test.db
      .selectFrom('auditLog')
      .selectAll()
      .where('action', '=', 'mentor.suspended')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      actorId: admin.session.accountId,
      subject: 'mentors',
      subjectId: mentorId,
      before: { status: 'accepted' },
      after: { status: 'suspended', reason: 'A reason', cancelled: 0 },
    })
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
  ])('are cancelled, and everyone gets their money back, when the mentor %s', async (_how, end) => {
    const people = await addAcceptedMentor(test)
    await book(people.mentorId, 9)
    await book(people.mentorId, 10, 'henry@example.com')
    expect(await end(people)).toEqual({ ok: true, value: { cancelled: 2 } })
    await test.runJobs()
    expect((await bookings()).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
    expect(await refunds()).toEqual([
      { amountPence: 5000, reason: 'mentor_left', status: 'succeeded' },
      { amountPence: 5000, reason: 'mentor_left', status: 'succeeded' },
    ])
    expect(await test.db.selectFrom('claims').selectAll().execute()).toEqual([])
    const [mail] = (await mailsTo(test, MENTEE)).filter(({ subject }) => subject.startsWith('Cancelled: '))
    expect(mail!.text).toContain('refunding your payment in full to the card you paid with')
    expect(mail!.text).toContain('Refund: £50.00')
    const [notified] = await mailsTo(test, 'elif@example.com')
    expect(notified!.text).toContain('2 sessions that were upcoming are cancelled')
  })

  it('that have begun or are over stay as they are', async () => {
    const people = await addAcceptedMentor(test)
    await book(people.mentorId, 9)
    test.clock.time = new Date('2030-01-09T13:30:00Z')
    expect(await leave(people)).toEqual({ ok: true, value: { cancelled: 0 } })
    expect((await bookings()).map(({ status }) => status)).toEqual(['confirmed'])
    expect(await refunds()).toEqual([])
  })

  it.each(['queued', 'pending'] as const)(
    'whose refund is %s already are not refunded a second time',
    async (status) => {
      const people = await addAcceptedMentor(test)
      await book(people.mentorId, 9)
      const { id, paymentIntent, currency } = await test.db.selectFrom('bookings').selectAll().executeTakeFirstOrThrow()
      const refund = { bookingId: id, paymentIntent: paymentIntent!, amountPence: toPence(5_000), currency, status }
      const times = { createdAt: test.clock.time, updatedAt: test.clock.time }
      const others = { id: randomUUID(), reason: 'at_service', key: 'another refund', serviceId: null } as const
      await test.db
        .insertInto('refunds')
        .values({ ...refund, ...others, ...times })
        .execute()
      await leave(people)
      expect(await refunds()).toEqual([{ amountPence: 5000, reason: 'at_service', status }])
    },
  )

  it('that are only held are released', async () => {
    const people = await addAcceptedMentor(test)
    await hold(people.mentorId, 9)
    await leave(people)
    expect((await bookings()).map(({ status }) => status)).toEqual(['expired'])
    expect(await refunds()).toEqual([])
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

  it('whose money is partly back already get the rest', async () => {
    const people = await addAcceptedMentor(test)
    const held = await book(people.mentorId, 9)
    await test.stripe.control.refund(held.checkoutId!, 2000)
    const paid = await test.db.selectFrom('bookings').select('paymentIntent').executeTakeFirstOrThrow()
    await settleRefunds(test.app, paid.paymentIntent!)
    await leave(people)
    await test.runJobs()
    expect((await refunds()).map(({ amountPence }) => amountPence).toSorted()).toEqual([2000, 3000])
  })
})
