import { describe, expect, it } from 'vitest'
import { parseFigures, provenFigures } from '#domain/mentors/figures'

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

  it.each(['many mentees', '150+', '', '8 cohorts,', '1 a, 2 b, 3 c, 4 d, 5 e'])('refuses %j', (text) => {
    expect(parseFigures(text)).toEqual({ ok: false, error: 'malformed' })
  })
})

describe('provenFigures', () => {
  it('gives counts from ten on', () => {
    expect(provenFigures({ mentors: 10, countries: 9, sessions: 1_204 })).toEqual([
      { value: '10', of: 'mentors' },
      { value: '1,204', of: 'sessions' },
    ])
  })
})
