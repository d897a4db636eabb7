import { describe, expect, it } from 'vitest'
import { MAX_FEEDBACK_LENGTH } from '#domain/mentors/feedback'
import { isTimeZone } from '#domain/time/zone'
import { demoFeedback, demoMentors } from './mentors.ts'

const everything = Object.values(demoFeedback).flat()

describe('the demo feedback', () => {
  it('names sessions that the mentors offer', () => {
    for (const [slug, said] of Object.entries(demoFeedback)) {
      const offered = demoMentors.find((mentor) => mentor.slug === slug)?.sessions.map(({ title }) => title)
      for (const { session } of said) expect(offered, slug).toContain(session)
    }
  })

  it('comes from people in existing time zones within the last five months, and contains no text twice', () => {
    for (const { by, zone, daysAgo, text } of everything) {
      expect(isTimeZone(zone), zone).toBe(true)
      expect(daysAgo, by).toBeGreaterThanOrEqual(5)
      expect(daysAgo, by).toBeLessThanOrEqual(150)
      expect(text.length, by).toBeLessThanOrEqual(MAX_FEEDBACK_LENGTH)
    }
    expect(new Set(everything.map(({ text }) => text)).size).toBe(everything.length)
  })
})
