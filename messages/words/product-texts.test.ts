import { expect, it } from 'vitest'
import { storedText } from '#domain/product-text'
import { describeStored } from '#words/product-texts'

it.each([
  [storedText('idle', 14), 'You offer no start in the next 14 days, so your page is not shown for now.'],
  [storedText('cancelled', 2, 60), 'You cancelled 2 sessions within 60 days, so your page is not shown for now.'],
  [storedText('unclaimed'), 'Imported: waiting for its owner to claim it'],
  [storedText('missing_moves'), 'Add the move that you made'],
])('puts %j into words', (stored, words) => {
  expect(describeStored(stored)).toBe(words)
})

it.each([
  'You offer no start in the next 14 days, so your page is not shown for now.', // As it was stored before.
  'Exams',
  'code:of_a_later_version',
  'code: LS1',
  '',
])('leaves %j as it was written', (text) => {
  expect(describeStored(text)).toBe(text)
})
