import { describe, expect, it } from 'vitest'
import type { Side } from '#domain/bookings/after-session'
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
import { contestNoShow, decideNoShow, reportNoShow, checkInBySide } from './no-show.ts'

useProduct()

const HOUR_MINUTES = 60
const findStatus = async (id: string) =>
  (await test.db.selectFrom('bookings').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const refunds = () => test.db.selectFrom('refunds').select(['amountPence', 'reason', 'status']).execute()
const report = (id: string, side: Side) => reportNoShow(test.app, id, { side, actor: VISITOR })
const contest = (id: string, side: Side, text = 'I was in the meeting from nine') =>
  contestNoShow(test.app, id, { side, actor: VISITOR, text })

/** A session whose mentee (by default) said to be here at its start and reported the other side ten minutes later. */
async function reported(side: Side = 'mentee') {
  const session = await confirmedSession(test)
  setClock(test, START)
  await checkInBySide(test.app, session.id, side)
  setClock(test, START, { minutes: 10 })
  expect(await report(session.id, side)).toEqual({ ok: true, value: null })
  return session
}

const NOT_NOW = { ok: false, error: { code: 'not_now' } }
/** When a report of ten minutes after the start takes effect. */
const IN_EFFECT = { minutes: 10 + 24 * HOUR_MINUTES }

it('checkInBySide records the first time of each side, and refuses a second too early', async () => {
  const { id } = await confirmedSession(test)
  setClock(test, START, { minutes: -10, seconds: -1 })
  expect(await checkInBySide(test.app, id, 'mentor')).toEqual(NOT_NOW)
  setClock(test, START, { minutes: -10 })
  await checkInBySide(test.app, id, 'mentee')
  setClock(test, START)
  await checkInBySide(test.app, id, 'mentee')
  await checkInBySide(test.app, id, 'mentor')
  expect(await test.db.selectFrom('arrivals').select(['side', 'at']).orderBy('at').execute()).toEqual([
    { side: 'mentee', at: new Date(START.getTime() - 10 * 60_000) },
    { side: 'mentor', at: START },
  ])
})

describe('reportNoShow', () => {
  it('is refused within ten minutes, to a side that has not said that it is here, and when both have', async () => {
    const { id } = await confirmedSession(test)
    setClock(test, START)
    await checkInBySide(test.app, id, 'mentee')
    setClock(test, START, { minutes: 10, seconds: -1 })
    expect(await report(id, 'mentee')).toEqual(NOT_NOW)
    setClock(test, START, { minutes: 20 })
    expect(await report(id, 'mentor')).toEqual({ ok: false, error: { code: 'say_here_first' } })
    await checkInBySide(test.app, id, 'mentor')
    expect(await report(id, 'mentee')).toEqual({ ok: false, error: { code: 'other_is_here' } })
  })

  it('lets one side win when both report, also at the same moment', async () => {
    const { id } = await confirmedSession(test)
    setClock(test, START, { minutes: 20 })
    await Promise.all(
      (['mentee', 'mentor'] as const).flatMap((side) => [
        checkInBySide(test.app, id, side).then(() => report(id, side)),
        report(id, side),
      ]),
    )
    const rows = await test.db.selectFrom('noShows').select('absent').execute()
    expect(rows.length).toBeLessThanOrEqual(1)
    const mails = await test.db.selectFrom('outbox').select('kind').where('kind', '=', 'no_show_reported').execute()
    expect(mails.length).toBe(rows.length)
  })

  it('notifies the other side once, with the deadline to contest, writes an audit event, and leaves it no report', async () => {
    const { id } = await reported('mentor')
    await report(id, 'mentor')
    await test.runJobs()
    const [mail, ...more] = await mailsAbout(test, 'says that you were not')
    expect(more).toEqual([])
    expect(mail!.text).toContain('Tell us by Wednesday 9 January 2030, 14:40 (Kolkata, UTC+5:30)')
    const events = await test.db.selectFrom('auditLog').select(['action', 'subjectId']).execute()
    expect(events).toContainEqual({ action: 'booking.no_show_reported', subjectId: id })
    await checkInBySide(test.app, id, 'mentee') // Late, ten minutes after the start.
    expect(await report(id, 'mentee')).toEqual({ ok: false, error: { code: 'reported' } })
  })
})

describe('an uncontested report', () => {
  it('takes effect once after 24 hours, in several processes: the mentor was absent, and everything goes back', async () => {
    const { id } = await reported('mentee')
    setClock(test, START, { ...IN_EFFECT, seconds: -1 })
    await sweep(test.app)
    expect(await findStatus(id)).toBe('confirmed')
    setClock(test, START, IN_EFFECT)
    await Promise.all([sweep(test.app), sweep(test.app), sweep(test.app)])
    await sweep(test.app)
    expect(await findStatus(id)).toBe('no_show')
    await test.runJobs()
    expect(await refunds()).toEqual([{ amountPence: 4500, reason: 'mentor_absent', status: 'succeeded' }])
    expect(await readTotals(test.db, { currency: 'GBP' })).toMatchObject({ charged: 4500, refunded: 4500, kept: 0 })
    expect(await test.db.selectFrom('claims').selectAll().execute()).toEqual([])
    const [mail] = await mailsAbout(test, 'counts as missed')
    expect(mail!.text).toContain('You get a full refund')
    const decided = test.db.selectFrom('auditLog').select('id').where('action', '=', 'booking.no_show_decided')
    expect(await decided.execute()).toHaveLength(1)
  })

  it('takes effect after 24 hours, when it is contested no more: the mentee was absent, and nothing goes back', async () => {
    const { id } = await reported('mentor')
    setClock(test, START, IN_EFFECT)
    expect(await contest(id, 'mentee')).toEqual(NOT_NOW)
    await sweep(test.app)
    await test.runJobs()
    expect(await findStatus(id)).toBe('no_show')
    expect(await refunds()).toEqual([])
    expect(await readTotals(test.db, { currency: 'GBP' })).toMatchObject({ kept: 4500 })
    const [mail] = await mailsAbout(test, 'counts as missed')
    expect(mail!.text).toContain('There’s no refund')
  })
})

describe('contestNoShow', () => {
  it('stops the report from taking effect, and asks an admin, once and for the other side', async () => {
    const { id } = await reported()
    setClock(test, START, { ...IN_EFFECT, seconds: -1 })
    expect(await contest(id, 'mentee')).toEqual(NOT_NOW)
    expect(await contest(id, 'mentor')).toEqual({ ok: true, value: null })
    expect(await contest(id, 'mentor')).toEqual(NOT_NOW)
    setClock(test, START, { minutes: 30 * 24 * HOUR_MINUTES })
    await sweep(test.app)
    expect(await findStatus(id)).toBe('confirmed')
    const concerns = await test.db.selectFrom('concerns').select(['kind', 'resolvedAt']).execute()
    expect(concerns).toEqual([{ kind: 'no_show_contested', resolvedAt: null }])
    await test.runJobs()
    expect(await mailsAbout(test, 'says they were at')).toHaveLength(1)
  })

  it('either stops the job or comes too late when both happen at once, never both', async () => {
    const { id } = await reported()
    setClock(test, START, { ...IN_EFFECT, seconds: -1 })
    const late = { ...test.app, now: () => new Date(START.getTime() + IN_EFFECT.minutes * 60_000) }
    const [contested] = await Promise.all([contest(id, 'mentor'), sweep(late)])
    expect(await findStatus(id)).toBe(contested.ok ? 'confirmed' : 'no_show')
    if (contested.ok) expect(await refunds()).toEqual([])
  })
})

describe('decideNoShow', () => {
  it('as absent gives the money back when that was the mentor, and names the admin in the audit log', async () => {
    const admin = await addDecider(test)
    const { id } = await reported()
    await contest(id, 'mentor')
    expect(await decideNoShow(test.app, id, { outcome: 'absent', ...admin })).toEqual({ ok: true, value: null })
    await test.runJobs()
    expect(await findStatus(id)).toBe('no_show')
    expect(await refunds()).toEqual([{ amountPence: 4500, reason: 'mentor_absent', status: 'succeeded' }])
    const events = await test.db.selectFrom('auditLog').select(['action', 'actorId']).execute()
    expect(events).toContainEqual({ action: 'booking.no_show_decided', actorId: admin.accountId })
    const concerns = await test.db.selectFrom('concerns').select('resolvedAt').execute()
    expect(concerns).toEqual([{ resolvedAt: test.clock.time }])
  })

  it('lets the session complete like any other when it is decided as “present”', async () => {
    const admin = await addDecider(test)
    const { id } = await reported()
    await contest(id, 'mentor')
    await decideNoShow(test.app, id, { outcome: 'present', ...admin })
    expect(await findStatus(id)).toBe('confirmed')
    setClock(test, END, { minutes: 48 * HOUR_MINUTES })
    await sweep(test.app)
    expect(await findStatus(id)).toBe('completed')
    await test.runJobs()
    expect(await refunds()).toEqual([])
    const [mail] = await mailsAbout(test, 'counts as held')
    expect(mail!.text).toContain('We reviewed both sides')
  })

  it('is done once: the second of two admins is refused', async () => {
    const admin = await addDecider(test)
    const { id } = await reported()
    expect(await decideNoShow(test.app, id, { outcome: 'absent', ...admin })).toMatchObject({
      error: { code: 'not_open' },
    })
    await contest(id, 'mentor')
    const decided = await Promise.all(
      (['absent', 'present'] as const).map((outcome) => decideNoShow(test.app, id, { outcome, ...admin })),
    )
    expect(decided.filter((each) => each.ok)).toHaveLength(1)
  })
})

describe('a session that is reported', () => {
  it('is completed neither by the mentor nor by itself', async () => {
    const { id } = await reported()
    setClock(test, END)
    expect(await completeByMentor(test.app, id, { note: 'Thanks', steps: [], actor: VISITOR })).toEqual({
      ok: false,
      error: { code: 'reported' },
    })
    await contest(id, 'mentor')
    setClock(test, END, { minutes: 48 * HOUR_MINUTES })
    await sweep(test.app)
    expect(await findStatus(id)).toBe('confirmed')
  })

  it('is either reported or completed when both happen at once', async () => {
    const { id } = await confirmedSession(test)
    setClock(test, START)
    await checkInBySide(test.app, id, 'mentee')
    setClock(test, END)
    const [mail, completed] = await Promise.all([
      report(id, 'mentee'),
      completeByMentor(test.app, id, { note: '', steps: [], actor: VISITOR }),
    ])
    expect([mail.ok, completed.ok].filter(Boolean)).toHaveLength(1)
    expect(await findStatus(id)).toBe(mail.ok ? 'confirmed' : 'completed')
  })
})
