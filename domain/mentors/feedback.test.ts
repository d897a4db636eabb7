import { expect, it } from 'vitest'
import { computeScore, shownName } from '#domain/mentors/feedback'

it('shownName is the first name and the initial of the last', () => {
  expect(shownName('Priya Sharma')).toBe('Priya S.')
  expect(shownName('  Maria  da   Silva ')).toBe('Maria S.')
  expect(shownName('Ada lovelace')).toBe('Ada L.')
  expect(shownName('Sujata')).toBe('Sujata')
})

it('shownName takes a whole grapheme for the initial', () => {
  expect(shownName('Zoë E\u0301abha')).toBe('Zoë E\u0301.')
  expect(shownName('प्रिया शर्मा')).toBe('प्रिया श.')
  expect(shownName('Ray 𝒳u')).toBe('Ray 𝒳.')
})

it('computeScore a mentor without ratings is what five people before would have given: 4.3 stars', () => {
  expect(computeScore(null, 0)).toBe(4_300)
  expect(computeScore(null, 3)).toBe(4_300) // Feedback without stars.
})

it('computeScore lets a few ratings move it a little, and many a lot', () => {
  expect(computeScore(5, 1)).toBe(4_417) // (5 × 4.3 + 5) / 6
  expect(computeScore(5, 95)).toBe(4_965)
  expect(computeScore(1, 5)).toBe(2_650)
})
