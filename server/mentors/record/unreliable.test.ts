import { describe, expect, it } from 'vitest'
import { reportNoShow, checkInBySide } from '#server/bookings/after-session/no-show'
import { cancelBooking } from '#server/bookings/cancellation/cancel'
import { sweep } from '#server/bookings/sweep/sweep'
import { toPence } from '#domain/payments/money'
import { mailsTo, signUp } from '../../../tests/support/accounts/accounts.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { confirmedSession, setClock, START, VISITOR } from '../../../tests/support/bookings/sessions.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { findRecord } from './content-queries.ts'
import { changeOwnStatus } from '#server/bookings/cancellation/mentor-states'

useProduct()

const DAY_MINUTES = 24 * 60
const findStatus = async (id: string) => (await findRecord(test.db, { id }))!.status

async function mentorWithAccount() {
  const by = await signUp(test, { name: 'Ada Lovelace', email: 'ada@example.com' })
  const mentor = await addMentor(test)
  await test.db.updateTable('mentors').set({ accountId: by.session.accountId }).where('id', '=', mentor.id).execute()
  return { ...mentor, by }
}

async function cancelOne(mentor: { id: string; name: string }, time: string): Promise<void> {
  const { id } = await confirmedSession(test, { mentor, time })
  await cancelBooking(test.app, { id, by: 'mentor', shown: toPence(4500) })
}

describe('a mentor who was absent', () => {
  it('is paused once that took effect, and not again after resuming', async () => {
    const mentor = await mentorWithAccount()
    const { id } = await confirmedSession(test, { mentor })
    setClock(test, START)
    await checkInBySide(test.app, id, 'mentee')
    setClock(test, START, { minutes: 10 })
    await reportNoShow(test.app, id, { side: 'mentee', actor: VISITOR })
    await sweep(test.app)
    expect(await findStatus(mentor.id)).toBe('accepted')
    test.clock.forward(DAY_MINUTES)
    await sweep(test.app)
    expect(await findStatus(mentor.id)).toBe('paused')
    const [mail] = await mailsTo(test, 'ada@example.com')
    expect(mail!.text).toContain('You were not at a session that was booked with you')
    expect(mail!.text).toContain('/desk/pause')
    test.clock.forward(1)
    await changeOwnStatus(test.app, mentor.by, 'resume')
    await sweep(test.app)
    expect(await findStatus(mentor.id)).toBe('accepted')
  })
})

describe('a mentor who cancels', () => {
  it('is paused after the second cancellation within 60 days', async () => {
    const mentor = await mentorWithAccount()
    test.clock.forward(1)
    await cancelOne(mentor, '14:30')
    await sweep(test.app)
    expect(await findStatus(mentor.id)).toBe('accepted')
    test.clock.forward(1)
    await cancelOne(mentor, '16:30')
    await sweep(test.app)
    expect(await findStatus(mentor.id)).toBe('paused')
  })

  it('is not paused when the first cancellation was 60 days before the second', async () => {
    const mentor = await mentorWithAccount()
    test.clock.forward(1)
    await cancelOne(mentor, '14:30')
    await cancelOne(mentor, '16:30')
    await test.db
      .updateTable('bookings')
      .set({ cancelledAt: new Date(test.clock.time.getTime() - 60 * DAY_MINUTES * 60_000) })
      .where('startsAt', '=', START)
      .execute()
    await sweep(test.app)
    expect(await findStatus(mentor.id)).toBe('accepted')
  })

  it('is paused again by a third, once they have resumed', async () => {
    const mentor = await mentorWithAccount()
    test.clock.forward(1)
    await cancelOne(mentor, '14:30')
    await cancelOne(mentor, '16:30')
    await sweep(test.app)
    test.clock.forward(1)
    await changeOwnStatus(test.app, mentor.by, 'resume')
    await sweep(test.app)
    expect(await findStatus(mentor.id)).toBe('accepted')
    test.clock.forward(1)
    await cancelOne(mentor, '18:30')
    await sweep(test.app)
    expect(await findStatus(mentor.id)).toBe('paused')
  })
})
