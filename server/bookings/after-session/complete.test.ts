import { describe, expect, it } from 'vitest'
import { sweep } from '#server/bookings/sweep/sweep'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { confirmedSession, END, mailsAbout, setClock, VISITOR } from '../../../tests/support/bookings/sessions.ts'
import { completeByMentor } from './complete.ts'
import { findCompletion } from './completions-queries.ts'
import { giveFeedback, giveMentorFeedback } from './feedback.ts'

useProduct()

const HOURS_48 = 48 * 60
const DAYS_14 = 14 * 24 * 60
const NOTE = {
  note: 'Well begun.',
  steps: [
    { text: 'Open a bank account', dueOn: '2030-02-01' },
    { text: 'Write to me', dueOn: null },
  ],
}
const findStatus = async (id: string) =>
  (await test.db.selectFrom('bookings').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const complete = (id: string, left: Partial<typeof NOTE> = NOTE) =>
  completeByMentor(test.app, id, { note: '', steps: [], ...left, actor: VISITOR })

const NOT_NOW = { ok: false, error: { code: 'not_now' } }

it('a session without a report completes once 48 hours after its end, not a second earlier, in several processes at once', async () => {
  const { id } = await confirmedSession(test)
  setClock(test, END, { minutes: HOURS_48, seconds: -1 })
  await sweep(test.app)
  expect(await findStatus(id)).toBe('confirmed')
  setClock(test, END, { minutes: HOURS_48 })
  await Promise.all([sweep(test.app), sweep(test.app), sweep(test.app)])
  expect(await findStatus(id)).toBe('completed')
  const completion = { completedBy: 'product', completedAt: test.clock.time, steps: [] }
  expect(await findCompletion(test.db, id)).toMatchObject(completion)
  expect(await test.db.selectFrom('claims').selectAll().execute()).toEqual([])
  const events = test.db.selectFrom('auditLog').select('actor').where('action', '=', 'booking.completed')
  expect(await events.execute()).toEqual([{ actor: 'product' }])
})

describe('completeByMentor', () => {
  it('completes the session from the end on, not a second earlier, and emails note and next steps once', async () => {
    const { id } = await confirmedSession(test)
    setClock(test, END, { seconds: -1 })
    expect(await complete(id)).toEqual(NOT_NOW)
    setClock(test, END)
    expect(await complete(id)).toEqual({ ok: true, value: null })
    expect(await findStatus(id)).toBe('completed')
    expect(await findCompletion(test.db, id)).toMatchObject({ completedBy: 'mentor', ...NOTE, notedAt: END })
    await test.runJobs()
    const [mail, ...more] = await mailsAbout(test, 'Next steps from Ada Lovelace')
    expect(more).toEqual([])
    expect(mail!.text).toContain('Well begun.')
    expect(mail!.text).toContain('Step 1: Open a bank account (by 1 February 2030)')
    expect(mail!.text).toContain('Step 2: Write to me')
  })

  it('without a note and steps completes, and emails nothing', async () => {
    const { id } = await confirmedSession(test)
    setClock(test, END)
    expect(await complete(id, {})).toEqual({ ok: true, value: null })
    expect(await findStatus(id)).toBe('completed')
    expect(await test.db.selectFrom('outbox').select('kind').where('kind', '=', 'next_steps').execute()).toEqual([])
  })

  it('adds a note to a session that has completed by itself, until 14 days after the end', async () => {
    const { id } = await confirmedSession(test)
    setClock(test, END, { minutes: HOURS_48 })
    await sweep(test.app)
    setClock(test, END, { minutes: DAYS_14 })
    expect(await complete(id)).toEqual(NOT_NOW)
    setClock(test, END, { minutes: DAYS_14, seconds: -1 })
    expect(await complete(id)).toEqual({ ok: true, value: null })
    expect(await findCompletion(test.db, id)).toMatchObject({ completedBy: 'product', ...NOTE })
  })

  it('keeps the first note when the mentor presses twice', async () => {
    const { id } = await confirmedSession(test)
    setClock(test, END)
    const answers = await Promise.all([complete(id), complete(id, { note: 'Another', steps: [] })])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toEqual({ ok: false, error: { code: 'noted' } })
  })

  it('and the job complete it once when both come at the same moment', async () => {
    const { id } = await confirmedSession(test)
    setClock(test, END, { minutes: HOURS_48 })
    await Promise.all([sweep(test.app), complete(id)])
    expect(await findStatus(id)).toBe('completed')
    expect(await findCompletion(test.db, id)).toMatchObject(NOTE)
  })

  it('and feedback of both sides refuse a session that was cancelled', async () => {
    const { id } = await confirmedSession(test)
    await test.db.deleteFrom('claims').execute()
    await test.db.updateTable('bookings').set({ status: 'cancelled' }).where('id', '=', id).execute()
    setClock(test, END)
    expect(await complete(id)).toEqual(NOT_NOW)
    expect(await giveFeedback(test.app, id, { stars: 5, text: 'Good', actor: VISITOR })).toEqual(NOT_NOW)
    expect(await giveMentorFeedback(test.app, id, { text: 'Good', actor: VISITOR })).toEqual(NOT_NOW)
  })
})
