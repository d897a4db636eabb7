import { describe, expect, it } from 'vitest'
import { besideApplication } from '#domain/mentors/typed-application'
import type { ProfileRequest } from '#domain/mentors/content'
import { toMinorUnits } from '#domain/payments/money'
import { saveFormDraft } from '#server/accounts/drafts/form-drafts'
import { findFormDraft } from '#server/accounts/drafts/form-drafts-queries'
import { submitApplication } from '#server/mentors/application/submit'
import { findWaiting } from '#server/mentors/review/submissions-queries'
import { inLanguage } from '#server/platform/language/language'
import type { Language } from '../../../messages/languages.ts'
import { readMentorView } from '../../../app/views/mentors/mentor-view.ts'
import { readOwnProfile } from '../../../app/views/mentors/own-profile.ts'
import { signUp } from '../../../tests/support/accounts/accounts.ts'
import { addAcceptedMentor, addApplicant, decideWaiting } from '../../../tests/support/mentors/applicants.ts'
import { applicationRequest, typedApplication } from '../../../tests/support/mentors/content.ts'
import { ORIGIN } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { findRecord } from './content-queries.ts'
import { saveProfile } from './save-profile.ts'
import { chooseTextsLanguage } from './texts-language.ts'
import { changeStatusAsAdmin } from '#server/bookings/cancellation/mentor-states'

useProduct()

const PROFILE: ProfileRequest = {
  name: 'Elif Demir',
  role: 'Head physiotherapist',
  company: 'Charité',
  university: 'Ankara University',
  linkedin: 'https://www.linkedin.com/in/elif-demir',
  helpWith: ['Anmeldung'],
  about: 'Other words',
  whyMentor: 'Because',
  price: toMinorUnits(6050),
  phone: '+49 30 123456',
  specialization: 'Sports',
  qualification: 'BSc',
  hoursPerWeek: 6,
}
const { phone, specialization, qualification, hoursPerWeek } = PROFILE
const BESIDE = { phone, specialization, qualification, hoursPerWeek }

describe('the profile', () => {
  it('of an account without a record becomes a draft of their application, and is submitted with it', async () => {
    const by = await signUp(test)
    expect(await saveProfile(test.app, by, PROFILE)).toEqual({ ok: true, value: { into: 'draft' } })
    const { fields, version } = (await findFormDraft(test.db, 'application', by.session.accountId))!
    expect(fields).toMatchObject({ name: 'Elif Demir', role: 'Head physiotherapist', price: '60.50' })
    await saveFormDraft(
      test.app,
      'application',
      { accountId: by.session.accountId, typed: typedApplication(), version },
      besideApplication,
    )
    await submitApplication(test.app, by, applicationRequest())
    const record = await findRecord(test.db, { account: by.session.accountId })
    expect(record!.content).toMatchObject({ role: 'Physiotherapist', ...BESIDE })
  })

  it('changes a draft without losing what only the application has', async () => {
    const by = await signUp(test)
    await saveFormDraft(test.app, 'application', {
      accountId: by.session.accountId,
      typed: typedApplication(),
      version: null,
    })
    await saveProfile(test.app, by, PROFILE)
    expect(await findFormDraft(test.db, 'application', by.session.accountId)).toMatchObject({
      version: 2,
      fields: { role: 'Head physiotherapist', 'sessions.0.title': 'Your first month in Berlin' },
    })
  })

  it('changes an application that waits, as another version, and keeps the price of a volunteer at 0', async () => {
    const { by, mentorId } = await addApplicant(test)
    expect(await saveProfile(test.app, by, PROFILE)).toEqual({ ok: true, value: { into: 'pending' } })
    expect((await findRecord(test.db, { id: mentorId }))!.content).toMatchObject({ ...PROFILE })
    expect(await findWaiting(test.db, mentorId)).toMatchObject({ version: 2, content: { about: 'Other words' } })
    await saveProfile(test.app, by, PROFILE)
    expect(await findWaiting(test.db, mentorId)).toMatchObject({ version: 2 })
    const volunteer = await addApplicant(test, { rightToEarn: 'no' }, 'volunteer@example.com')
    await saveProfile(test.app, volunteer.by, PROFILE)
    expect((await findRecord(test.db, { id: volunteer.mentorId }))!.content.price).toBe(0)
  })

  it('goes into a new draft, with all that was submitted, when changes are requested', async () => {
    const { by, mentorId } = await addApplicant(test)
    const admin = await signUp(test, { email: 'june@example.com' })
    await decideWaiting(test, admin, mentorId, { decision: 'changes_requested', message: 'More words, please.' })
    expect(await saveProfile(test.app, by, PROFILE)).toEqual({ ok: true, value: { into: 'draft' } })
    const { fields } = (await findFormDraft(test.db, 'application', by.session.accountId))!
    const { adviceAccepted: _ticked, languages: _names, ...typed } = typedApplication()
    expect(fields).toMatchObject({
      ...typed,
      role: 'Head physiotherapist',
      about: 'Other words',
      whyMentor: 'Because',
      helpWith: 'Anmeldung',
      price: '60.50',
      languages: 'Turkish, German, English',
    })
    expect((await findRecord(test.db, { id: mentorId }))!.content.role).toBe('Physiotherapist')
  })

  it('of a public mentor is public at once, but for what waits for review', async () => {
    const { by, mentorId, admin } = await addAcceptedMentor(test)
    expect(await saveProfile(test.app, by, PROFILE)).toEqual({
      ok: true,
      value: { into: 'live', waiting: ['price', 'about'] },
    })
    expect((await findRecord(test.db, { id: mentorId }))!.content).toMatchObject({ whyMentor: 'Because', ...BESIDE })
    await changeStatusAsAdmin(test.app, admin, mentorId, 'suspend', 'A reason')
    expect(await saveProfile(test.app, by, PROFILE)).toEqual({ ok: false, error: { code: 'suspended' } })
  })
})

describe('a mentor’s texts in another language', () => {
  const translations = [{ language: 'es', about: 'Llegué con un título.', whyMentor: 'Porque sí.' }]
  const viewIn = (language: Language, slug: string) =>
    inLanguage(language, () => readMentorView(test.app, new Request(ORIGIN), { slug, reader: null }))

  it('wait for review, and are then shown to its readers in place of the others', async () => {
    const { by, mentorId, admin } = await addAcceptedMentor(test)
    const { content, slug } = (await findRecord(test.db, { id: mentorId }))!
    const { name, role, company, university, linkedin, helpWith, about, whyMentor, price } = content
    const same = { name, role, company, university, linkedin, helpWith, about, whyMentor, price, ...BESIDE }
    const profile = { ...same, translations }
    expect(await saveProfile(test.app, by, profile)).toEqual({
      ok: true,
      value: { into: 'live', waiting: ['translations'] },
    })
    const original = { about, whyMentor, textsAttributes: { lang: 'en' } }
    expect(await viewIn('es', slug)).toMatchObject(original)
    await decideWaiting(test, admin, mentorId, {})
    const { language: _language, ...texts } = translations[0]!
    const spanish = await viewIn('es', slug)
    expect(spanish).toMatchObject(texts)
    expect(spanish).not.toHaveProperty('textsAttributes')
    expect(await viewIn('fr', slug)).toMatchObject(original)
    expect(await viewIn('en', slug)).toMatchObject({ about, whyMentor })
    const saved = await readOwnProfile(test.app, by.session)
    expect(saved.typed).toMatchObject({ 'translations.0.language': 'es', 'translations.0.about': texts.about })
    await chooseTextsLanguage(test.app, by.session.accountId, 'es')
    expect(await viewIn('es', slug), 'what they wrote first is preferred').toMatchObject({ about, whyMentor })
  })
})

describe('the language of a mentor’s texts', () => {
  const SPANISH = {
    about: 'Llegué a Berlín con dos maletas y sin trabajo, y tardé seis semanas en encontrar piso y un médico.',
    whyMentor: 'Me habría gustado saber todo esto antes de salir de casa, y por eso lo cuento ahora.',
  }

  it('is detected when texts are saved, unless the mentor chooses one that is offered', async () => {
    const { by, mentorId } = await addAcceptedMentor(test, SPANISH)
    const languageOf = async () => {
      const record = await findRecord(test.db, { id: mentorId })
      return [record!.textsLanguage, record!.detectedLanguage]
    }
    expect(await languageOf()).toEqual([null, 'es'])
    await chooseTextsLanguage(test.app, by.session.accountId, 'pt')
    expect(await languageOf()).toEqual(['pt', 'es'])
    await chooseTextsLanguage(test.app, by.session.accountId, 'xx')
    expect(await languageOf()).toEqual([null, 'es'])
  })
})
