import { describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import { formatReplyTime } from '#domain/mentors/answer-time'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/wall-time'

describe('how soon a mentor answers', () => {
  it.each([
    ['within an hour', [HOUR_MS, 20 * MINUTE_MS, 5 * DAY_MS]],
    ['within 3 hours', [HOUR_MS + 1, 3 * HOUR_MS, 3 * HOUR_MS]],
    ['within 12 hours', [null, 4 * HOUR_MS, 5 * HOUR_MS]],
    ['within a day', [MINUTE_MS, DAY_MS, DAY_MS, null]],
    ['within two days', [DAY_MS + 1, 2 * DAY_MS, 2 * DAY_MS]],
  ])('is %s', (words, waits) => {
    expect(formatReplyTime(waits)).toBe(`Usually answers ${words}`)
  })

  it.each([
    ['after two questions', [MINUTE_MS, MINUTE_MS]],
    ['when most took longer than two days', [MINUTE_MS, 2 * DAY_MS + 1, 9 * DAY_MS]],
    ['when most were never replied to', [MINUTE_MS, null, null]],
  ])('is not said %s', (_when, waits) => {
    expect(formatReplyTime(waits)).toBeNull()
  })

  it('never sounds better because a question stays unanswered', () => {
    const wait = fc.option(fc.integer({ min: 0, max: 4 * DAY_MS }))
    const order = ['an hour', '3 hours', '12 hours', 'a day', 'two days']
    const rank = (words: string | null) =>
      words ? order.findIndex((each) => words.endsWith(` ${each}`)) : order.length
    fc.assert(
      fc.property(fc.array(wait, { minLength: 3, maxLength: 30 }), (waits) => {
        expect(rank(formatReplyTime([...waits, null]))).toBeGreaterThanOrEqual(rank(formatReplyTime(waits)))
      }),
    )
  })
})
