import { describe, expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { typedApplication } from '../../../tests/support/mentors/content.ts'
import { typedIn } from '#server/platform/http/form'
import { readApplicationForm, readProfileForm } from './form.ts'

const BOUNDS = { least: toMinorUnits(500), most: toMinorUnits(100_000), currency: 'GBP' }
const read = (changes: Record<string, string | undefined> = {}) =>
  readApplicationForm(typedApplication(changes), { bounds: BOUNDS, thisYear: 2031 })
const listErrors = (changes: Record<string, string | undefined>) => {
  const result = read(changes)
  return result.ok ? {} : result.error
}

describe('the application form', () => {
  it('reads every field', () => {
    const result = read({ 'sessions.0.price': '35.50', 'sessions.0.touchesVisas': 'on', topics: 'visas,rooms' })
    expect(result).toMatchObject({
      ok: true,
      value: {
        name: 'Elif Demir',
        experience: 6,
        price: 5000,
        helpWith: ['Anmeldung', 'Recognition of diplomas'],
        topics: ['visas', 'rooms'],
        rightToEarn: 'yes',
        sessions: [{ title: 'Your first month in Berlin', minutes: 60, price: 3550, touchesVisas: true }],
        moves: [{ fromCity: 'Ankara', toCountry: 'DE', purpose: 'work', year: 2021 }],
      },
    })
  })

  it('has a message for each required field that is empty', () => {
    const required = ['name', 'role', 'experience', 'location', 'languages', 'price', 'about', 'whyMentor', 'helpWith']
    const choices = ['timeZone', 'rightToEarn', 'adviceAccepted']
    const empty = Object.fromEntries([...required, ...choices].map((field) => [field, undefined]))
    expect(Object.keys(listErrors(empty)).toSorted()).toEqual([...required, ...choices].toSorted())
    expect(Object.values(listErrors(empty)).filter((message) => message.startsWith('Invalid'))).toEqual([])
  })

  it.each(['1e3', '4.99', '1000.01', ''])('refuses the price %j and says what is meant', (price) => {
    const message = 'Enter 0, or an amount between £5 and £1,000'
    expect(listErrors({ price })['price']).toBe(message)
    expect(listErrors({ 'sessions.0.price': price || 'x' })['sessions.0.price']).toBe(message)
  })

  it.each(['0', '5.00', '1000'])('accepts the price %s', (price) => {
    expect(read({ price }).ok).toBe(true)
  })

  it('needs no LinkedIn address, and refuses another one', () => {
    expect(read({ linkedin: '' })).toMatchObject({ ok: true, value: { linkedin: '' } })
    for (const linkedin of ['https://evil.test/linkedin.com', `https://www.linkedin.com/in/${'a'.repeat(2_100)}`])
      expect(listErrors({ linkedin })['linkedin']).toBeTruthy()
  })

  it('needs at least one session, and one move', () => {
    const none = Object.fromEntries(['title', 'description', 'leaveWith'].map((field) => [`sessions.0.${field}`, '']))
    expect(listErrors(none)).toEqual({ 'sessions.0.title': 'Offer at least one session' })
    const nowhere = Object.fromEntries(
      ['fromCity', 'toCity', 'year', 'institution'].map((field) => [`moves.0.${field}`, '']),
    )
    expect(listErrors(nowhere)).toEqual({ 'moves.0.fromCity': 'Enter the move you made' })
  })

  it('leaves out sessions in which only choices were made, and names wrong fields by their place', () => {
    const errors = listErrors({ 'sessions.1.minutes': '45', 'sessions.2.title': 'Third', 'sessions.2.minutes': '17' })
    expect(errors).toEqual({ 'sessions.2.minutes': 'Choose a length in steps of 5 minutes' })
    const kept = read({ 'sessions.1.minutes': '45', 'sessions.2.title': 'Third', 'sessions.2.minutes': '15' })
    expect(kept).toMatchObject({ ok: true, value: { sessions: [{}, { title: 'Third', minutes: 15 }] } })
  })

  it('takes up to eight sessions', () => {
    const sessions = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [
          [`sessions.${n}.title`, `Session ${n}`],
          [`sessions.${n}.minutes`, '30'],
        ]).flat(),
      )
    expect(read(sessions(8))).toMatchObject({ ok: true })
    expect(listErrors(sessions(9))).toEqual({ 'sessions.7': 'At most 8 fit here' })
  })

  it.each([
    ['experience', '71'],
    ['experience', '1e1'],
    ['moves.0.year', '1949'],
    ['moves.0.year', '2032'],
    ['moves.0.purpose', 'fun'],
    ['moves.0.fromCountry', 'Turkey'],
    ['sessions.0.minutes', '10'],
    ['sessions.0.minutes', '125'],
    ['timeZone', 'Europe/Atlantis'],
    ['rightToEarn', 'maybe'],
    ['name', 'You won, claim at http://evil.test'],
    ['name', 'Elif\u0000'],
    ['helpWith', Array.from({ length: 13 }, (_, n) => `thing ${n}`).join(',')],
    ['topics', Array.from({ length: 9 }, (_, n) => `topic-${n}`).join(',')],
  ])('has a message for %s %.40j', (field, value) => {
    expect(Object.keys(listErrors({ [field]: value }))).toEqual([field])
  })

  it.each([
    ['name', 120],
    ['company', 120],
    ['languages', 500],
    ['university', 160],
    ['about', 4_000],
    ['whyMentor', 2_000],
    ['helpWith', 80],
    ['topics', 60],
    ['sessions.0.title', 80],
  ])('accepts a text of exactly the greatest length in %s, and has a message for a longer one', (field, length) => {
    expect(listErrors({ [field]: 'a'.repeat(length) })).toEqual({})
    expect(Object.keys(listErrors({ [field]: 'a'.repeat(length + 1) }))).toEqual([field])
  })

  it('joins fields that occur several times, and leaves files out', () => {
    const form = new FormData()
    form.append('topics', 'visas')
    form.append('topics', 'rooms')
    form.append('picture', new File(['x'], 'x.png'))
    expect(typedIn(form)).toEqual({ topics: 'visas,rooms' })
  })
})

describe('the profile form', () => {
  const TYPED = {
    fullName: 'Elif Demir',
    jobTitle: 'Physiotherapist',
    company: 'Charité',
    university: 'Ankara University',
    linkedin: 'https://www.linkedin.com/in/elif-demir',
    bio: 'I came.',
    whyMentor: 'Because.',
    sessionPrice: '50',
  }

  it('requires what the specification requires', () => {
    const result = readProfileForm({}, BOUNDS)
    expect(result.ok ? [] : Object.keys(result.error).toSorted()).toEqual(Object.keys(TYPED).toSorted())
    expect(readProfileForm(TYPED, BOUNDS)).toMatchObject({ ok: true, value: { hoursPerWeek: null, phone: '' } })
  })

  it('reads texts in other languages, and leaves out those that are emptied', () => {
    const spanish = { language: 'es', about: 'Llegué.', whyMentor: 'Porque sí.' }
    const typed = (place: number, texts: object) =>
      Object.fromEntries(
        Object.entries(texts).map(([field, value]) => [`translations.${place}.${field}`, value as string]),
      )
    const read = (fields: Record<string, string>) => readProfileForm({ ...TYPED, ...fields }, BOUNDS)
    expect(read({})).toMatchObject({ ok: true, value: { translations: [] } })
    expect(read({ ...typed(0, { ...spanish, about: ' ', whyMentor: '' }), ...typed(1, spanish) })).toMatchObject({
      ok: true,
      value: { translations: [spanish] },
    })
    expect(read(typed(0, { ...spanish, language: '', whyMentor: '' }))).toEqual({
      ok: false,
      error: {
        'translations.0.language': 'Choose the language of these texts',
        'translations.0.whyMentor': 'Say why you want to mentor',
      },
    })
    expect(read({ ...typed(0, spanish), ...typed(1, spanish) })).toEqual({
      ok: false,
      error: { 'translations.1.language': 'You have texts in this language already. Keep one' },
    })
  })

  it('reads hours per week as a number', () => {
    expect(readProfileForm({ ...TYPED, availability: '6' }, BOUNDS)).toMatchObject({
      ok: true,
      value: { hoursPerWeek: 6 },
    })
    for (const availability of ['0', '81', 'six'])
      expect(readProfileForm({ ...TYPED, availability }, BOUNDS).ok).toBe(false)
  })
})
