import { describe, expect, it } from 'vitest'
import { likelyAddress } from './mistyped-address.ts'

describe('likelyAddress', () => {
  it.each([
    ['ada@gmial.com', 'ada@gmail.com'],
    ['ada@gmal.co', null],
    ['ada@gmail.con', 'ada@gmail.com'],
    ['Ada.L+uk@GMIAL.COM', 'Ada.L+uk@gmail.com'],
    [' ada@hotmial.com ', 'ada@hotmail.com'],
    ['ada@yaho.co.in', 'ada@yahoo.co.in'],
    ['ada@yahooo.con', 'ada@yahoo.com'],
    ['ada@iclod.com', 'ada@icloud.com'],
  ])('takes %s for %s', (typed, meant) => {
    expect(likelyAddress(typed)).toBe(meant)
  })

  it.each([
    'ada@gmail.com',
    'ada@ymail.com',
    'ada@yahoo.co.id',
    'ada@gmx.at',
    'ada@gmial.museum',
    'ada@students.gmial.ac.uk',
    'not an address',
    '@gmial.com',
    '',
  ])('does not question %s', (typed) => {
    expect(likelyAddress(typed)).toBeNull()
  })
})
