/** From a proposal to a decision: who may do what, and who wins when several do it at once. */
import { describe, expect, it } from 'vitest'
import { saveFormDraft } from '#server/accounts/drafts/form-drafts'
import { findFormDraft } from '#server/accounts/drafts/form-drafts-queries'
import { toMinorUnits } from '#domain/payments/money'
import { mailsTo, signUp, signUpAdmin } from '../../tests/support/accounts/accounts.ts'
import {
  addAcceptedCohort,
  addProposer,
  cohortRequest,
  decideNow,
  makeMentor,
  TYPED_PROPOSAL,
} from '../../tests/support/cohorts.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { sendProposal } from '../../app/views/cohorts/proposal-actions.ts'
import { decideCohort, type Decision } from './decide.ts'
import { proposeCohort } from './propose.ts'
import { publishCohorts } from './publishing.ts'
import {
  areCohortsPublished,
  findCohort,
  findOpenCohort,
  findPublicCohort,
  listOwnCohorts,
  listPublicCohorts,
  listWaitingCohorts,
} from './queries.ts'

useProduct()

const june = () => signUpAdmin(test, { name: 'June Park', email: 'june@example.com' })
const omar = () => signUpAdmin(test, { name: 'Omar Haddad', email: 'omar@example.com' })
const FREE = { price: '0' }
const resultCode = (outcome: { ok: true } | { ok: false; error: { code: string } }) =>
  outcome.ok ? 'done' : outcome.error.code
const events = async (id: string) => {
  const query = test.db.selectFrom('auditLog').select(['action', 'before', 'after']).where('subjectId', '=', id)
  return query.orderBy('id').execute()
}
const subjects = async () => (await mailsTo(test, 'elif@example.com')).map(({ subject }) => subject)

describe('proposeCohort', () => {
  it('writes everything that was typed, which waits for review, and says so by email', async () => {
    const { cohortId } = await addProposer(test)
    expect(await findCohort(test.db, cohortId)).toMatchObject({
      slug: 'first-term-in-lyon',
      status: 'pending',
      statusSince: test.clock.time,
      content: { ...cohortRequest(), picture: null },
    })
    expect(await listWaitingCohorts(test.db)).toMatchObject([{ id: cohortId, isAgain: false }])
    expect(await subjects()).toEqual(['We received your cohort “First term in Lyon”'])
    expect(await events(cohortId)).toMatchObject([{ action: 'cohort.proposed', before: null, after: { seats: 15 } }])
    const ofSameTitle = await addProposer(test, {}, 'omar@example.com')
    expect((await findCohort(test.db, ofSameTitle.cohortId))!.slug).toBe('first-term-in-lyon-2')
  })

  it('is one proposal when it is sent twice at once, and one email', async () => {
    const by = await signUp(test, { name: 'Elif Demir', email: 'elif@example.com' })
    const send = () => proposeCohort(test.app, by, cohortRequest(FREE), null)
    const sent = await Promise.all([send(), send()])
    expect(sent.map(resultCode)).toEqual(['done', 'done'])
    expect(await listOwnCohorts(test.db, by.session.accountId)).toHaveLength(1)
    expect(await subjects()).toHaveLength(1)
  })

  it('changes what waits, with what it said before and after, and an admin who read it before decides nothing', async () => {
    const { by, cohortId } = await addProposer(test)
    test.clock.forward(60)
    await proposeCohort(test.app, by, cohortRequest({ cohortTitle: 'Propose', menteesCount: '12' }), cohortId)
    expect(await findCohort(test.db, cohortId)).toMatchObject({ slug: 'cohort', version: 2, status: 'pending' })
    const read: Decision = { cohortId, version: 1, decision: 'accepted', message: '' }
    expect(resultCode(await decideCohort(test.app, await june(), read))).toBe('changed')
    expect((await events(cohortId))[1]).toMatchObject({
      action: 'cohort.changed',
      before: { seats: 15, title: 'First term in Lyon' },
      after: { seats: 12, title: 'Propose' },
    })
  })

  it('refuses dates that contradict each other, writes nothing and keeps the draft, which goes once it is sent', async () => {
    const by = await signUp(test, { name: 'Elif Demir', email: 'elif@example.com' })
    const { accountId } = by.session
    await saveFormDraft(test.app, 'proposal', { accountId, typed: TYPED_PROPOSAL, version: null })
    const sent = await proposeCohort(test.app, by, cohortRequest({ endDate: '2030-09-01' }), null)
    expect(sent).toMatchObject({ ok: false, error: { code: 'invalid', fields: { endDate: expect.any(String) } } })
    expect(await listOwnCohorts(test.db, accountId)).toEqual([])
    expect(await findFormDraft(test.db, 'proposal', accountId)).toBeDefined()
    await proposeCohort(test.app, by, cohortRequest(FREE), null)
    expect(await findFormDraft(test.db, 'proposal', accountId)).toBeUndefined()
  })

  it('takes a price only from a mentor who may earn', async () => {
    const by = await signUp(test, { name: 'Elif Demir', email: 'elif@example.com' })
    const send = () => proposeCohort(test.app, by, cohortRequest(), null)
    const refused = { ok: false, error: { code: 'invalid', fields: { price: expect.stringContaining('Enter 0') } } }
    expect(await send()).toEqual(refused)
    const { id } = await makeMentor(test, by.session.accountId)
    const update = test.db.updateTable('mentors').where('id', '=', id)
    await update.set({ rightToEarn: 'not_sure', pricePence: toMinorUnits(0) }).execute()
    expect(await send()).toEqual(refused)
    await update.set({ rightToEarn: 'yes', status: 'suspended' }).execute()
    expect(await send()).toEqual(refused)
    expect(await listOwnCohorts(test.db, by.session.accountId)).toEqual([])
    await update.set({ status: 'accepted' }).execute()
    expect(resultCode(await send())).toBe('done')
  })
})

describe('the price of a proposal', () => {
  it('is in the currency of its proposer’s mentor, also when it is sent again after that has changed', async () => {
    const by = await signUp(test, { name: 'Elif Demir', email: 'elif@example.com' })
    const { id } = await makeMentor(test, by.session.accountId)
    const send = async (currency: string, price: string, of = '') => {
      await test.db.updateTable('mentors').set({ currency }).where('id', '=', id).execute()
      expect(await sendProposal(test.app, by, { ...TYPED_PROPOSAL, price }, of)).toHaveProperty('to')
      return (await findOpenCohort(test.db, by.session.accountId))!
    }
    const sent = await send('JPY', '4500')
    expect(sent.content).toMatchObject({ pricePence: 4_500, currency: 'JPY' })
    expect((await send('EUR', '60', sent.id)).content).toMatchObject({ pricePence: 6_000, currency: 'EUR' })
    expect((await events(sent.id))[1]).toMatchObject({
      before: { pricePence: 4_500, currency: 'JPY' },
      after: { pricePence: 6_000, currency: 'EUR' },
    })
  })

  it('is the site’s own for someone without a mentor profile', async () => {
    const by = await signUp(test, { name: 'Elif Demir', email: 'elif@example.com' })
    await sendProposal(test.app, by, { ...TYPED_PROPOSAL, price: '0' }, '')
    const content = { pricePence: 0, currency: test.app.config.CURRENCY }
    expect(await findOpenCohort(test.db, by.session.accountId)).toMatchObject({ content })
  })
})

describe('decideCohort', () => {
  it.each([
    ['accepted', 'Your cohort “First term in Lyon” was accepted'],
    ['rejected', 'Your cohort “First term in Lyon”'],
    ['changes_requested', 'Changes requested for your cohort “First term in Lyon”'],
  ] as const)('“%s” is recorded and emailed word for word', async (decision, subject) => {
    const { cohortId } = await addProposer(test)
    expect(resultCode(await decideNow(test, await june(), cohortId, { decision, message: ' Read on. ' }))).toBe('done')
    expect(await findCohort(test.db, cohortId)).toMatchObject({ status: decision, message: 'Read on.' })
    expect((await events(cohortId))[1]).toMatchObject({
      action: `cohort.${decision}`,
      before: { status: 'pending' },
      after: { status: decision, message: 'Read on.' },
    })
    const mails = await mailsTo(test, 'elif@example.com')
    const mail = mails.find((each) => each.subject === subject)
    expect(mail!.text).toContain('Read on.')
    expect(await listWaitingCohorts(test.db)).toEqual([])
  })

  it('needs a reason to reject, and words to ask for changes', async () => {
    const { cohortId } = await addProposer(test)
    const admin = await june()
    for (const decision of ['rejected', 'changes_requested'] as const)
      expect(resultCode(await decideNow(test, admin, cohortId, { decision, message: ' ' }))).toBe('message_required')
    expect((await findCohort(test.db, cohortId))!.status).toBe('pending')
  })

  it('takes one of two decisions at the same moment, and the other admin learns by whom', async () => {
    const { cohortId } = await addProposer(test)
    const admins = [await june(), await omar()] as const
    const decided = await Promise.all([
      decideNow(test, admins[0], cohortId, { decision: 'accepted' }),
      decideNow(test, admins[1], cohortId, { decision: 'rejected', message: 'No.' }),
    ])
    expect(decided.map(resultCode).toSorted()).toEqual(['decided', 'done'])
    const won = decided[0].ok ? 'June Park' : 'Omar Haddad'
    expect(decided.find(({ ok }) => !ok)).toMatchObject({ error: { by: won } })
    expect(await subjects()).toHaveLength(2)
  })

  it('is not for one’s own proposal, nor for one that does not exist', async () => {
    const admin = await june()
    const sent = await proposeCohort(test.app, admin, cohortRequest(FREE), null)
    if (!sent.ok) throw new Error(sent.error.code)
    expect(resultCode(await decideNow(test, admin, sent.value.cohortId))).toBe('own')
    const alone = { ...admin, ownReason: 'There is no other admin.' }
    expect(resultCode(await decideNow(test, alone, sent.value.cohortId))).toBe('done')
    expect((await events(sent.value.cohortId)).at(-1)!.after).toMatchObject({ aboutThemselves: alone.ownReason })
    const missing = { cohortId: '00000000-0000-4000-8000-000000000000', version: 1, message: '' }
    expect(resultCode(await decideCohort(test.app, admin, { ...missing, decision: 'accepted' }))).toBe('not_found')
  })

  it('asks for changes, which the proposer makes and sends again, until it is accepted', async () => {
    const { by, cohortId } = await addProposer(test)
    const admin = await june()
    await decideNow(test, admin, cohortId, { decision: 'changes_requested', message: 'Fewer seats.' })
    expect(await findOpenCohort(test.db, by.session.accountId)).toMatchObject({ message: 'Fewer seats.' })
    test.clock.forward(60)
    expect(resultCode(await proposeCohort(test.app, by, cohortRequest({ menteesCount: '12' }), cohortId))).toBe('done')
    expect(await listWaitingCohorts(test.db)).toMatchObject([{ id: cohortId, isAgain: true }])
    expect(resultCode(await decideNow(test, admin, cohortId))).toBe('done')
    expect(await findPublicCohort(test.db, 'first-term-in-lyon')).toMatchObject({ content: { seats: 12 } })
    expect(await findOpenCohort(test.db, by.session.accountId)).toBeUndefined()
    const late = await proposeCohort(test.app, by, cohortRequest(), cohortId) // Of a form that was open meanwhile.
    expect(resultCode(late)).toBe('decided')
    expect(await listOwnCohorts(test.db, by.session.accountId)).toHaveLength(1)
  })
})

describe('public cohorts', () => {
  it('are the accepted ones that are not over, without those whose proposer has left', async () => {
    const { by } = await addAcceptedCohort(test)
    await addProposer(test, { cohortTitle: 'Waits' }, 'omar@example.com')
    expect(await listPublicCohorts(test.db, '2030-10-25')).toMatchObject([{ slug: 'first-term-in-lyon' }])
    expect(await listPublicCohorts(test.db, '2030-10-26')).toEqual([])
    expect(await findPublicCohort(test.db, 'waits')).toBeUndefined()
    await test.db
      .updateTable('accounts')
      .set({ suspendedAt: test.clock.time })
      .where('id', '=', by.session.accountId)
      .execute()
    expect(await findPublicCohort(test.db, 'first-term-in-lyon')).toBeUndefined()
    expect(await listPublicCohorts(test.db, '2030-10-25')).toEqual([])
  })

  it('are shown once an admin says so; the same said twice is one change', async () => {
    const admin = await june()
    expect(await areCohortsPublished(test.db)).toBe(false)
    await Promise.all([publishCohorts(test.app, admin, true), publishCohorts(test.app, admin, true)])
    expect(await areCohortsPublished(test.db)).toBe(true)
    expect(await events('cohorts')).toMatchObject([{ before: { published: false }, after: { published: true } }])
  })
})
