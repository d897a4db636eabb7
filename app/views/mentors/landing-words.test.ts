import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LandingFacts } from '#server/search/landing'
import { describeLanding, describeMissing } from './landing-words.ts'

const IN_GB = { from: 'IN', to: 'GB' }
const NOW = new Date('2026-11-24T06:00:00Z')
const facts: LandingFacts = {
  total: 2,
  origins: [],
  people: [
    { name: 'Ananya Rao', from: { city: 'Mumbai', country: 'IN' }, to: 'Manchester' },
    { name: 'Ravi Shah', from: { city: 'Pune', country: 'IN' }, to: 'Leeds' },
  ],
  legs: [
    { from: 'Mumbai', to: 'Manchester' },
    { from: 'Pune', to: 'Leeds' },
  ],
  landedIn: ['Manchester', 'Leeds'],
  complete: true,
  languages: ['en', 'hi', 'mr'],
  topics: ['Student visa'],
  prices: { least: 30, most: 45.5 },
  soonest: { at: new Date('2026-11-24T15:00:00Z'), timeZone: 'Europe/London', location: 'Leeds, United Kingdom' },
  sameDestination: [],
  elsewhere: [],
}
const READER = { zone: 'Asia/Kolkata', currency: 'GBP', now: NOW }
const words = (changes: Partial<LandingFacts> = {}, landing: { from: string | null; to: string } = IN_GB) =>
  describeLanding(landing, { ...facts, ...changes }, READER)

const sentences = (changes: Partial<LandingFacts>, landing?: { from: string | null; to: string }) =>
  words(changes, landing).text.split(/(?<=\.) /)

describe('the words of a crossing', () => {
  it('are facts of the mentors who made it, in sentences', () => {
    expect(words()).toMatchObject({
      heading: 'From India to the United Kingdom',
      title: 'Mentors who moved from India to the United Kingdom',
      description:
        'Talk to one of 2 mentors who moved from India to the United Kingdom, in a video session at a time that suits you both. Between them they speak English, Hindi and Marathi. Sessions cost from £30. You don’t need an account.',
      text: [
        'Two mentors here made this move: Ananya Rao from Mumbai to Manchester and Ravi Shah from Pune to Leeds.',
        'Between them they speak English, Hindi and Marathi.',
        'Depending on whom you ask, sessions start between £30 and £45.50.',
      ].join(' '),
      soonest: 'The next free time is today 20:30 (your time).',
    })
  })

  it('are right of one mentor', () => {
    const one = { total: 1, people: facts.people.slice(0, 1), prices: { least: 30, most: 30 } }
    const { text, description } = words(one)
    expect(text).toMatch(/Ananya Rao.* (You can talk|Ask) in English, Hindi or Marathi\. Sessions cost from £30\.$/)
    expect(text).not.toMatch(/[Tt]hey|them/)
    expect(description).toMatch(/^Talk to Ananya Rao, who moved from India to the United Kingdom, /)
  })

  it('give the time on the mentor’s clock as long as the visitor’s is not known, and say so when no mentor is free', () => {
    expect(describeLanding(IN_GB, facts, { ...READER, zone: null }).soonest).toBe(
      'The next free time is today 15:00 (Leeds time).',
    )
    expect(words({ soonest: null }).soonest).toBe('No mentor here has a free time in the next 30 days.')
  })

  it('has prices in the site’s currency', () => {
    const { text } = describeLanding(
      IN_GB,
      { ...facts, prices: { least: 4_500, most: 9_000 } },
      { ...READER, currency: 'JPY' },
    )
    expect(text).toContain('sessions start between ¥4,500 and ¥9,000.')
  })

  it('claim no more than is known where there are more mentors than were looked at', () => {
    expect(sentences({ total: 40, complete: false }).slice(0, 2).join(' ')).toBe(
      '40 mentors here have moved from India to the United Kingdom. ' +
        'They went from Mumbai to Manchester, from Pune to Leeds and elsewhere between the two.',
    )
    const languages = ['en', 'hi', 'mr', 'ta', 'bn', 'ur', 'pa']
    expect(sentences({ languages })[1]).toBe(
      'Between them they speak English, Hindi, Marathi, Tamil, Bengali, Urdu and other languages.',
    )
  })
})

describe('the words of a destination', () => {
  const origins = [
    { code: 'IN', count: 2 },
    { code: 'NG', count: 1 },
  ]

  it('name where people came from and where they landed', () => {
    const landing = { from: null, to: 'NL' }
    const { heading, title } = words({ total: 3, origins }, landing)
    expect([heading, title]).toEqual(['Moving to the Netherlands', 'Mentors who moved to the Netherlands'])
    expect(sentences({ total: 3, origins }, landing).slice(0, 2)).toEqual([
      'Three mentors here have moved to the Netherlands: from India (2) and Nigeria (1).',
      'They landed in Manchester and Leeds.',
    ])
  })
})

describe('the words of any page', () => {
  const word = fc.constantFrom('Ada', 'Bo Li', 'Leeds', 'Pune', 'São Paulo')
  const country = fc.constantFrom('IN', 'NG', 'GB', 'NL', 'US')
  const counts = fc.integer({ min: 1, max: 40 })
  const crossings = fc.array(fc.record({ from: country, to: country, count: counts }), { maxLength: 4 })
  const anyFacts: fc.Arbitrary<LandingFacts> = fc
    .record({
      people: fc.array(fc.record({ name: word, from: fc.record({ city: word, country }), to: word }), {
        minLength: 1,
        maxLength: 24,
      }),
      more: fc.constantFrom(0, 0, 7),
      languages: fc.uniqueArray(fc.constantFrom('en', 'hi', 'mr', 'ta', 'bn', 'ur', 'pa', 'de')),
      prices: fc.option(
        fc
          .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }))
          .map(([a, b]) => ({ least: Math.min(a, b) * 15, most: Math.max(a, b) * 15 })),
      ),
      soonest: fc.option(fc.constant(facts.soonest!)),
      sameDestination: crossings,
      elsewhere: crossings,
    })
    .map(({ people, more, ...rest }) => ({
      ...rest,
      total: people.length + more,
      people,
      complete: more === 0,
      origins: [...Map.groupBy(people, ({ from }) => from.country)].map(([code, all]) => ({ code, count: all.length })),
      legs: people.map(({ from, to }) => ({ from: from.city, to })),
      landedIn: [...new Set(people.map(({ to }) => to))],
      topics: [],
    }))
  const landings = fc.constantFrom(IN_GB, { from: null, to: 'DE' }, { from: 'NG', to: 'NL' }, { from: null, to: 'AU' })

  const expectGoodProse = (text: string) => {
    expect(text).toMatch(/^\S.*\.$/)
    expect(text).not.toMatch(/undefined|null|NaN|\[object| {2}|\.\.| [,.:;]|,[.,]|\(\)/)
    expect(text).not.toMatch(/(?<![\d£.])0 \w/) // "0 mentors"
    expect(text).not.toMatch(/\b(1|[Oo]ne) (mentors|other countries)\b|\b(?!1 )\d+ mentor\b/)
    for (const sentence of text.split(/(?<=\.) /)) expect(sentence).toMatch(/^[A-ZŠ\d].{8,}\.$/)
  }

  it('are whole sentences, with nothing missing, in the right number', () => {
    fc.assert(
      fc.property(landings, anyFacts, (landing, known) => {
        const { text, description, soonest } = describeLanding(landing, known, { ...READER, zone: null })
        for (const each of [text, description, soonest]) expectGoodProse(each)
        if (known.total === 1) expect(text).not.toMatch(/\b([Tt]hey|them)\b/)
        expectGoodProse(describeMissing(landing, { ...known, total: 0 }).text)
      }),
    )
  })
})

describe('the words for a move without mentors', () => {
  const near = { ...facts, total: 0, sameDestination: [{ from: 'NG', to: 'GB', count: 2 }] }

  it('lead to who comes near', () => {
    const { heading, ways } = describeMissing(IN_GB, near)
    expect(heading).toBe('No mentor has moved from India to the United Kingdom yet')
    expect(describeMissing(IN_GB, near).text).toBe(
      'Some mentors came to the United Kingdom from one other country and know the place.',
    )
    expect(ways.groups[0]).toEqual({
      title: 'Also to the United Kingdom',
      links: [{ from: 'Nigeria', to: 'United Kingdom', path: '/mentors/from/nigeria/to/united-kingdom', count: 2 }],
    })
    expect(ways.links.map(({ to }) => to)).toEqual([
      '/mentors/in/united-kingdom',
      '/mentors?moving_from=IN&moving_to=GB',
      '/crossings',
    ])
  })

  it('lead to no page that is not there', () => {
    const { ways } = describeMissing(IN_GB, { ...near, sameDestination: [] })
    expect(ways.links.map(({ to }) => to)).not.toContain('/mentors/in/united-kingdom')
  })
})
