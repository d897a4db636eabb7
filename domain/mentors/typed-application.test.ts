import { expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { readApplicationForm, readProfileForm } from '#server/mentors/application/form'
import { mentorContent, typedApplication } from '../../tests/support/mentors/content.ts'
import { toTypedApplication, toTypedProfile, typedWithProfile } from './typed-application.ts'

const BOUNDS = { least: toMinorUnits(500), most: toMinorUnits(100_000), currency: 'GBP' }
const content = mentorContent({
  price: toMinorUnits(4450),
  topics: ['visas', 'rooms'],
  sessions: [
    { ...mentorContent().sessions[0]!, price: toMinorUnits(3000), touchesVisas: true },
    { ...mentorContent().sessions[0]!, id: '00000000-0000-4000-8000-000000000002', minutes: 30, leaveWith: '' },
  ],
})

it('fills the application form in with a record, so that reading it gives the record again', () => {
  const typed = { ...toTypedApplication(content, ['Turkish', 'German', 'English']), adviceAccepted: 'on' }
  const read = readApplicationForm(typed, { bounds: BOUNDS, thisYear: 2031 })
  const {
    languages: _codes,
    otherLanguages,
    portrait,
    phone,
    specialization,
    qualification,
    hoursPerWeek,
    translations,
    ...same
  } = content
  expect([otherLanguages, portrait, phone, specialization, qualification, hoursPerWeek, translations]).toEqual([
    [],
    null,
    '',
    '',
    '',
    null,
    [],
  ])
  expect(read).toEqual({ ok: true, value: { ...same, currency: 'GBP', languages: 'Turkish, German, English' } })
})

it('fills the prices in with as many decimals as their currency has', () => {
  const [session] = content.sessions
  const fill = (price: number, currency: string) =>
    toTypedApplication(
      { ...content, currency, price: toMinorUnits(price), sessions: [{ ...session!, price: toMinorUnits(price) }] },
      [],
    )
  expect(fill(4500, 'JPY')).toMatchObject({ price: '4500', currency: 'JPY', 'sessions.0.price': '4500' })
  expect(fill(4500, 'KWD')).toMatchObject({ price: '4.500', currency: 'KWD', 'sessions.0.price': '4.500' })
})

it('fills the profile form in with a draft of the application', () => {
  const profile = readProfileForm(toTypedProfile(typedApplication()), BOUNDS)
  expect(profile).toMatchObject({ ok: true, value: { name: 'Elif Demir', price: 5000, hoursPerWeek: null } })
  if (!profile.ok) return
  const saved = typedWithProfile(typedApplication(), { ...profile.value, phone: '030 123456', hoursPerWeek: 6 })
  expect(readProfileForm(toTypedProfile(saved), BOUNDS)).toEqual({
    ok: true,
    value: { ...profile.value, phone: '030 123456', hoursPerWeek: 6 },
  })
})
