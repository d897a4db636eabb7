import { describe, expect, it } from 'vitest'
import { refusalWords } from './booking-problem.ts'

describe('the words for too many holds', () => {
  const words = (seconds: number) =>
    refusalWords(
      {
        code: 'too_many_holds',
        retryAfter: seconds,
        until: new Date(Date.UTC(2030, 0, 7, 9) + seconds * 1_000).toISOString(),
      },
      'Asia/Kolkata',
    )

  it('say when one may ask again, on the reader’s clock', () => {
    expect(words(8 * 60)).toContain('try again at 14:38')
  })

  it('name the day where that is not soon', () => {
    expect(words(7 * 24 * 3_600)).toContain('try again on Mon 14 January at 14:30')
  })

  it('say that nothing was charged and what was typed is kept', () => {
    expect(words(60)).toContain('Nothing was charged, and what you typed is kept.')
  })
})
