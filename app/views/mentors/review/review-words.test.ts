import { expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { mentorContent } from '../../../../tests/support/mentors/content.ts'
import { shownRows } from './review-words.ts'

it.each([
  [4_250, '£42.50 per session'],
  [0, 'Free'],
])('an admin reads a price of %s pence as “%s”', (pence, words) => {
  const content = mentorContent({ price: toMinorUnits(pence) })
  const rows = shownRows({ content, base: null, topics: new Map(), describeRequest: () => null })
  expect(rows.find(({ field }) => field === 'price')?.words).toEqual([{ text: words, change: 'same' }])
})
