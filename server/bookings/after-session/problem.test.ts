import { describe, expect, it } from 'vitest'
import type { Side } from '#domain/bookings/after-session'
import { toMinorUnits } from '#domain/payments/money'
import { sweep } from '#server/bookings/sweep/sweep'
import { readTotals } from '#server/payments/ledger-queries'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import {
  addDecider,
  confirmedSession,
  END,
  mailsAbout,
  setClock,
  START,
  VISITOR,
} from '../../../tests/support/bookings/sessions.ts'
import { completeByMentor } from './complete.ts'
import { reportProblem, resolveProblem } from './problem.ts'

useProduct()

const HOURS_48 = 48 * 60
const NOT_NOW = { ok: false, error: { code: 'not_now' } }
const report = (id: string, side: Side = 'mentee') =>
  reportProblem(test.app, id, { side, actor: VISITOR, text: 'The sound failed' })
const findStatus = async (id: string) =>
  (await test.db.selectFrom('bookings').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const findProblem = (side: Side = 'mentee') =>
  test.db.selectFrom('problems').selectAll().where('side', '=', side).executeTakeFirstOrThrow()

async function reported() {
  const session = await confirmedSession(test)
  setClock(test, END)
  expect(await report(session.id)).toEqual({ ok: true, value: null })
  return session
}

describe('reportProblem', () => {
  it('is taken from the start until a second before 48 hours have passed, once a side', async () => {
    const { id } = await confirmedSession(test)
    setClock(test, START, { seconds: -1 })
    expect(await report(id)).toEqual(NOT_NOW)
    setClock(test, START)
    expect(await report(id, 'mentor')).toEqual({ ok: true, value: null })
    setClock(test, END, { minutes: HOURS_48 })
    expect(await report(id)).toEqual(NOT_NOW)
    setClock(test, END, { minutes: HOURS_48, seconds: -1 })
    expect(await report(id)).toEqual({ ok: true, value: null })
    expect(await report(id)).toEqual({ ok: false, error: { code: 'given' } })
    expect(await test.db.selectFrom('concerns').select('kind').execute()).toEqual([
      { kind: 'problem_reported' },
      { kind: 'problem_reported' },
    ])
  })

  it('is taken for a session that its mentor completed early', async () => {
    const { id } = await confirmedSession(test)
    setClock(test, END)
    await completeByMentor(test.app, id, { note: '', steps: [], actor: VISITOR })
    expect(await report(id)).toEqual({ ok: true, value: null })
  })

  it('keeps the session from completing by itself until it is resolved', async () => {
    const admin = await addDecider(test)
    const { id } = await reported()
    setClock(test, END, { minutes: HOURS_48 })
    await sweep(test.app)
    expect(await findStatus(id)).toBe('confirmed')
    await resolveProblem(test.app, (await findProblem()).id, { refund: 'none', answer: 'Sorry', ...admin })
    await sweep(test.app)
    expect(await findStatus(id)).toBe('completed')
  })

  it('and the job come one after the other at the last moment', async () => {
    const { id } = await confirmedSession(test)
    setClock(test, END, { minutes: HOURS_48, seconds: -1 })
    const late = { ...test.app, now: () => new Date(END.getTime() + HOURS_48 * 60_000) }
    const [mail] = await Promise.all([report(id), sweep(late)])
    // A session that was completed a moment before can still be reported.
    expect(mail.ok).toBe(true)
    expect(await test.db.selectFrom('problems').select('id').execute()).toHaveLength(1)
  })
})

describe('resolveProblem', () => {
  it.each([
    ['all', 'all', 4500],
    ['a part', { amount: toMinorUnits(2000), currency: 'GBP' }, 2000],
    ['nothing', 'none', 0],
  ] as const)('refunds %s, notifies both, and says in the audit log who did', async (_, refund, returned) => {
    const admin = await addDecider(test)
    await reported()
    expect(
      await resolveProblem(test.app, (await findProblem()).id, { refund, answer: 'We are sorry.', ...admin }),
    ).toEqual({ ok: true, value: null })
    await test.runJobs()
    expect(await readTotals(test.db, { currency: 'GBP' })).toMatchObject({ charged: 4500, refunded: returned })
    expect(await findProblem()).toMatchObject({ refundPence: returned, resolvedBy: admin.accountId })
    const refunds = await test.db.selectFrom('refunds').select(['reason', 'status']).execute()
    expect(refunds).toEqual(returned === 0 ? [] : [{ reason: 'problem', status: 'succeeded' }])
    const [mail] = await mailsAbout(test, 'About the problem')
    expect(mail!.text).toContain('We are sorry.')
    expect(mail!.text).toContain(returned === 0 ? 'There’s no refund' : `The refund is £${returned / 100}.00 to you`)
    const events = await test.db.selectFrom('auditLog').select(['action', 'actorId']).execute()
    expect(events).toContainEqual({ action: 'booking.problem_resolved', actorId: admin.accountId })
  })

  it('refuses more than is left, and gives money back once when two admins resolve at once', async () => {
    const admin = await addDecider(test)
    await reported()
    const { id } = await findProblem()
    const resolve = (amount: number, currency = 'GBP') =>
      resolveProblem(test.app, id, { refund: { amount: toMinorUnits(amount), currency }, answer: '', ...admin })
    const tooMuch = { ok: false, error: { code: 'too_much', left: 4500, currency: 'GBP' } }
    expect(await resolve(4501)).toEqual(tooMuch)
    expect(await resolve(2000, 'EUR')).toEqual(tooMuch)
    const answers = await Promise.all([resolve(2000), resolve(2000)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toEqual({ ok: false, error: { code: 'not_open' } })
    await test.runJobs()
    expect(await readTotals(test.db, { currency: 'GBP' })).toMatchObject({ refunded: 2000 })
  })

  it('never gives back more than was paid for two problems of one session', async () => {
    const admin = await addDecider(test)
    const { id } = await reported()
    await report(id, 'mentor')
    for (const side of ['mentee', 'mentor'] as const)
      await resolveProblem(test.app, (await findProblem(side)).id, { refund: 'all', answer: '', ...admin })
    await test.runJobs()
    expect(await readTotals(test.db, { currency: 'GBP' })).toMatchObject({ charged: 4500, refunded: 4500 })
    expect(await findProblem('mentor')).toMatchObject({ refundPence: 0 })
  })
})
