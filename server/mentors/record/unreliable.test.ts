import { expect, it } from 'vitest'
import { reportNoShow, checkInBySide } from '#server/bookings/after-session/no-show'
import { cancelBooking } from '#server/bookings/cancellation/cancel'
import { sweep } from '#server/bookings/sweep/sweep'
import { toMinorUnits } from '#domain/payments/money'
import { mailsTo, signUp } from '../../../tests/support/accounts/accounts.ts'
import { makeMentor } from '../../../tests/support/cohorts.ts'
import { confirmedSession, setClock, START, VISITOR } from '../../../tests/support/bookings/sessions.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { findRecord } from './content-queries.ts'
import { changeOwnStatus } from '#server/bookings/cancellation/mentor-states'

useProduct()

const DAY_MINUTES = 24 * 60
const findStatus = async (id: string) => (await findRecord(test.db, { id }))!.status

async function mentorWithAccount() {
  const by = await signUp(test, { name: 'Ada Lovelace', email: 'ada@example.com' })
  return { ...(await makeMentor(test, by.session.accountId)), by }
}

async function cancelOne(mentor: { id: string; name: string }, time: string): Promise<void> {
  const { id } = await confirmedSession(test, { mentor, time })
  await cancelBooking(test.app, { id, by: 'mentor', shown: toMinorUnits(4500) })
}

it('a mentor who was absent is paused once that took effect, and not again after resuming', async () => {
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

it('a mentor who cancels is paused after the second cancellation within 60 days, and again by a third after resuming', async () => {
  const mentor = await mentorWithAccount()
  const statusAfter = async (time: string | null) => {
    test.clock.forward(1)
    if (time) await cancelOne(mentor, time)
    await sweep(test.app)
    return findStatus(mentor.id)
  }
  expect(await statusAfter('14:30')).toBe('accepted')
  const cancelled = test.db.updateTable('bookings').where('startsAt', '=', START)
  const { time } = test.clock
  await cancelled.set({ cancelledAt: new Date(time.getTime() - 60 * DAY_MINUTES * 60_000) }).execute()
  expect(await statusAfter('15:30')).toBe('accepted') // The one before is too long ago.
  expect(await statusAfter('16:30')).toBe('paused')
  await changeOwnStatus(test.app, mentor.by, 'resume')
  expect(await statusAfter(null)).toBe('accepted')
  expect(await statusAfter('18:30')).toBe('paused')
})
