import { describe, expect, it } from 'vitest'
import type { LandingFacts } from '#server/mentors/landing'
import { landingWords, missingWords } from './landing-words.ts'

const IN_GB = { from: 'IN', to: 'GB' }
const facts: LandingFacts = {
  total: 2,
  origins: [],
  legs: [
    { from: 'Mumbai', to: 'Manchester' },
    { from: 'Pune', to: 'Leeds' },
  ],
  landedIn: ['Manchester', 'Leeds'],
  complete: true,
  languages: ['en', 'hi', 'mr'],
  topics: ['Student visa'],
  prices: { least: 3000, most: 4550 },
  soonest: { at: new Date('2026-11-24T15:00:00Z'), timeZone: 'Europe/London', location: 'Leeds, United Kingdom' },
  sameDestination: [],
  elsewhere: [],
}
const words = (changes: Partial<LandingFacts> = {}, landing: { from: string | null; to: string } = IN_GB) =>
  landingWords(landing, { ...facts, ...changes }, 'Asia/Kolkata')

const sentences = (changes: Partial<LandingFacts>, landing?: { from: string | null; to: string }) =>
  words(changes, landing).text.split(/(?<=\.) /)

describe('the words of a crossing', () => {
  it('are facts of the mentors who made it, in sentences', () => {
    expect(words()).toMatchObject({
      heading: 'From India to the United Kingdom',
      title: 'Mentors who moved from India to the United Kingdom',
      description:
        'Talk to one of 2 mentors who moved from India to the United Kingdom and book a video session. They speak English, Hindi and Marathi. Sessions start at £30. You need no account.',
      text: [
        'Here are 2 mentors who moved from India to the United Kingdom.',
        'They went from Mumbai to Manchester and from Pune to Leeds.',
        'They speak English, Hindi and Marathi.',
        'Sessions start at £30 with the least expensive of them and at £45.50 with the most expensive.',
      ].join(' '),
      soonest: 'The next free time is Tuesday 24 November at 20:30, by your clock.',
    })
  })

  it('are right of one mentor', () => {
    const said = sentences({ total: 1, prices: { least: 3000, most: 3000 } })
    expect(said[0]).toBe('Here is 1 mentor who moved from India to the United Kingdom.')
    expect(said[3]).toBe('Sessions start at £30.')
  })

  it('tell the time on the mentor’s clock as long as the visitor’s is not known', () => {
    expect(landingWords(IN_GB, facts, null).soonest).toBe(
      'The next free time is Tuesday 24 November at 15:00, by the clock in Leeds.',
    )
  })

  it('say so where nobody is free', () => {
    expect(words({ soonest: null }).soonest).toBe('Nobody here has a free time in the next 30 days.')
  })

  it('claim no more than is known where there are more mentors than were looked at', () => {
    expect(sentences({ complete: false })[1]).toBe(
      'They went from Mumbai to Manchester, from Pune to Leeds and elsewhere between the two.',
    )
    const languages = ['en', 'hi', 'mr', 'ta', 'bn', 'ur', 'pa']
    expect(sentences({ languages })[2]).toBe(
      'They speak English, Hindi, Marathi, Tamil, Bengali, Urdu and other languages.',
    )
  })

  it('leave out what nobody told', () => {
    const { text, description } = words({ languages: [], legs: [] })
    expect(text + description).not.toMatch(/speak|went| {2}/)
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
      'Here are 3 mentors who moved to the Netherlands: from India (2) and Nigeria (1).',
      'They landed in Manchester and Leeds.',
    ])
  })

  it('name the one country that all came from without a number', () => {
    expect(sentences({ origins: origins.slice(0, 1) }, { from: null, to: 'DE' })[0]).toBe(
      'Here are 2 mentors who moved to Germany from India.',
    )
  })

  it('count where people came from only where somebody shares it', () => {
    const each = origins.map(({ code }) => ({ code, count: 1 }))
    expect(sentences({ origins: each }, { from: null, to: 'DE' })[0]).toMatch(/: from India and Nigeria\.$/)
  })
})

describe('the words for a move that nobody made', () => {
  const near = { ...facts, total: 0, sameDestination: [{ from: 'NG', to: 'GB', count: 2 }] }

  it('lead to who comes near', () => {
    const { heading, ways } = missingWords(IN_GB, near)
    expect(heading).toBe('Nobody here has moved from India to the United Kingdom yet')
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
    const { ways } = missingWords(IN_GB, { ...near, sameDestination: [] })
    expect(ways.links.map(({ to }) => to)).not.toContain('/mentors/in/united-kingdom')
  })
})
