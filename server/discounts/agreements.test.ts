/** Codes of the operator's that mentors would bear: they work only for those who have agreed, for as long as they do. */
import { describe, expect, it } from 'vitest'
import type { CodeTerms } from '#domain/discounts/code-terms'
import { setAgreement } from '#server/discounts/agreements-queries'
import { findMentorIdOfAccount } from '#server/mentors/queries'
import { holdSeat } from '#server/cohorts/seats/hold-seat'
import { createBatch, createCode, switchCodes } from '#server/discounts/manage-codes'
import { eraseMentorRow } from '#server/privacy/erase-mentor-queries'
import { transact } from '#server/platform/db/connect'
import { mailsTo, signUp, signUpAdmin } from '../../tests/support/accounts/accounts.ts'
import { addOpenCohort, seatRequest, someBuyer } from '../../tests/support/bookings/seats.ts'
import { makeMentor } from '../../tests/support/cohorts.ts'
import { passesLock } from '../../tests/support/database/locks.ts'
import { addCode, findCode } from '../../tests/support/discounts/codes.ts'
import { heldWithCode, holdWithCode, listRedeemed } from '../../tests/support/discounts/held-codes.ts'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { readAdminCodes } from '../../app/views/discounts/admin-codes.ts'
import { describeDeskDone, handleDeskCodesForm, readDeskCodes } from '../../app/views/discounts/desk-codes.ts'

useProduct()

const june = () => signUpAdmin(test, { name: 'June Park', email: 'june@example.com' })

/** A fifth off, three times, which these mentors would bear. */
const terms = (mentorIds: string[], changes: Partial<CodeTerms> = {}): CodeTerms => ({
  terms: { percent: 20, amount: null },
  mentorIds,
  appliesTo: 'both',
  sessionTypeIds: null,
  cohortIds: null,
  validFrom: test.clock.time,
  validUntil: new Date('2030-02-01T00:00:00Z'),
  maxRedemptions: 3,
  maxPerPerson: 1,
  borneBy: 'mentor',
  ...changes,
})

/** A mentor who is signed in. */
async function enterAsMentor(name = 'Mira Sol', email = 'mira@example.com') {
  const by = await signUp(test, { name, email })
  const mentor = await makeMentor(test, by.session.accountId)
  const actor = { ...by, session: { ...by.session, mentorId: mentor.id } }
  const list = async () => (await readDeskCodes(test.app, actor.session, new URLSearchParams())).offered
  const answer = (intent: 'accept' | 'decline', id: string) => handleDeskCodesForm(test.app, actor, { intent, id })
  return { mentor, actor, list, answer }
}

/** A code that these mentors have not answered. Returns its id. */
const offer = (mentorIds: string[]) =>
  addCode(test, { code: 'FIFTH', percent: 20, mentorIds, borneBy: 'mentor', maxPerPerson: 1 })

const reasonOf = (held: Awaited<ReturnType<typeof holdWithCode>>) =>
  held.ok ? 'held' : held.error.code === 'code_not_valid' ? held.error.reason : held.error.code

describe('a code that mentors bear', () => {
  it('takes nothing off until its mentor accepts, and then only with those who did', async () => {
    const [one, other] = [await enterAsMentor(), await addMentor(test)]
    const id = await offer([one.mentor.id, other.id])
    const hold = (mentor: typeof other, browser: string) => holdWithCode(test, mentor, { code: 'FIFTH', browser })
    expect(reasonOf(await hold(one.mentor, 'grace'))).toBe('unknown')
    expect(await one.answer('accept', id)).toEqual({ to: 'accepted' })
    expect(reasonOf(await hold(one.mentor, 'grace'))).toBe('held')
    expect(reasonOf(await hold(other, 'alan'))).toBe('unknown')
    expect(await listRedeemed(test)).toEqual(['FIFTH 1, 1 counted'])
  })

  it('takes nothing off a seat until the mentor who leads the cohort accepts', async () => {
    const { by } = await addOpenCohort(test)
    const mentorId = (await findMentorIdOfAccount(test.db, by.session.accountId))!
    const id = await offer([mentorId])
    const join = () => holdSeat(test.app, seatRequest('grace@example.com', { code: 'FIFTH' }), someBuyer('grace'), null)
    expect(await join()).toEqual({ ok: false, error: { code: 'code_not_valid', reason: 'unknown' } })
    await transact(test.db, (tx) => setAgreement(tx, mentorId, { codeId: id, agrees: true }))
    expect(await join()).toMatchObject({ ok: true })
    expect(await listRedeemed(test)).toEqual(['FIFTH 1, 1 counted'])
  })

  it('is over with a mentor who turns it off, and what is held keeps its price', async () => {
    const { mentor, answer } = await enterAsMentor()
    const id = await offer([mentor.id])
    await answer('accept', id)
    const { bookingId } = await heldWithCode(test, mentor, { code: 'FIFTH', browser: 'grace' })
    expect(await answer('decline', id)).toEqual({ to: 'off' })
    const held = await test.db.selectFrom('bookings').selectAll().where('id', '=', bookingId).executeTakeFirst()
    expect(held).toMatchObject({ status: 'held', pricePence: 3_600, discountPence: 900 })
    expect(reasonOf(await holdWithCode(test, mentor, { code: 'FIFTH', browser: 'alan', time: '16:30' }))).toBe(
      'unknown',
    )
    await answer('accept', id)
    expect(await findCode(test.db, 'FIFTH')).toMatchObject({ agreedMentorIds: [mentor.id] })
  })

  it('holds nothing for a buyer whose mentor turns it off while they press the button', async () => {
    const { mentor, answer } = await enterAsMentor()
    const id = await offer([mentor.id])
    await answer('accept', id)
    let reason = ''
    const decline = (tx: typeof test.db) => setAgreement(tx, mentor.id, { codeId: id, agrees: false })
    const hold = async () => (reason = reasonOf(await holdWithCode(test, mentor, { code: 'FIFTH', browser: 'grace' })))
    expect(await passesLock(test.db, { lock: decline, work: hold })).toBe(false)
    expect(reason).toBe('unknown')
    expect(await test.db.selectFrom('claims').select('bookingId').execute()).toEqual([])
    expect(await listRedeemed(test)).toEqual(['FIFTH 0'])
  })

  it('counts as unanswered and takes nothing off if it is older than this rule, also where it named no one', async () => {
    const { mentor, list } = await enterAsMentor()
    await addCode(test, { code: 'OLDONE', borneBy: 'mentor', mentorIds: [mentor.id] })
    await addCode(test, { code: 'OLDALL', borneBy: 'mentor' })
    for (const code of ['OLDONE', 'OLDALL'])
      expect(reasonOf(await holdWithCode(test, mentor, { code, browser: 'grace' }))).toBe('unknown')
    expect(await list()).toMatchObject([{ code: 'OLDONE', agreement: 'waiting' }])
    const { codes } = await readAdminCodes(test.app, new URLSearchParams(), 'UTC')
    expect(Object.fromEntries(codes.map(({ code, mentors }) => [code, mentors]))).toEqual({
      OLDONE: ['Waiting for Elif Demir'],
      OLDALL: ['Names no mentors, so it works with none'],
    })
  })
})

describe('answerCode', () => {
  it('takes answers of named mentors alone, records each once, and shows admins what was said', async () => {
    const [one, other] = [await enterAsMentor(), await enterAsMentor('Noor Haddad', 'noor@example.com')]
    const id = await offer([one.mentor.id])
    const operators = await addCode(test, { code: 'GIFT', mentorIds: [other.mentor.id] })
    for (const foreign of [id, operators, 'no id']) expect(await other.answer('accept', foreign)).toBe('gone')
    expect(await findCode(test.db, 'FIFTH')).toMatchObject({ agreedMentorIds: [] })
    await Promise.all([one.answer('accept', id), one.answer('accept', id)])
    await one.answer('decline', id)
    const events = await test.db
      .selectFrom('auditLog')
      .selectAll()
      .where('subject', '=', 'mentors')
      .orderBy('id')
      .execute()
    expect(events.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      {
        action: 'mentor.discount_code_accepted',
        before: { agreement: 'waiting' },
        after: { agreement: 'accepted', code: 'FIFTH' },
      },
      {
        action: 'mentor.discount_code_declined',
        before: { agreement: 'accepted' },
        after: { agreement: 'declined', code: 'FIFTH' },
      },
    ])
    const { codes } = await readAdminCodes(test.app, new URLSearchParams({ q: 'FIFTH' }), 'UTC')
    expect(codes).toMatchObject([{ mentors: ['Off for Elif Demir'], isUnaccepted: true }])
    expect(describeDeskDone(new URLSearchParams('accepted'))).toContain('Accepted.')
  })

  it('answers a batch as one, which the mentor sees by its name', async () => {
    const { mentor, list, answer } = await enterAsMentor()
    await createBatch(test.app, await june(), { name: 'Leeds', count: 3, terms: terms([mentor.id]) })
    const [batch, ...others] = await list()
    expect(others).toEqual([])
    expect(batch).toMatchObject({ code: 'Leeds (3 codes)', used: '0 of 3 used', agreement: 'waiting', isOpen: true })
    expect(await mailsTo(test, 'mira@example.com')).toContainEqual(
      expect.objectContaining({ text: expect.stringContaining('Batch of codes: Leeds') }),
    )
    await answer('accept', batch!.id)
    const rows = await test.db.selectFrom('discountCodes').select('agreedMentorIds').execute()
    expect(rows.map(({ agreedMentorIds }) => agreedMentorIds)).toEqual([[mentor.id], [mentor.id], [mentor.id]])
    expect(await list()).toMatchObject([{ agreement: 'accepted' }])
  })
})

describe('the email to a mentor', () => {
  it('says who bears how much, until when and how often, and is sent once', async () => {
    const { mentor } = await enterAsMentor()
    const by = await june()
    await createCode(test.app, by, { code: 'FIFTH', terms: terms([mentor.id]) })
    const { id } = (await findCode(test.db, 'FIFTH'))!
    for (const isOn of [false, true]) await switchCodes(test.app, by, { id }, isOn)
    const mails = (await mailsTo(test, 'mira@example.com')).filter(({ subject }) => subject.includes('discount code'))
    expect(mails).toHaveLength(1)
    const { text } = mails[0]!
    for (const said of [
      'You would cover the discount: you earn the lower price',
      'It doesn’t work with you unless you accept.',
      'Code: FIFTH',
      'Discount: 20% off',
      'Valid: Until 1 February 2030', // On the mentor's clock, in Kolkata.
      'Uses in total: 3 uses',
      'Once per person',
      '/desk/codes',
    ])
      expect(text).toContain(said)
  })

  it('goes to no one about a code that the operator bears, or that is answered by the time it is sent', async () => {
    const { mentor, answer } = await enterAsMentor()
    const by = await june()
    await createCode(test.app, by, { code: 'FIFTH', terms: terms([mentor.id]) })
    await answer('accept', (await findCode(test.db, 'FIFTH'))!.id)
    await createCode(test.app, by, { code: 'GIFT', terms: terms([mentor.id], { borneBy: 'operator' }) })
    await test.runJobs()
    const sent = test.db.selectFrom('outbox').select(['state', 'reason']).where('kind', '=', 'discount_agreement')
    expect(await sent.execute()).toEqual([{ state: 'dropped', reason: 'no_longer_so' }])
  })
})

describe('erasing a mentor', () => {
  it('ends their agreement', async () => {
    const { mentor, answer } = await enterAsMentor()
    const id = await offer([mentor.id])
    await answer('accept', id)
    await transact(test.db, (tx) => eraseMentorRow(tx, mentor.id, test.clock.time))
    expect(await findCode(test.db, 'FIFTH')).toMatchObject({ agreedMentorIds: [] })
  })
})
