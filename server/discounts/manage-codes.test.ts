/** Codes of operators and mentors: who may make which, once, and how they end. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { MAX_BATCH, MAX_OWN_CODES, type CodeTerms } from '#domain/discounts/code-terms'
import { writeBatchFile } from '#server/discounts/batch-file'
import { createBatch, createCode, switchCodes } from '#server/discounts/manage-codes'
import { listBatches, listCodes } from '#server/discounts/managing-queries'
import { signUp, signUpAdmin } from '../../tests/support/accounts/accounts.ts'
import { addAcceptedCohort, makeMentor } from '../../tests/support/cohorts.ts'
import { addCode, findCode } from '../../tests/support/discounts/codes.ts'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { handleAdminCodesForm, readAdminCodes } from '../../app/views/discounts/admin-codes.ts'
import { handleDeskCodesForm, readDeskCodes } from '../../app/views/discounts/desk-codes.ts'

useProduct()

const june = () => signUpAdmin(test, { name: 'June Park', email: 'june@example.com' })

/** Everything off, for anything. */
const terms = (changes: Partial<CodeTerms> = {}): CodeTerms => ({
  terms: { percent: 100, amount: null },
  mentorIds: null,
  appliesTo: 'both',
  sessionTypeIds: null,
  cohortIds: null,
  validFrom: test.clock.time,
  validUntil: null,
  maxRedemptions: null,
  maxPerPerson: null,
  borneBy: 'operator',
  ...changes,
})

const TYPED = { kind: 'percent', percent: '20', appliesTo: 'sessions', perPerson: '1' }

const listEvents = (subject: string) =>
  test.db.selectFrom('auditLog').selectAll().where('subject', '=', subject).orderBy('id').execute()

/** A mentor who is signed in. */
async function enterAsMentor() {
  const by = await signUp(test, { name: 'Mira Sol', email: 'mira@example.com' })
  const mentor = await makeMentor(test, by.session.accountId)
  const actor = { ...by, session: { ...by.session, mentorId: mentor.id } }
  const post = (typed: Record<string, string>) => handleDeskCodesForm(test.app, actor, typed)
  return {
    mentor,
    actor,
    add: (changes: Record<string, string>) => post({ intent: 'add', ...TYPED, ...changes }),
    post,
  }
}

describe('createCode', () => {
  it('makes a code once, however often it is sent, and records who made it', async () => {
    const by = await june()
    const make = () => createCode(test.app, by, { code: 'SUMMER25', terms: terms() })
    const made = await Promise.all([make(), make()])
    expect(made.filter(({ ok }) => ok)).toEqual([{ ok: true, value: { code: 'SUMMER25' } }])
    expect(made).toContainEqual({ ok: false, error: { code: 'taken' } })
    expect(await listEvents('discount_codes')).toMatchObject([
      {
        action: 'discount_code.created',
        actorId: by.session.accountId,
        after: { code: 'SUMMER25', discount: '100%', borneBy: 'operator' },
      },
    ])
  })

  it('keeps every condition', async () => {
    const all = {
      mentorIds: [randomUUID()],
      sessionTypeIds: [randomUUID(), randomUUID()],
      cohortIds: [randomUUID()],
      validUntil: new Date('2030-02-01T00:00:00Z'),
      maxRedemptions: 7,
      maxPerPerson: 2,
    }
    await createCode(test.app, await june(), { code: 'ALL7', terms: terms(all) })
    expect(await findCode(test.db, 'ALL7')).toMatchObject(all)
  })

  it('asks for a recent confirmation of who it is, as everything does that gives money away', async () => {
    const by = await june()
    test.clock.forward(6)
    const unproven = { ok: false, error: { code: 'unproven' } }
    expect(await createCode(test.app, by, { code: null, terms: terms() })).toEqual(unproven)
    expect(await createBatch(test.app, by, { name: 'Leeds', count: 2, terms: terms() })).toEqual(unproven)
    const id = await addCode(test, { code: 'HALF', disabledAt: test.clock.time })
    expect(await switchCodes(test.app, by, { id }, true)).toEqual(unproven)
    expect(await test.db.selectFrom('discountCodes').select('code').execute()).toEqual([{ code: 'HALF' }])
  })
})

describe('createBatch', () => {
  it('makes 10,000 different codes that no one guesses, of which each can be used once', async () => {
    const by = await june()
    expect(await createBatch(test.app, by, { name: 'Leeds', count: MAX_BATCH, terms: terms() })).toMatchObject({
      ok: true,
    })
    const codes = await test.db.selectFrom('discountCodes').select(['code', 'maxRedemptions']).execute()
    expect(new Set(codes.map(({ code }) => code)).size).toBe(MAX_BATCH)
    for (const { code, maxRedemptions } of codes) {
      expect(code).toMatch(/^[2-9A-HJ-NP-Z]{10}$/)
      expect(maxRedemptions).toBe(1)
    }
    expect(await listBatches(test.db, 5)).toMatchObject([{ name: 'Leeds', count: MAX_BATCH, redeemed: 0 }])
    const lines = (await writeBatchFile(test.app, by, 'Leeds'))!.trim().split('\r\n')
    expect(lines).toHaveLength(MAX_BATCH + 1)
    expect(lines[1]).toMatch(/^[2-9A-HJ-NP-Z]{10},100%,2030-01-07T09:00:00.000Z,,unused$/)
    expect(await writeBatchFile(test.app, by, 'York')).toBeNull()
    const events = await listEvents('discount_codes')
    expect(events.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ['discount_batch.created', 'Leeds'],
      ['discount_batch.downloaded', 'Leeds'],
    ])
    expect(JSON.stringify(events)).not.toContain(codes[0]!.code)
  })

  it('makes one batch of a name, however often it is sent', async () => {
    const by = await june()
    const make = () => createBatch(test.app, by, { name: 'Leeds', count: 3, terms: terms() })
    const made = await Promise.all([make(), make()])
    expect(made.map((each) => (each.ok ? 'made' : each.error.code)).toSorted()).toEqual(['made', 'name_taken'])
    expect(await listCodes(test.db, { batch: 'Leeds' }, { after: null, limit: 9 })).toHaveLength(3)
  })
})

describe('switchCodes', () => {
  it('disables a whole batch and enables it again, and says when it was so already', async () => {
    const by = await june()
    await createBatch(test.app, by, { name: 'Leeds', count: 3, terms: terms() })
    await addCode(test, { code: 'OTHER' })
    const turn = (isOn: boolean) => switchCodes(test.app, by, { batch: 'Leeds' }, isOn)
    expect(await turn(false)).toEqual({ ok: true, value: 3 })
    expect(await turn(false)).toEqual({ ok: false, error: { code: 'unchanged' } })
    expect(await findCode(test.db, 'OTHER')).toMatchObject({ disabledAt: null })
    expect(await turn(true)).toEqual({ ok: true, value: 3 })
    expect((await listEvents('discount_codes')).map(({ action }) => action)).toEqual([
      'discount_batch.created',
      'discount_batch.disabled',
      'discount_batch.enabled',
    ])
  })
})

describe('the desk', () => {
  it('makes codes for the mentor’s own sessions and cohorts, borne by the mentor, whatever the form says', async () => {
    const { mentor, add } = await enterAsMentor()
    const other = await addMentor(test)
    const [own] = mentor.sessionTypeIds
    expect(await add({ code: 'mine20', session: own!, borneBy: 'operator', mentors: other.slug })).toEqual({
      to: 'added=MINE20',
    })
    expect(await findCode(test.db, 'MINE20')).toMatchObject({
      mentorId: mentor.id,
      mentorIds: null,
      sessionTypeIds: [own],
      borneBy: 'mentor',
    })
    expect(await add({ code: 'THEIRS', session: other.sessionTypeIds[0]! })).toMatchObject({
      status: 400,
      result: { errors: { session: expect.any(String) }, typed: { code: 'THEIRS' } },
    })
    const { cohortId } = await addAcceptedCohort(test, {})
    expect(await add({ code: 'SEATS', appliesTo: 'cohorts', cohort: cohortId })).toMatchObject({ status: 400 })
    expect(await listEvents('mentors')).toContainEqual(
      expect.objectContaining({ action: 'mentor.discount_code_created', subjectId: mentor.id }),
    )
  })

  it('shows and disables the mentor’s own codes alone', async () => {
    const { mentor, actor, post } = await enterAsMentor()
    const own = await addCode(test, { code: 'MINE', mentorId: mentor.id, borneBy: 'mentor', maxRedemptions: 4 })
    const foreign = await addCode(test, { code: 'SCHOLAR' })
    expect(
      (await readDeskCodes(test.app, actor.session, new URLSearchParams({ disable: foreign }))).confirming,
    ).toBeNull()
    expect(await post({ intent: 'disable', id: foreign })).toBe('gone')
    expect(await post({ intent: 'disable', id: own })).toEqual({ to: 'disabled' })
    const { codes } = await readDeskCodes(test.app, actor.session, new URLSearchParams({ disable: own }))
    expect(codes).toMatchObject([{ code: 'MINE', discount: '100% off', used: '0 of 4 used', state: 'disabled' }])
    expect(await findCode(test.db, 'SCHOLAR')).toMatchObject({ disabledAt: null })
  })

  it('keeps what was typed where the code exists, and does not let a mentor find out which codes do', async () => {
    const { mentor, add } = await enterAsMentor()
    await addCode(test, { code: 'SCHOLAR' })
    const taken = { status: 409, result: { errors: { code: expect.any(String) }, typed: { percent: '20' } } }
    for (let n = 0; n < 30; n += 1) expect(await add({ code: 'SCHOLAR' })).toMatchObject(taken)
    expect(await add({ code: 'SCHOLAR' })).toMatchObject({ status: 429, retryAfter: expect.any(Number) })
    test.clock.forward(61)
    for (let n = 0; n < MAX_OWN_CODES; n += 1)
      await addCode(test, { code: `MINE${n}`, mentorId: mentor.id, borneBy: 'mentor' })
    expect(await add({ code: '' })).toMatchObject({ status: 409, result: { refused: expect.any(String) } })
  })
})

describe('the admins’ page', () => {
  const shown = { zone: 'UTC', kind: 'code' } as const

  it('lists what named mentors offer, and makes a code for one of their sessions', async () => {
    const by = await june()
    const mentor = await addMentor(test, { slug: 'ada-lovelace', sessions: [{ title: 'Leases' }, { title: 'Visas' }] })
    const look = await handleAdminCodesForm(test.app, by, { intent: 'look', mentors: 'ada-lovelace' }, shown)
    expect(look).toMatchObject({
      status: 200,
      result: { offer: { sessions: [{ title: 'Leases (Ada Lovelace)' }, { title: 'Visas (Ada Lovelace)' }] } },
    })
    const typed = { ...TYPED, intent: 'code', code: 'LEASE', mentors: '/mentors/ada-lovelace', borneBy: 'operator' }
    expect(await handleAdminCodesForm(test.app, by, { ...typed, session: mentor.sessionTypeIds[0]! }, shown)).toEqual({
      to: 'added=LEASE',
    })
    expect(await findCode(test.db, 'LEASE')).toMatchObject({ mentorIds: [mentor.id], mentorId: null })
    expect(await handleAdminCodesForm(test.app, by, { ...typed, mentors: 'no-one' }, shown)).toMatchObject({
      status: 400,
      result: { errors: { mentors: expect.stringContaining('no-one') }, typed: { percent: '20' } },
    })
    expect(await handleAdminCodesForm(test.app, by, { ...typed, mentors: '', borneBy: 'mentor' }, shown)).toMatchObject(
      { status: 400, result: { errors: { mentors: 'Name the mentors who cover the discount' } } },
    )
    const { codes } = await readAdminCodes(test.app, new URLSearchParams(), 'UTC')
    expect(codes).toMatchObject([
      { code: 'LEASE', mentors: ['With Ada Lovelace'], conditions: ['Leases', 'Once per person'] },
    ])
  })

  it('keeps what was typed until it is confirmed who it is', async () => {
    const by = await june()
    test.clock.forward(6)
    const typed = { ...TYPED, intent: 'code', code: 'LATE', borneBy: 'operator' }
    expect(await handleAdminCodesForm(test.app, by, typed, shown)).toMatchObject({
      status: 403,
      result: { unproven: true, typed: { code: 'LATE' } },
    })
    const id = await addCode(test, { code: 'HALF', disabledAt: test.clock.time })
    expect(await handleAdminCodesForm(test.app, by, { intent: 'enable', id }, shown)).toBe('unproven')
    expect(await handleAdminCodesForm(test.app, by, { intent: 'disable', id }, shown)).toEqual({ to: 'done=unchanged' })
  })

  it('pages through single codes, and shows those of a batch where that is asked for', async () => {
    const by = await june()
    await createBatch(test.app, by, { name: 'Leeds & York', count: 2, terms: terms() })
    for (let n = 0; n < 51; n += 1) await addCode(test, { code: `SINGLE${n}` })
    const page = (query: string) => readAdminCodes(test.app, new URLSearchParams(query), 'UTC')
    const first = await page('')
    expect(first).toMatchObject({ batches: [{ name: 'Leeds & York', count: 2, enabled: 2 }] })
    const second = await page(new URL(first.next!, 'http://x').search)
    const codes = [...first.codes, ...second.codes].map(({ code }) => code)
    expect(codes).toHaveLength(51)
    expect(new Set(codes).size).toBe(51)
    expect(second.next).toBeNull()
    const opened = await page(new URL(first.batches[0]!.to, 'http://x').search)
    expect(opened.codes.map(({ batch }) => batch?.name)).toEqual(['Leeds & York', 'Leeds & York'])
    expect((await page('q=single-50')).codes).toMatchObject([{ code: 'SINGLE50' }])
  })
})
