import { expect, it } from 'vitest'
import { formatAverage, shownName } from '#domain/mentors/feedback'

it('formatAverage writes one decimal, also if that is 0', () => {
  expect([formatAverage(4.9), formatAverage(5), formatAverage(3.25)]).toEqual(['4.9', '5.0', '3.3'])
})

it('shownName is the first name and the initial of the last', () => {
  expect(shownName('Priya Sharma')).toBe('Priya S.')
  expect(shownName('  Maria  da   Silva ')).toBe('Maria S.')
  expect(shownName('Ada lovelace')).toBe('Ada L.')
})

it('shownName of a single name is that name', () => {
  expect(shownName('Sujata')).toBe('Sujata')
})

it('shownName takes a whole grapheme for the initial', () => {
  expect(shownName('Zoë E\u0301abha')).toBe('Zoë E\u0301.')
  expect(shownName('प्रिया शर्मा')).toBe('प्रिया श.')
  expect(shownName('Ray 𝒳u')).toBe('Ray 𝒳.')
})
