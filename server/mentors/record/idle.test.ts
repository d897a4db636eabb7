import { describe, expect, it } from 'vitest'
import { dateAfter } from '#domain/time/wall-time'
import { holdSlot } from '#server/bookings/holds/hold'
import { mailsTo } from '../../../tests/support/accounts/accounts.ts'
import { holdRequest } from '../../../tests/support/bookings/requests.ts'
import { addAcceptedMentor } from '../../../tests/support/mentors/applicants.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { findRecord } from './content-queries.ts'
import { pauseIdleMentors } from './idle.ts'
import { changeOwnStatus } from '#server/bookings/cancellation/mentor-states'

useProduct()

const DAY_MINUTES = 24 * 60
const requireRecord = async (id: string) => (await findRecord(test.db, { id }))!
const NEVER = JSON.stringify(Array.from({ length: 7 }, () => []))
const setHours = (id: string, weeklyStarts: string, more: object = {}) =>
  test.db
    .updateTable('mentors')
    .set({ weeklyStarts, ...more })
    .where('id', '=', id)
    .execute()

async function closeDays(mentorId: string, count: number): Promise<void> {
  const first = test.clock.time.toISOString().slice(0, 10)
  const dates = Array.from({ length: count }, (_, n) => ({ mentorId, date: dateAfter(first, n), starts: [] }))
  await test.db.insertInto('dateOverrides').values(dates).execute()
}

it('a mentor who offers no start in the next 14 days is paused by the product, emailed with a way to resume, and left alone for three days after it', async () => {
  const { by, mentorId } = await addAcceptedMentor(test)
  await setHours(mentorId, NEVER)
  const pauseAfter = async (days: number) => {
    test.clock.forward(days * DAY_MINUTES)
    await pauseIdleMentors(test.app)
    return requireRecord(mentorId)
  }
  expect(await pauseAfter(2)).toMatchObject({ status: 'accepted' }) // They were accepted two days ago.
  expect(await pauseAfter(2)).toMatchObject({ status: 'paused', pausedBy: 'product' })
  const [mail] = await mailsTo(test, 'elif@example.com')
  expect(mail!.subject).toBe('Your page at Landfall is paused')
  expect(mail!.text).toContain('You offer no start in the next 14 days')
  expect(mail!.text).toContain('/desk')
  await changeOwnStatus(test.app, by, 'resume')
  expect(await pauseAfter(2)).toMatchObject({ status: 'accepted' })
  expect(await pauseAfter(2)).toMatchObject({ status: 'paused' })
})

describe('not paused', () => {
  it('is a mentor whose first start is on the last of those days, nor one who has no account to resume with', async () => {
    const { mentorId } = await addAcceptedMentor(test)
    const { id: unclaimed } = await addMentor(test, { starts: [] })
    test.clock.forward(4 * DAY_MINUTES)
    await closeDays(mentorId, 13)
    await pauseIdleMentors(test.app)
    expect(await requireRecord(mentorId)).toMatchObject({ status: 'accepted' })
    await test.db.deleteFrom('dateOverrides').execute()
    await closeDays(mentorId, 15)
    await pauseIdleMentors(test.app)
    expect(await requireRecord(mentorId)).toMatchObject({ status: 'paused' })
    expect(await requireRecord(unclaimed)).toMatchObject({ status: 'accepted' })
  })

  it('is a mentor whose every start is taken', async () => {
    const { mentorId } = await addAcceptedMentor(test)
    test.clock.forward(4 * DAY_MINUTES)
    const only = JSON.stringify(Array.from({ length: 7 }, (_, day) => (day === 0 ? ['14:30'] : [])))
    await setHours(mentorId, only, { horizonDays: 7 })
    const { content } = await requireRecord(mentorId)
    const startsAt = new Date('2030-01-14T13:30:00Z') // The only start of the week: a Monday, 14:30 in Berlin.
    const held = await holdSlot(test.app, holdRequest(content.sessions[0]!.id, { startsAt }))
    expect(held.ok).toBe(true)
    await pauseIdleMentors(test.app)
    expect(await requireRecord(mentorId)).toMatchObject({ status: 'accepted' })
  })
})
