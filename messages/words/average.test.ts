import { expect, it } from 'vitest'
import { formatAverage } from '#words/average'

it('formatAverage writes one decimal, also if that is 0', () => {
  expect([formatAverage(4.9), formatAverage(5), formatAverage(3.25)]).toEqual(['4.9', '5.0', '3.3'])
})
