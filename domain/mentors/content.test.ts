import { fc, it as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { toMinorUnits, type MinorUnits } from '#domain/payments/money'
import { mentorContent } from '../../tests/support/mentors/content.ts'
import {
  answerDay,
  changedFields,
  liveContent,
  REVIEWED_FIELDS,
  withoutEarning,
  withProfile,
  type MentorContent,
} from './content.ts'

const current = mentorContent()
const [session] = current.sessions

describe('an edit of a public profile', () => {
  it('keeps name, picture, price, bio, texts in other languages and links as they were until they are reviewed', () => {
    const wanted: MentorContent = {
      ...current,
      name: 'Someone Else',
      portrait: 'B'.repeat(22),
      price: toMinorUnits(9900),
      currency: 'EUR',
      about: 'Other words',
      linkedin: 'https://www.linkedin.com/in/other',
      translations: [{ language: 'es', about: 'Otras palabras', whyMentor: 'Porque sí' }],
    }
    expect(liveContent(current, wanted)).toEqual(current)
    expect(changedFields(liveContent(current, wanted), wanted).toSorted()).toEqual([...REVIEWED_FIELDS].toSorted())
  })

  it('publishes everything else at once', () => {
    const wanted: MentorContent = { ...current, role: 'Architect', whyMentor: 'Because', helpWith: ['Rent'], moves: [] }
    expect(liveContent(current, wanted)).toEqual(wanted)
  })

  it('publishes other words of a session at once, and its price after review', () => {
    const wanted = { ...current, sessions: [{ ...session!, title: 'Other title', price: toMinorUnits(9900) }] }
    expect(liveContent(current, wanted).sessions).toEqual([{ ...session!, title: 'Other title' }])
  })

  it('offers a new session at once if it costs the mentor’s price, and otherwise after review', () => {
    const fresh = { ...session!, id: '00000000-0000-4000-8000-000000000009', title: 'New' }
    const atTheirPrice = { ...current, sessions: [session!, { ...fresh, price: null }] }
    expect(liveContent(current, atTheirPrice)).toEqual(atTheirPrice)
    const priced = { ...current, sessions: [session!, { ...fresh, price: toMinorUnits(9900) }] }
    expect(liveContent(current, priced).sessions).toEqual([session])
  })

  it('changes nothing when the same is written in another order of keys', () => {
    const turned = Object.fromEntries(Object.entries(session!).toReversed()) as typeof session
    expect(changedFields(current, { ...current, sessions: [turned!] })).toEqual([])
    expect(changedFields(current, { ...current, languages: current.languages.toReversed() })).toEqual(['languages'])
  })

  const price = fc.integer({ min: 0, max: 100_000 }).map(toMinorUnits)
  const ids = ['1', '2', '3', '4']
  const sessions = fc.uniqueArray(
    fc.record({ id: fc.constantFrom(...ids), title: fc.string(), price: fc.option(price) }).map((typed) => ({
      ...session!,
      ...typed,
    })),
    { selector: ({ id }) => id },
  )
  property.prop([price, price, sessions, sessions])(
    'never makes a price public that was not reviewed',
    (before, after, known, wished) => {
      const reviewed = { ...current, price: before, sessions: known }
      const live = liveContent(reviewed, { ...current, price: after, sessions: wished })
      expect(live.price).toBe(before)
      for (const { id, price: shown } of live.sessions) {
        const earlier = known.find((each) => each.id === id)
        expect(shown).toBe(earlier ? earlier.price : null)
      }
    },
  )
})

it('the profile in another currency leaves no session a price that was of the currency before', () => {
  const prices = [3_000, 0, null].map((price) => ({ ...session!, price: price as MinorUnits | null }))
  const content = { ...current, currency: 'GBP', sessions: prices }
  const pricesAfter = (currency: string) =>
    withProfile(content, { ...current, translations: [], currency }).sessions.map(({ price }) => price)
  expect(pricesAfter('JPY')).toEqual([null, 0, null])
  expect(pricesAfter('GBP')).toEqual([3_000, 0, null])
})

describe('an applicant who may not earn, or is not sure', () => {
  it.each(['no', 'not_sure'] as const)('charges nothing: %s', (rightToEarn) => {
    const content = withoutEarning({
      ...current,
      rightToEarn,
      sessions: [
        { ...session!, price: toMinorUnits(3000) },
        { ...session!, price: null },
      ],
    })
    expect(content.price).toBe(0)
    expect(content.sessions.map(({ price }) => price)).toEqual([null, null])
  })

  it.each(['yes', null] as const)('does not include the answer %s', (rightToEarn) => {
    expect(withoutEarning({ ...current, rightToEarn })).toEqual({ ...current, rightToEarn })
  })
})

it.each([
  ['2026-11-20', 1, '2026-11-23'], // A Friday.
  ['2026-11-20', 5, '2026-11-27'],
  ['2026-11-21', 1, '2026-11-23'],
  ['2026-12-30', 3, '2027-01-04'],
])('the promised answer to what is submitted on %s within %i working days comes on %s', (on, days, answer) => {
  expect(answerDay(on, days)).toBe(answer)
})
