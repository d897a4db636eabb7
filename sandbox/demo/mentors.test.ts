import { describe, expect, it } from 'vitest'
import { isTimeZone } from '#domain/time/zone'
import { faces } from './faces.ts'
import { demoMentors } from './mentors.ts'

const sentencesIn = (text: string) => text.split(/[.?](?:\s|$)/).filter(Boolean).length
const everyMove = demoMentors.flatMap((mentor) => mentor.moves)
const everySession = demoMentors.flatMap((mentor) => mentor.sessions)

describe('the demo mentors', () => {
  it('are 24 people with different slugs', () => {
    expect(demoMentors).toHaveLength(24)
    expect(new Set(demoMentors.map((mentor) => mentor.slug)).size).toBe(24)
    expect(new Set(demoMentors.map((mentor) => mentor.name)).size).toBe(24)
    for (const { slug } of demoMentors) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  })

  it('live in at least twelve existing time zones, some on the half hour and some south of the equator', () => {
    const zones = new Set(demoMentors.map((mentor) => mentor.timeZone))
    expect([...zones].filter((zone) => !isTimeZone(zone))).toEqual([])
    expect(zones.size).toBeGreaterThanOrEqual(12)
    for (const zone of ['Asia/Kathmandu', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/Santiago'])
      expect(zones).toContain(zone)
  })

  it('made at least ten different crossings, between valid country codes', () => {
    expect(new Set(everyMove.map((move) => `${move.fromCity} ${move.toCity}`)).size).toBeGreaterThanOrEqual(10)
    const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    for (const { fromCountry, toCountry } of everyMove) {
      for (const country of [fromCountry, toCountry]) expect(countryNames.of(country), country).toBeDefined()
      expect(fromCountry).not.toBe(toCountry)
    }
  })

  it('offer sessions of 30 to 75 minutes, in steps of five, each title once a mentor; one of them offers none', () => {
    for (const session of everySession) {
      expect(session.minutes % 5).toBe(0)
      expect(session.minutes).toBeGreaterThanOrEqual(30)
      expect(session.minutes).toBeLessThanOrEqual(75)
      expect(sentencesIn(session.description), session.description).toBeLessThanOrEqual(2)
    }
    for (const { slug, price, sessions } of demoMentors) {
      const prices = [price, ...sessions.map((session) => session.price || price)]
      expect(
        prices.filter((pounds) => !Number.isInteger(pounds) || pounds < 15 || pounds > 95),
        slug,
      ).toEqual([])
      expect(new Set(sessions.map((session) => session.title)).size, slug).toBe(sessions.length)
    }
    expect(demoMentors.filter((mentor) => mentor.sessions.length === 0)).toHaveLength(1)
  })

  it('give no legal advice: texts on visas say that they are personal experience', () => {
    const ofVisas = demoMentors.filter(({ helpWith, topics }) =>
      [...helpWith, ...topics].some((topic) =>
        /visa|permit|card|entry|migrant|immigration|post-study|residence/i.test(topic),
      ),
    )
    expect(ofVisas.length).toBeGreaterThanOrEqual(5)
    for (const mentor of ofVisas) expect(mentor.whyMentor).toMatch(/own experience, not advice/)
  })

  it('each have a different face', () => {
    expect(Object.keys(faces).toSorted()).toEqual(demoMentors.map((mentor) => mentor.slug).toSorted())
    expect(new Set(Object.values(faces).map((face) => JSON.stringify(face))).size).toBe(24)
  })
})
