/** Proving an address by an emailed code: what the email says, who may enter it, how often, and what is kept. */
import { describe, expect, it } from 'vitest'
import { CODE_MINUTES, CODE_TRIES } from '#domain/mentors/checks'
import { changeOwnStatus } from '#server/bookings/cancellation/mentor-states'
import { clientFrom, mailsTo, signUp } from '../../../tests/support/accounts/accounts.ts'
import { addAcceptedMentor, addApplicant, type Applicant } from '../../../tests/support/mentors/applicants.ts'
import { anotherCode, LEEDS, mailedCode } from '../../../tests/support/mentors/checks.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { requestCode, enterCode } from './codes.ts'

useProduct()

const KIND = 'university_address'
const ask = (by: Applicant, address = LEEDS, client = by.client) =>
  requestCode(test.app, { ...by, client }, { account: by.session.accountId }, { kind: KIND, address })
const enter = (by: Applicant, code: string, client = by.client) =>
  enterCode(test.app, { ...by, client }, { kind: KIND, code })
const resultCode = (outcome: { ok: true } | { ok: false; error: { code: string } }) =>
  outcome.ok ? 'done' : outcome.error.code
const checks = () => test.db.selectFrom('mentorChecks').selectAll().execute()

describe('a code', () => {
  it('is emailed to the address, with nothing that anyone typed', async () => {
    const { by } = await addApplicant(test, { name: 'Win Money At Evil', university: 'Evil University' })
    expect(await ask(by)).toEqual({ ok: true, value: null })
    const [mail, ...others] = await mailsTo(test, LEEDS)
    expect(others).toEqual([])
    expect(mail!.to).toEqual([{ name: '', address: LEEDS }])
    expect(mail!.text).toContain('gave this as their university address')
    expect(mail!.text).toContain('/become-a-mentor/check')
    expect(`${mail!.subject} ${mail!.text} ${mail!.html}`).not.toMatch(/evil|win money|elif|demir/i)
  })

  it('proves the address when it is entered, spaces or not, is then used up, and neither is kept in clear', async () => {
    const { by, mentorId } = await addApplicant(test)
    await ask(by)
    const code = await mailedCode(test)
    const codes = () => test.db.selectFrom('mentorCheckCodes').selectAll().execute()
    expect(await codes()).toMatchObject([{ address: LEEDS, codeHash: expect.stringMatching(/^[\w-]{43}$/) }])
    expect(JSON.stringify(await codes())).not.toContain(code)
    test.clock.forward(CODE_MINUTES - 1)
    expect(await enter(by, ` ${code.slice(0, 3)} ${code.slice(3)}`)).toEqual({ ok: true, value: null })
    expect(await checks()).toMatchObject([
      { mentorId, kind: KIND, address: 'a…@leeds.ac.uk', provenAt: test.clock.time, checkedAt: null, note: '' },
    ])
    expect(resultCode(await enter(by, code))).toBe('over')
    const log = await test.db.selectFrom('auditLog').select(['action', 'after']).execute()
    const kept = JSON.stringify([log, await checks(), await codes()])
    expect(kept).toContain('a…@leeds.ac.uk')
    expect(kept).not.toContain(LEEDS)
    expect(kept).not.toContain(code)
  })

  it('is over after half an hour, and not emailed any more', async () => {
    const { by } = await addApplicant(test)
    await ask(by)
    const code = await mailedCode(test)
    const late = await addApplicant(test, {}, 'other@example.com')
    await ask(late.by, 'amara@work.test')
    test.clock.forward(CODE_MINUTES)
    expect(await mailsTo(test, 'amara@work.test')).toEqual([])
    expect(resultCode(await enter(by, code))).toBe('over')
    expect(await checks()).toEqual([])
  })

  it('can be wrong five times, and the right one is then too late', async () => {
    const { by } = await addApplicant(test)
    await ask(by)
    const code = await mailedCode(test)
    const outcomes = []
    for (let n = 0; n < CODE_TRIES; n++) outcomes.push(await enter(by, anotherCode(code)))
    expect(outcomes.slice(0, -1)).toEqual([4, 3, 2, 1].map((left) => ({ ok: false, error: { code: 'wrong', left } })))
    expect(outcomes.map(resultCode).at(-1)).toBe('over')
    expect(resultCode(await enter(by, code))).toBe('over')
    expect(await checks()).toEqual([])
  })

  it('tried ten times at once is compared five times, and entered twice at once proves once', async () => {
    const { by } = await addApplicant(test)
    await ask(by)
    const wrong = anotherCode(await mailedCode(test))
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => enter(by, wrong)))
    expect(outcomes.filter((outcome) => resultCode(outcome) === 'wrong')).toHaveLength(4)
    const [row] = await test.db.selectFrom('mentorCheckCodes').select('tries').execute()
    expect(row!.tries).toBe(CODE_TRIES)
    test.clock.forward(1)
    await ask(by)
    const code = await mailedCode(test)
    const entered = await Promise.all([enter(by, code), enter(by, code)])
    expect(entered.map(resultCode).toSorted()).toEqual(['done', 'over'])
  })

  it('requested again replaces the one before', async () => {
    const { by } = await addApplicant(test)
    await ask(by)
    const first = await mailedCode(test)
    test.clock.forward(1)
    await ask(by, 'amara@work.test')
    expect(await test.db.selectFrom('mentorCheckCodes').select('address').execute()).toEqual([
      { address: 'amara@work.test' },
    ])
    const second = await mailedCode(test, 'amara@work.test')
    if (first !== second) expect(resultCode(await enter(by, first))).toBe('wrong')
    expect(resultCode(await enter(by, second))).toBe('done')
  })

  it('can be requested by an admin, and is entered by the mentor, not by another one', async () => {
    const { by, mentorId, admin } = await addAcceptedMentor(test)
    const other = await addApplicant(test, {}, 'other@example.com')
    const named = { kind: KIND, address: LEEDS } as const
    expect(resultCode(await requestCode(test.app, admin, { id: mentorId }, named))).toBe('done')
    const code = await mailedCode(test)
    expect(resultCode(await enter(other.by, code))).toBe('over')
    expect(resultCode(await enter(admin, code))).toBe('over')
    expect(resultCode(await enter(by, code))).toBe('done')
  })

  it('needs an application or a profile, and a host where not anyone gets an address', async () => {
    expect(resultCode(await ask(await signUp(test, { email: 'unknown@example.com' })))).toBe('not_now')
    const { by } = await addApplicant(test)
    expect(resultCode(await ask(by, 'leeds.university@gmail.com'))).toBe('free_mail')
    expect(await mailsTo(test, 'leeds.university@gmail.com')).toEqual([])
    await changeOwnStatus(test.app, by, 'withdraw')
    expect(resultCode(await ask(by))).toBe('not_now')
    expect(await mailsTo(test, LEEDS)).toEqual([])
  })
})

describe('asking and entering are limited', () => {
  it('by network, before anything is looked at', async () => {
    const { by } = await addApplicant(test)
    const here = { ...by.client, ...clientFrom('203.0.113.7') }
    const requested = []
    for (let n = 0; n < 6; n++) requested.push(resultCode(await ask(by, `a${n}@leeds.ac.uk`, here)))
    expect(requested).toEqual(['done', 'done', 'done', 'done', 'done', 'too_many'])
    const entered = []
    for (let n = 0; n < 6; n++) entered.push(resultCode(await enter(by, '000000', here)))
    expect(entered.at(-1)).toBe('too_many')
  })

  it('by account, from everywhere', async () => {
    const { by } = await addApplicant(test)
    const requested = []
    for (let n = 0; n < 11; n++)
      requested.push(
        resultCode(await ask(by, `a${n}@leeds.ac.uk`, { ...by.client, ...clientFrom(`203.0.113.${n + 1}`) })),
      )
    expect(requested.at(9)).toBe('done')
    expect(requested.at(10)).toBe('too_many')
  })

  it('by address, which then gets no more emails, with the same response', async () => {
    const outcomes = []
    for (let n = 0; n < 7; n++) {
      const { by } = await addApplicant(test, {}, `person${n}@example.com`)
      // Minutes apart, so that only the hour of the address counts.
      test.clock.forward(2)
      outcomes.push(resultCode(await ask(by, LEEDS, { ...by.client, ...clientFrom('203.0.113.7') })))
    }
    expect(outcomes).toEqual(Array.from({ length: 7 }, () => 'done'))
    expect(await mailsTo(test, LEEDS)).toHaveLength(5)
  })
})
