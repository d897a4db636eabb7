import { describe, expect, it } from 'vitest'
import { saveFormDraft } from '#server/accounts/drafts/form-drafts'
import { findFormDraft, setFormDraftPicture } from '#server/accounts/drafts/form-drafts-queries'
import { updateAccount } from '#server/accounts/queries'
import { findRecord } from '#server/mentors/record/content-queries'
import { slugOfName } from '#server/mentors/record/slugs-queries'
import { readWeeklyStarts } from '#server/mentors/hours/hours-queries'
import { changeOwnStatus, changeStatusAsAdmin } from '#server/bookings/cancellation/mentor-states'
import { mailsTo, signUp } from '../../../tests/support/accounts/accounts.ts'
import { addApplicant, decideWaiting } from '../../../tests/support/mentors/applicants.ts'
import { mentorContent, applicationRequest } from '../../../tests/support/mentors/content.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { signUpAdmin } from '../../../tests/support/accounts/accounts.ts'
import { submitApplication } from './submit.ts'

useProduct()

const submissions = () => test.db.selectFrom('mentorSubmissions').selectAll().orderBy('submittedAt').execute()
const PICTURE = 'P'.repeat(22)

describe('an application', () => {
  it('becomes the person’s mentor record, which waits for review', async () => {
    const { by, mentorId } = await addApplicant(test)
    const record = await findRecord(test.db, { account: by.session.accountId })
    const createdBy = by.session.accountId
    expect(record).toMatchObject({ id: mentorId, status: 'pending', slug: 'elif-demir', createdBy })
    const typed = mentorContent()
    const sessions = typed.sessions.map((session) => ({ ...session, id: expect.any(String) }))
    expect(record!.content).toEqual({ ...typed, currency: 'GBP', sessions })
    expect(await submissions()).toMatchObject([{ mentorId, before: null, decision: null, version: 1 }])
    const [mail] = await mailsTo(test, 'elif@example.com') // On Monday 7 January 2030.
    expect(mail!.subject).toBe('We received your application to Landfall')
    expect(mail!.text).toContain('You’ll get a reply by Monday 14 January 2030.')
    expect(mail!.text).toContain('/become-a-mentor')
  })

  it('sets the usual week that was chosen, and leaves it as it was where the form did not ask', async () => {
    const { by, mentorId } = await addApplicant(test, { hours: 'chosen', 'hours.5': '15:30,17:30' })
    const saturday = [[], [], [], [], [], ['15:30', '17:30'], []]
    expect(await readWeeklyStarts(test.db, mentorId)).toEqual(saturday)
    await submitApplication(test.app, by, applicationRequest({ role: 'Doctor' }))
    expect(await readWeeklyStarts(test.db, mentorId)).toEqual(saturday)
    await submitApplication(test.app, by, applicationRequest({ hours: 'chosen' }))
    expect((await readWeeklyStarts(test.db, mentorId)).flat()).toEqual([])
  })

  it('is refused with a message for each wrong field, and nothing is written', async () => {
    const by = await signUp(test)
    const places = { 'moves.0.fromCountry': 'XX', 'moves.0.toCountry': 'ZZ' }
    const unknown = applicationRequest({ ...places, topics: 'nothing', languages: ',' })
    expect(await submitApplication(test.app, by, unknown)).toEqual({
      ok: false,
      error: {
        code: 'invalid',
        fields: {
          languages: 'Enter the languages you can mentor in, separated by commas',
          topics: 'Choose topics from the list',
          'moves.0.fromCountry': 'Choose a country from the list',
          'moves.0.toCountry': 'Choose a country from the list',
        },
      },
    })
    expect(await submissions()).toEqual([])
    expect(await findRecord(test.db, { account: by.session.accountId })).toBeUndefined()
  })

  it('makes a volunteer of an applicant who is not sure that they may earn', async () => {
    const { mentorId } = await addApplicant(test, { rightToEarn: 'not_sure', price: '50', 'sessions.0.price': '30' })
    const record = await findRecord(test.db, { id: mentorId })
    expect(record!.content).toMatchObject({ price: 0, rightToEarn: 'not_sure', sessions: [{ price: null }] })
  })

  it('discards the draft, and takes its picture, or else that of the account', async () => {
    const by = await signUp(test)
    const { accountId } = by.session
    await updateAccount(test.db, accountId, { picture: 'A'.repeat(22), updatedAt: test.clock.time })
    await saveFormDraft(test.app, 'application', { accountId, typed: { name: 'Elif' }, version: null })
    const other = await signUp(test, { email: 'other@example.com' })
    const { accountId: otherId } = other.session
    await updateAccount(test.db, otherId, { picture: 'O'.repeat(22), updatedAt: test.clock.time })
    await saveFormDraft(test.app, 'application', { accountId: otherId, typed: { name: 'Other' }, version: null })
    await setFormDraftPicture(test.db, 'application', { accountId, picture: PICTURE, now: test.clock.time })
    await submitApplication(test.app, by, applicationRequest())
    expect(await findFormDraft(test.db, 'application', accountId)).toBeUndefined()
    expect(await findFormDraft(test.db, 'application', otherId)).toMatchObject({ fields: { name: 'Other' } })
    expect((await findRecord(test.db, { account: accountId }))!.content.portrait).toBe(PICTURE)
    await submitApplication(test.app, other, applicationRequest())
    expect((await findRecord(test.db, { account: otherId }))!.content.portrait).toBe('O'.repeat(22))
  })

  it('can be changed while it waits, and is then another version of the same submission', async () => {
    const { by, mentorId } = await addApplicant(test)
    const before = await findRecord(test.db, { id: mentorId })
    test.clock.forward(10)
    const [session] = before!.content.sessions
    await submitApplication(test.app, by, applicationRequest({ name: 'Elif Kaya', 'sessions.0.id': session!.id }))
    const after = await findRecord(test.db, { id: mentorId })
    expect(after).toMatchObject({ status: 'pending', slug: 'elif-kaya', content: { name: 'Elif Kaya' } })
    expect(after!.content.sessions[0]!.id).toBe(session!.id)
    expect(await submissions()).toMatchObject([{ version: 2, changedAt: test.clock.time }])
    expect(await mailsTo(test, 'elif@example.com')).toHaveLength(1)
  })

  it('never takes over another mentor’s session by its id', async () => {
    const other = await addMentor(test)
    const { mentorId } = await addApplicant(test, { 'sessions.0.id': other.sessionTypeIds[0]! })
    const record = await findRecord(test.db, { id: mentorId })
    expect(record!.content.sessions[0]!.id).not.toBe(other.sessionTypeIds[0])
    expect(await findRecord(test.db, { id: other.id })).toMatchObject({
      content: { sessions: [{ title: 'First ninety days' }] },
    })
  })

  it('sent twice at once makes one record, and one submission', async () => {
    const by = await signUp(test)
    const both = await Promise.all([1, 2].map(() => submitApplication(test.app, by, applicationRequest())))
    expect(both.map(({ ok }) => ok)).toEqual([true, true])
    expect(await test.db.selectFrom('mentors').select('id').execute()).toHaveLength(1)
    expect(await submissions()).toHaveLength(1)
  })

  it('of people of one name get different addresses, also at once', async () => {
    const people = await Promise.all(
      ['a', 'b', 'c'].map((letter) => signUp(test, { name: 'Elif Demir', email: `${letter}@example.com` })),
    )
    await Promise.all(people.map((by) => submitApplication(test.app, by, applicationRequest())))
    const slugs = await test.db.selectFrom('mentors').select('slug').execute()
    expect(new Set(slugs.map(({ slug }) => slug)).size).toBe(3)
    for (const { slug } of slugs) expect(slug).toMatch(/^elif-demir/)
  })

  it.each([
    ['Владимир', 'mentor'],
    ['In', 'mentor'],
    ['Zoë O’Neil-Łukasz', 'zoe-oneil-lukasz'],
  ])('of %s gets the address %s', (name, slug) => expect(slugOfName(name)).toBe(slug))

  it('may come again after a rejection, and not from a public or a suspended mentor, who cannot withdraw', async () => {
    const { by, mentorId } = await addApplicant(test)
    const submit = () => submitApplication(test.app, by, applicationRequest())
    const admin = await signUpAdmin(test, { email: 'june@example.com' })
    await decideWaiting(test, admin, mentorId, { decision: 'rejected', message: 'Too little yet.' })
    expect(await submit()).toEqual({ ok: true, value: { mentorId } })
    await decideWaiting(test, admin, mentorId, {})
    expect(await submit()).toEqual({ ok: false, error: { code: 'not_now' } })
    expect(await submissions()).toHaveLength(2)
    await changeStatusAsAdmin(test.app, admin, mentorId, 'suspend', 'A complaint.')
    expect(await changeOwnStatus(test.app, by, 'withdraw')).toEqual({ ok: false, error: { code: 'not_possible' } })
    expect(await submit()).toEqual({ ok: false, error: { code: 'not_now' } })
  })
})
