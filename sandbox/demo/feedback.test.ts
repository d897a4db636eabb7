import { describe, expect, it } from 'vitest'
import { MAX_FEEDBACK_LENGTH } from '#domain/mentors/feedback'
import { isTimeZone } from '#domain/time/zone'
import { demoFeedback } from './feedback.ts'
import { demoMentors } from './mentors.ts'

const everything = Object.values(demoFeedback).flat()

describe('the demo feedback', () => {
  it('has three to nine entries for most mentors, and none for some', () => {
    for (const [slug, said] of Object.entries(demoFeedback)) {
      expect(said.length, slug).toBeGreaterThanOrEqual(3)
      expect(said.length, slug).toBeLessThanOrEqual(9)
    }
    const unheard = demoMentors.filter(({ slug }) => !demoFeedback[slug])
    expect(unheard.length).toBeGreaterThanOrEqual(2)
    expect(unheard.length).toBeLessThanOrEqual(5)
  })

  it('names sessions that the mentors offer', () => {
    for (const [slug, said] of Object.entries(demoFeedback)) {
      const offered = demoMentors.find((mentor) => mentor.slug === slug)?.sessions.map(({ title }) => title)
      for (const { session } of said) expect(offered, slug).toContain(session)
    }
  })

  it('is mostly praise, with some criticism', () => {
    const share = (stars: number) => everything.filter((each) => each.stars === stars).length / everything.length
    expect(share(5) + share(4)).toBeGreaterThan(0.9)
    expect(share(5)).toBeLessThan(0.8)
    expect(share(3)).toBeGreaterThan(0)
  })

  it('comes from people with a first and a last name, in existing time zones, within the last five months', () => {
    for (const { by, zone, daysAgo, text } of everything) {
      expect(by.split(' ').length, by).toBeGreaterThanOrEqual(2)
      expect(isTimeZone(zone), zone).toBe(true)
      expect(daysAgo, by).toBeGreaterThanOrEqual(5)
      expect(daysAgo, by).toBeLessThanOrEqual(150)
      expect(text.length, by).toBeLessThanOrEqual(MAX_FEEDBACK_LENGTH)
    }
  })

  it('contains no text twice', () => {
    expect(new Set(everything.map(({ text }) => text)).size).toBe(everything.length)
  })

  it('contains no shouting', () => {
    expect(everything.filter(({ text }) => /!|[A-Z]{5,}/.test(text))).toEqual([])
  })
})
