import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { holdsPageAddress } from '#domain/page-address'

describe('holdsPageAddress', () => {
  it.each([
    'You won £1,000, claim it at http://evil.example/x',
    'HTTPS://EVIL.EXAMPLE',
    'https:evil.example',
    'www.evil.ru',
    'see www2.evil.ru now',
    'evil.ru/claim',
    'claim at bit.ly/3xYz',
    't.co/abc',
    'evil.ru?code=1',
    'evil.ru:8080/claim',
    'Grace evil.com',
    'evil.co.com.',
    'sub.domain-name.shop',
    'пример.рф/приз',
    'xn--e1afmkfd.xn--p1ai',
    'ｈｔｔｐ://evil',
    'ｗｗｗ．evil．ru',
    'evil。com',
    'evil.co\u200Bm',
    'javascript:alert(1)',
    'mailto:x@evil.ru',
    'landfall://open',
  ])('finds one in “%s”', (text) => expect(holdsPageAddress(text)).toBe(true))

  it.each([
    'Grace Hopper',
    'St. John',
    'J.R.R. Tolkien',
    'J. R. R. Tolkien',
    'A.P.J. Abdul Kalam',
    'K.Subramaniam',
    'Md.Rahman',
    'Anne-Marie O’Neill',
    "Anne-Marie O'Neill",
    'Dr.Smith',
    'Sammy Davis Jr.',
    'Ph.D. Ada Lovelace, B.Sc.',
    'Maria dos Santos / Silva',
    'S/O Ramesh Kumar',
    'Nguyễn Thị Minh Khai',
    'Ólafur Ragnar Grímsson',
    'גרייס הופר',
    'محمد بن راشد',
    'அப்துல் கலாம்',
    '王小明',
    '山田・太郎',
    'Мария Склодовская-Кюри',
    'Ελένη Παπαδοπούλου',
    'D’Arcy de La Tour-du-Pin',
    'X Æ A-12',
    'Grace: Hopper',
    '👩‍👩‍👧‍👦 Hopper',
    'Will.i.am',
    'Comfort Ionescu',
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
