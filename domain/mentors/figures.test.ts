import { describe, expect, it } from 'vitest'
import { figuresAsText, parseFigures, provenCounts } from '#domain/mentors/figures'

describe('parseFigures', () => {
  it('reads values and what they count, separated by commas', () => {
    expect(parseFigures('150+ mentees, 8 cohorts,94% of them content')).toEqual({
      ok: true,
      value: [
        { value: '150+', of: 'mentees' },
        { value: '8', of: 'cohorts' },
        { value: '94%', of: 'of them content' },
      ],
    })
  })

  it('reads of what a figure is from the brackets after it, commas and all', () => {
    const text = '94% success (sessions rated 4 or 5, of all), 8 cohorts'
    const figures = [
      { value: '94%', of: 'success', note: 'sessions rated 4 or 5, of all' },
      { value: '8', of: 'cohorts' },
    ]
    expect(parseFigures(text)).toEqual({ ok: true, value: figures })
    expect(figuresAsText(figures)).toBe(text)
  })

  it.each(['many mentees', '', '1 a, 2 b, 3 c, 4 d, 5 e', '8 cohorts ()', '8 a (b) (c)', '8 a (b'])(
    'refuses %j',
    (text) => {
      expect(parseFigures(text)).toEqual({ ok: false, error: 'malformed' })
    },
  )
})

it('provenCounts gives counts from ten on', () => {
  expect(provenCounts({ mentors: 10, countries: 9, sessions: 1_204 })).toEqual([
    { of: 'mentors', count: 10 },
    { of: 'sessions', count: 1_204 },
  ])
})
