import { describe, expect, it } from 'vitest'
import { readReputation } from '#server/mentors/reputation-queries'
import { sweep } from '#server/bookings/sweep/sweep'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { addDecider, confirmedSession, END, setClock, VISITOR } from '../../../tests/support/bookings/sessions.ts'
import { answerFeedback, decideFeedback, giveFeedback, giveMentorFeedback, reportFeedback } from './feedback.ts'
import { findBookingFeedback } from './feedback-queries.ts'
import { reportProblem, resolveProblem } from './problem.ts'

useProduct()

const DAYS_14 = 14 * 24 * 60
const NOT_NOW = { ok: false, error: { code: 'not_now' } }
const give = (id: string, text = 'We made a plan.') => giveFeedback(test.app, id, { stars: 5, text, actor: VISITOR })
const giveBack = (id: string) => giveMentorFeedback(test.app, id, { text: 'Well prepared.', actor: VISITOR })
const listFeedback = async (mentorId: string) =>
  (await readReputation(test.db, mentorId, { limit: 10, now: test.app.now() })).feedback
const published = async (mentorId: string) => (await listFeedback(mentorId)).map(({ text }) => text)

/** A session that ended this moment. */
async function ended() {
  const session = await confirmedSession(test)
  setClock(test, END)
  return session
}

describe('feedback of the mentee', () => {
  it('is taken from the end until 14 days after it, once, also when pressed twice', async () => {
    const { id } = await confirmedSession(test)
    setClock(test, END, { seconds: -1 })
    expect(await give(id)).toEqual(NOT_NOW)
    setClock(test, END, { minutes: DAYS_14 })
    expect(await give(id)).toEqual(NOT_NOW)
    setClock(test, END)
    const answers = await Promise.all([give(id), give(id, 'Again')])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toEqual({ ok: false, error: { code: 'given' } })
  })

  it('completes the session, since it says that it took place, and is signed with first name and initial', async () => {
    const { id } = await ended()
    await give(id)
    const booking = await test.db.selectFrom('bookings').select('status').where('id', '=', id).executeTakeFirstOrThrow()
    expect(booking.status).toBe('completed')
    const completion = await test.db.selectFrom('completions').select('completedBy').execute()
    expect(completion).toEqual([{ completedBy: 'mentee' }])
    expect(await findBookingFeedback(test.db, id)).toMatchObject({ author: 'Grace H.', rating: 5, publishedAt: null })
  })

  it('waits while a problem is open', async () => {
    const admin = await addDecider(test)
    const { id } = await ended()
    await reportProblem(test.app, id, { side: 'mentee', actor: VISITOR, text: 'No sound' })
    expect(await give(id)).toEqual({ ok: false, error: { code: 'reported' } })
    const { id: problem } = await test.db.selectFrom('problems').select('id').executeTakeFirstOrThrow()
    await resolveProblem(test.app, problem, { refund: 'all', answer: '', ...admin })
    expect(await give(id)).toEqual({ ok: true, value: null })
  })
})

describe('publication', () => {
  it('comes when both wrote, in either order', async () => {
    for (const write of [
      [give, giveBack],
      [giveBack, give],
    ] as const) {
      await test.reset()
      const { id, mentorId } = await ended()
      await write[0](id)
      expect(await published(mentorId)).toEqual([])
      await write[1](id)
      expect(await published(mentorId)).toEqual(['We made a plan.'])
    }
  })

  it('comes also when both write at the same moment', async () => {
    const { id, mentorId } = await ended()
    await Promise.all([give(id), giveBack(id)])
    expect(await published(mentorId)).toEqual(['We made a plan.'])
  })

  it('comes 14 days after the end, not a second earlier, whatever the mentor did', async () => {
    const { id, mentorId } = await ended()
    await give(id)
    setClock(test, END, { minutes: DAYS_14, seconds: -1 })
    await sweep(test.app)
    expect(await published(mentorId)).toEqual([])
    setClock(test, END, { minutes: DAYS_14 })
    await sweep(test.app)
    await sweep(test.app)
    expect(await published(mentorId)).toEqual(['We made a plan.'])
  })
})

it('answerFeedback is refused before publication, and taken once after it', async () => {
  const { id, mentorId } = await ended()
  await give(id)
  expect(await answerFeedback(test.app, id, 'Thank you')).toEqual(NOT_NOW)
  await giveBack(id)
  expect(await answerFeedback(test.app, id, 'Thank you')).toEqual({ ok: true, value: null })
  expect(await answerFeedback(test.app, id, 'And more')).toEqual(NOT_NOW)
  expect(await listFeedback(mentorId)).toMatchObject([{ answer: 'Thank you' }])
})

describe('reported feedback', () => {
  const reported = async () => {
    const session = await ended()
    await give(session.id)
    await giveBack(session.id)
    const { id: feedbackId } = (await findBookingFeedback(test.db, session.id))!
    expect(await reportFeedback(test.app, feedbackId)).toBe(true)
    return { ...session, feedbackId }
  }
  const concerns = () => test.db.selectFrom('concerns').select(['kind', 'resolvedAt']).execute()

  it('reaches an admin once, however many report it, and not before it is published', async () => {
    const { id } = await ended()
    await give(id)
    const { id: feedbackId } = (await findBookingFeedback(test.db, id))!
    expect(await reportFeedback(test.app, feedbackId)).toBe(false)
    expect(await concerns()).toEqual([])
    await giveBack(id)
    for (let time = 0; time < 2; time += 1) expect(await reportFeedback(test.app, feedbackId)).toBe(true)
    expect(await concerns()).toEqual([{ kind: 'feedback_reported', resolvedAt: null }])
  })

  it('is hidden for good when an admin says so, also from the job that publishes', async () => {
    const { actor } = await addDecider(test)
    const { feedbackId, mentorId } = await reported()
    const hidden = decideFeedback(test.app, feedbackId, { hide: true, actor, reason: 'It names a third person' })
    expect(await hidden).toEqual({ ok: true, value: null })
    const { after } = await test.db
      .selectFrom('auditLog')
      .select('after')
      .where('action', '=', 'booking.feedback_hidden')
      .executeTakeFirstOrThrow()
    expect(after).toEqual({ feedback: feedbackId, reason: 'It names a third person' })
    setClock(test, END, { minutes: DAYS_14 })
    await sweep(test.app)
    expect(await published(mentorId)).toEqual([])
    expect((await concerns())[0]!.resolvedAt).not.toBeNull()
  })

  it('stays when an admin keeps it, and is not brought up again', async () => {
    const { actor } = await addDecider(test)
    const { feedbackId, mentorId } = await reported()
    await decideFeedback(test.app, feedbackId, { hide: false, actor })
    await reportFeedback(test.app, feedbackId)
    expect(await published(mentorId)).toHaveLength(1)
    expect((await concerns())[0]!.resolvedAt).not.toBeNull()
  })
})
