import { describe, expect, it } from 'vitest'
import { isTimeZone } from '#domain/time/zone'
import { faces } from './faces.ts'
import { demoMentors } from './mentors.ts'

const wordsIn = (text: string) => text.split(/\s+/).length
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

  it('include two with the same first name, and names beyond ASCII', () => {
    const firstNames = demoMentors.map((mentor) => mentor.name.split(' ')[0])
    expect(new Set(firstNames).size).toBeLessThan(24)
    expect(demoMentors.filter((mentor) => /[^ -~]/.test(mentor.name)).length).toBeGreaterThanOrEqual(3)
  })

  it('live in at least twelve existing time zones, some on the half hour and some south of the equator', () => {
    const zones = new Set(demoMentors.map((mentor) => mentor.timeZone))
    expect([...zones].filter((zone) => !isTimeZone(zone))).toEqual([])
    expect(zones.size).toBeGreaterThanOrEqual(12)
    for (const zone of [
      'Asia/Kathmandu',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
      'Australia/Adelaide',
      'America/Santiago',
    ]) {
      expect(zones).toContain(zone)
    }
  })

  it('made at least ten different crossings, between valid country codes', () => {
    expect(new Set(everyMove.map((move) => `${move.fromCity} ${move.toCity}`)).size).toBeGreaterThanOrEqual(10)
    const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    for (const move of everyMove) {
      for (const country of [move.fromCountry, move.toCountry]) {
        expect(country).toMatch(/^[A-Z]{2}$/)
        expect(countryNames.of(country), country).toBeDefined()
      }
      expect(move.fromCountry).not.toBe(move.toCountry)
      expect(move.year).toBeGreaterThanOrEqual(2000)
    }
    for (const mentor of demoMentors) expect([1, 2]).toContain(mentor.moves.length)
  })

  it('fall into every choice of the experience filter', () => {
    const years = demoMentors.map((mentor) => mentor.experience)
    const withAtLeast = [0, 1, 3, 5, 7].map((step) => years.filter((year) => year >= step).length)
    expect(withAtLeast).toEqual([...new Set(withAtLeast)]) // Each step excludes someone.
    expect(Math.min(...years)).toBe(0)
    expect(Math.max(...years)).toBe(20)
  })

  it('charge £15 to £95; several have sessions at different prices, and one offers a free session', () => {
    for (const mentor of demoMentors) expect(isPrice(mentor.price, 15, 95), mentor.slug).toBe(true)
    for (const session of everySession)
      expect(!session.price || isPrice(session.price, 15, 95), session.title).toBe(true)
    expect(everySession.filter(({ price }) => price === 0)).toHaveLength(1)
    const varied = demoMentors.filter(
      ({ price, sessions }) => new Set(sessions.map((each) => each.price ?? price)).size > 1,
    )
    expect(varied.length).toBeGreaterThanOrEqual(5)
  })

  it('offer sessions of 30 to 75 minutes, in steps of five, each title once a mentor; one of them offers none', () => {
    for (const session of everySession) {
      expect(session.minutes % 5).toBe(0)
      expect(session.minutes).toBeGreaterThanOrEqual(30)
      expect(session.minutes).toBeLessThanOrEqual(75)
      expect(sentencesIn(session.description), session.description).toBeLessThanOrEqual(2)
    }
    for (const { slug, sessions } of demoMentors) {
      expect(sessions.length).toBeLessThanOrEqual(4)
      expect(new Set(sessions.map((session) => session.title)).size, slug).toBe(sessions.length)
    }
    expect(demoMentors.filter((mentor) => mentor.sessions.length === 0)).toHaveLength(1)
  })

  it('say of each session what one leaves with, in different words and at most three lines of a phone', () => {
    const gains = everySession.map(({ leaveWith }) => leaveWith)
    expect(new Set(gains).size).toBe(gains.length)
    // Goes on from "You leave with". A line of a phone has about 40 letters.
    for (const gain of gains) expect(gain).toMatch(/^[a-z][^!]{35,89}\.$/)
  })

  it('describe themselves in 60 to 120 words, their reason in two to four sentences, and have two to five topics', () => {
    for (const mentor of demoMentors) {
      expect(wordsIn(mentor.about), mentor.slug).toBeGreaterThanOrEqual(60)
      expect(wordsIn(mentor.about), mentor.slug).toBeLessThanOrEqual(120)
      expect(sentencesIn(mentor.whyMentor), mentor.slug).toBeGreaterThanOrEqual(2)
      expect(sentencesIn(mentor.whyMentor), mentor.slug).toBeLessThanOrEqual(4)
      expect(mentor.helpWith.length, mentor.slug).toBeGreaterThanOrEqual(2)
      expect(mentor.helpWith.length, mentor.slug).toBeLessThanOrEqual(5)
      expect(mentor.languages.length, mentor.slug).toBeGreaterThanOrEqual(2)
      expect(mentor.topics.length, mentor.slug).toBeGreaterThanOrEqual(2)
      expect(mentor.topics.length, mentor.slug).toBeLessThanOrEqual(5)
      expect(new Set(mentor.topics).size, mentor.slug).toBe(mentor.topics.length)
      expect(mentor.languages.length, mentor.slug).toBeLessThanOrEqual(4)
    }
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

const isPrice = (pounds: number, least: number, most: number) =>
  Number.isInteger(pounds) && pounds >= least && pounds <= most
