import { describe, expect, it } from 'vitest'
import { likelyAddress } from './mistyped-address.ts'

describe('likelyAddress', () => {
  it.each([
    ['ada@gmial.com', 'ada@gmail.com'],
    ['ada@gamil.com', 'ada@gmail.com'],
    ['ada@gmal.co', null],
    ['ada@gmaill.com', 'ada@gmail.com'],
    ['ada@gnail.com', 'ada@gmail.com'],
    ['ada@gmail.con', 'ada@gmail.com'],
    ['ada@gmail.co', 'ada@gmail.com'],
    ['Ada.L+uk@GMIAL.COM', 'Ada.L+uk@gmail.com'],
    [' ada@hotmial.com ', 'ada@hotmail.com'],
    ['ada@hotmal.co.uk', 'ada@hotmail.co.uk'],
    ['ada@yaho.co.in', 'ada@yahoo.co.in'],
    ['ada@yahooo.con', 'ada@yahoo.com'],
    ['ada@outlok.com', 'ada@outlook.com'],
    ['ada@iclod.com', 'ada@icloud.com'],
  ])('takes %s for %s', (typed, meant) => {
    expect(likelyAddress(typed)).toBe(meant)
  })

  it.each([
    'ada@gmail.com',
    'ada@ymail.com',
    'ada@email.com',
    'ada@mail.com',
    'ada@yahoo.co.id',
    'ada@hotmail.be',
    'ada@firm.co',
    'ada@gmx.at',
    'ada@qq.com',
    'ada@gmial.museum',
    'ada@students.gmial.ac.uk',
    'ada@outlook.com.tr',
    'not an address',
    'ada@',
    '@gmial.com',
    '',
  ])('does not question %s', (typed) => {
    expect(likelyAddress(typed)).toBeNull()
  })
})
