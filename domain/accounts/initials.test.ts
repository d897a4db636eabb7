import { expect, it } from 'vitest'
import { initialsOf } from '#domain/accounts/initials'

it.each([
  ['Ananya Rao', 'AR'],
  ['Zoë van der Merwe', 'ZM'],
  ['Łukasz Wiśniewski', 'ŁW'],
  ['Sukarno', 'S'],
  ['  ada   lovelace ', 'AL'],
  ['王 小明', '王小'],
  ['😀 Smile', '😀S'],
])('shows %s without a picture as %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
