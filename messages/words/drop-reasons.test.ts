import { expect, it } from 'vitest'
import { describeDropped } from '#words/drop-reasons'

it.each([
  ['booking_over', 'The booking no longer stands'],
  ['The booking is gone', 'The booking is gone'], // As it was stored before.
  ['toString', 'toString'],
  ['', ''],
])('says of %j why an email was not sent', (stored, words) => {
  expect(describeDropped(stored)).toBe(words)
})
