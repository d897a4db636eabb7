import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { holdsPageAddress } from '#domain/page-address'

describe('holdsPageAddress', () => {
  it.each([
    'You won £1,000, claim it at http://evil.example/x',
    'https:evil.example',
    'www.evil.ru',
    'see www2.evil.ru now',
    'evil.ru?code=1',
    'xn--e1afmkfd.xn--p1ai',
    'mailto:x@evil.ru',
    'claim at bit.ly/3xYz',
    'evil.ru:8080/claim',
    'evil.co.com.',
    'sub.domain-name.shop',
    'пример.рф/приз',
    'ｈｔｔｐ://evil',
    'evil。com',
    'evil.co\u200Bm',
    'javascript:alert(1)',
    'landfall://open',
  ])('finds one in “%s”', (text) => expect(holdsPageAddress(text)).toBe(true))

  it.each([
    'St. John',
    'J.R.R. Tolkien',
    'A.P.J. Abdul Kalam',
    'Md.Rahman',
    "Anne-Marie O'Neill",
    'Dr.Smith',
    'Ph.D. Ada Lovelace, B.Sc.',
    'S/O Ramesh Kumar',
    'גרייס הופר',
    '山田・太郎',
    'D’Arcy de La Tour-du-Pin',
    'Grace: Hopper',
    '👩‍👩‍👧‍👦 Hopper',
    'Will.i.am',
    'A.Community',
  ])('finds none in the name “%s”', (name) => expect(holdsPageAddress(name)).toBe(false))

  const words = fc.string({ unit: fc.constantFrom(..."aéöňאבعرय王太Яж'’-"), minLength: 1, maxLength: 12 })
  const initials = fc.constantFrom('J.R.R.', 'A.', 'St.', 'Dr.', 'M.-C.', 'Mc')
  const names = fc.array(fc.oneof(words, initials), { minLength: 1, maxLength: 5 }).map((parts) => parts.join(' '))

  test.prop([names])('finds none in words and initials of any script', (name) => {
    expect(holdsPageAddress(name)).toBe(false)
  })

  test.prop([names, fc.webUrl(), fc.boolean()])(
    'finds any web address, before a name or behind it',
    (name, url, first) => {
      expect(holdsPageAddress(first ? `${url} ${name}` : `${name} ${url}`)).toBe(true)
    },
  )

  test.prop([fc.string({ unit: 'binary', maxLength: 120 })])('takes no long time over anything', (text) => {
    expect(typeof holdsPageAddress(text)).toBe('boolean')
  })
})
