/** What members of a cohort do on their page, and what of it others see. */
import { describe, expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { cancelBooking } from '#server/bookings/cancellation/cancel'
import { eraseMentees } from '#server/privacy/erase-bookings'
import { findCohort } from '#server/cohorts/queries'
import { findSeat } from '#server/cohorts/seats/seats-queries'
import { transact } from '#server/platform/db/connect'
import { readMembers } from '../../../app/views/cohorts/members.ts'
import { mailsTo } from '../../../tests/support/accounts/accounts.ts'
import { addOpenCohort, joinPaid } from '../../../tests/support/bookings/seats.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { answerQuestion, askMentor, tickTasks } from './members.ts'
import { listQuestions, listTicks } from './members-queries.ts'

useProduct()

async function member(email = 'grace@example.com') {
  const { id } = await joinPaid(test, email)
  return (await findSeat(test.db, id))!
}
const subjects = async (email: string) => (await mailsTo(test, email)).map(({ subject }) => subject)
const ask = (seat: Awaited<ReturnType<typeof member>>, question = 'Do I need a guarantor?') =>
  askMentor(test.app, seat, question)
const questions = (cohortId: string, bookingId: string | null) => listQuestions(test.db, cohortId, bookingId)

describe('a member', () => {
  it('ticks tasks that the cohort has, and unticks them', async () => {
    await addOpenCohort(test)
    const seat = await member()
    await tickTasks(test.app, seat, { done: [0, 0, 7], count: 1 })
    expect(await listTicks(test.db, seat.id)).toEqual(new Set([0]))
    await tickTasks(test.app, seat, { done: [], count: 1 })
    expect(await listTicks(test.db, seat.id)).toEqual(new Set())
  })

  it('is listed for the mentor with how many tasks are done', async () => {
    const { by, cohortId } = await addOpenCohort(test)
    await tickTasks(test.app, await member(), { done: [0], count: 1 })
    const cohort = (await findCohort(test.db, cohortId))!
    const { members } = await readMembers(test.app, cohort, by.session)
    expect(members).toMatchObject([{ name: 'Grace Hopper', progress: '1 of 1 task done', admin: null }])
  })

  it('asks the mentor by email, and the whole cohort sees the answer, once', async () => {
    const { cohortId } = await addOpenCohort(test)
    const [grace, ada] = [await member(), await member('ada@example.com')]
    expect(await ask(grace)).toEqual({ ok: true, value: null })
    expect(await subjects('elif@example.com')).toContain('A question in “First term in Lyon”')
    expect(await questions(cohortId, ada.id)).toEqual([])
    const { id } = (await questions(cohortId, null))[0]!
    await answerQuestion(test.app, { id, cohortId, answer: 'For most rooms, yes.' })
    await answerQuestion(test.app, { id, cohortId, answer: 'Another.' })
    expect(await questions(cohortId, ada.id)).toMatchObject([{ id, answer: 'For most rooms, yes.' }])
    const [mail] = await mailsTo(test, 'grace@example.com')
    expect(mail).toMatchObject({ subject: 'An answer in “First term in Lyon”' })
    expect(mail!.text).toContain('For most rooms, yes.')
    expect(await subjects('ada@example.com')).not.toContain('An answer in “First term in Lyon”')
  })

  it('has at most five questions that wait, none after giving up the seat, and leaves no words when erased', async () => {
    const { cohortId } = await addOpenCohort(test)
    const seat = await member()
    for (let n = 0; n < 5; n += 1) expect(await ask(seat)).toMatchObject({ ok: true })
    expect(await ask(seat)).toEqual({ ok: false, error: { code: 'too_many' } })
    await tickTasks(test.app, seat, { done: [0], count: 1 })
    await cancelBooking(test.app, { id: seat.id, by: 'mentee', shown: toMinorUnits(6_000) })
    expect(await ask(seat)).toEqual({ ok: false, error: { code: 'not_member' } })
    expect(await tickTasks(test.app, seat, { done: [0], count: 1 })).toEqual({
      ok: false,
      error: { code: 'not_member' },
    })
    await transact(test.db, (tx) => eraseMentees(tx, [seat.id], test.clock.time))
    expect(await questions(cohortId, null)).toEqual([])
    expect(await listTicks(test.db, seat.id)).toEqual(new Set())
  })
})
