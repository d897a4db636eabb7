import { expect, it } from 'vitest'
import { formatAverage, shownName } from '#domain/mentors/feedback'

it('writes an average with its decimal, also where that is nought', () => {
  expect([formatAverage(4.9), formatAverage(5), formatAverage(3.25)]).toEqual(['4.9', '5.0', '3.3'])
})

it('shows who said something by first name and initial', () => {
  expect(shownName('Priya Sharma')).toBe('Priya S.')
  expect(shownName('  Maria  da   Silva ')).toBe('Maria S.')
  expect(shownName('Ada lovelace')).toBe('Ada L.')
})

it('shows who has one name by that name', () => {
  expect(shownName('Sujata')).toBe('Sujata')
})

it('takes a whole letter for the initial, whatever it is made of', () => {
  expect(shownName('Zoë E\u0301abha')).toBe('Zoë E\u0301.')
  expect(shownName('प्रिया शर्मा')).toBe('प्रिया श.')
  expect(shownName('Ray 𝒳u')).toBe('Ray 𝒳.')
})
