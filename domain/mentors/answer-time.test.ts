import { describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import { findAnswerHours } from '#domain/mentors/answer-time'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/wall-time'

describe('how soon a mentor answers', () => {
  it.each([
    [1, [HOUR_MS, 20 * MINUTE_MS, 5 * DAY_MS]],
    [3, [HOUR_MS + 1, 3 * HOUR_MS, 3 * HOUR_MS]],
    [12, [null, 4 * HOUR_MS, 5 * HOUR_MS]],
    [24, [MINUTE_MS, DAY_MS, DAY_MS, null]],
    [48, [DAY_MS + 1, 2 * DAY_MS, 2 * DAY_MS]],
  ])('is within %s hours', (hours, waits) => {
    expect(findAnswerHours(waits)).toBe(hours)
  })

  it.each([
    ['after two questions', [MINUTE_MS, MINUTE_MS]],
    ['when most took longer than two days', [MINUTE_MS, 2 * DAY_MS + 1, 9 * DAY_MS]],
    ['when most were never replied to', [MINUTE_MS, null, null]],
  ])('is not said %s', (_when, waits) => {
    expect(findAnswerHours(waits)).toBeNull()
  })

  it('never sounds better because a question stays unanswered', () => {
    const wait = fc.option(fc.integer({ min: 0, max: 4 * DAY_MS }))
    fc.assert(
      fc.property(fc.array(wait, { minLength: 3, maxLength: 30 }), (waits) => {
        expect(findAnswerHours([...waits, null]) ?? Infinity).toBeGreaterThanOrEqual(findAnswerHours(waits) ?? Infinity)
      }),
    )
  })
})
