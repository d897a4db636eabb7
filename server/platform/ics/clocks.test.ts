import { expect, it } from 'vitest'
import { readOffset } from '#server/platform/ics/clocks'

it.each([
  ['+0530', 19_800_000],
  ['-05', -18_000_000],
  ['+001932', 1_172_000],
  ['-00:01:15', -75_000],
  ['+1600', null],
  ['+0560', null],
  ['0530', null],
])('the offset %s is %s milliseconds', (text, milliseconds) => {
  expect(readOffset(text)).toBe(milliseconds)
})
