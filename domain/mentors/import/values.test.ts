import { fc, it as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import {
  cutTo,
  itemsIn,
  readHoursPerWeek,
  readInstant,
  readMinutes,
  readOldPrice,
  readYears,
  readStoragePath,
  textIn,
} from './values.ts'

it.each<[unknown, number | null]>([
  [45, 4500],
  ['45', 4500],
  ['£45', 4500],
  ['£1,000', 100_000],
  ['45 pounds', 4500],
  ['$45', null],
  [0, 0],
  ['45,00', null],
  [-5, null],
  [Number.NaN, null],
  ['from 45', null],
  ['', null],
  [null, null],
])('reads the price %j', (value, pence) => {
  expect(readOldPrice(value, 'GBP')).toBe(pence)
})

it.each<[unknown, number | null, boolean?]>([
  [45, 45],
  ['45 minutes', 45],
  ['45 mins.', 45],
  ['1 hour', 60],
  ['1.5 hours', 90],
  ['1h 30m', 90],
  ['47 minutes', 45, false],
  ['3 hours', null],
  [5, null],
  ['45–60 minutes', null],
  ['', null],
  [null, null],
])('reads the duration %j', (value, minutes, exact = true) => {
  expect(readMinutes(value)).toEqual(minutes === null ? null : { minutes, exact })
})

it.each<[unknown, number | null]>([
  [5, 5],
  ['5+ years', 5],
  [2.5, 2],
  [71, null],
  [-1, null],
  ['many', null],
])('reads the years %j', (value, years) => {
  expect(readYears(value)).toBe(years)
})

it.each<[unknown, number | null]>([
  [5, 5],
  ['10 hours', 10],
  ['4 hours per week', 4],
  [0, null],
  [81, null],
])('reads the hours per week %j', (value, hours) => {
  expect(readHoursPerWeek(value)).toBe(hours)
})

it.each<[unknown, string | null]>([
  ['2024-02-03T10:00:00Z', '2024-02-03T10:00:00.000Z'],
  [1_706_954_400_000, '2024-02-03T10:00:00.000Z'],
  [{ seconds: 1_706_954_400, nanoseconds: 0 }, '2024-02-03T10:00:00.000Z'],
  [{ _seconds: 1_706_954_400, _nanoseconds: 0 }, '2024-02-03T10:00:00.000Z'],
  [{ __time__: '2024-02-03T10:00:00Z' }, '2024-02-03T10:00:00.000Z'],
  ['yesterday', null],
  [5, null],
  [null, null],
])('reads the instant %j', (value, instant) => {
  expect(readInstant(value)?.toISOString() ?? null).toBe(instant)
})

it.each<[unknown, string | null]>([
  ['mentors/1690-ada.jpg', 'mentors/1690-ada.jpg'],
  ['/mentors/1690-ada.jpg', 'mentors/1690-ada.jpg'],
  ['gs://bucket.example/mentors/1690-ada.jpg', 'mentors/1690-ada.jpg'],
  [
    'https://firebasestorage.googleapis.com/v0/b/x.appspot.com/o/mentors%2F1690-a%20b.jpg?alt=media&token=t',
    'mentors/1690-a b.jpg',
  ],
  ['https://storage.googleapis.com/x.appspot.com/mentors/1690-ada.jpg', 'mentors/1690-ada.jpg'],
  ['https://example.org/o/mentors%2F..%2F..%2Fetc%2Fpasswd', null],
  ['https://example.org/o/%E0%A4%A', null],
  ['mentors/../secrets', null],
  ['mentors/..', null],
  ['mentors/a\\b', null],
  ['other/1690-ada.jpg', null],
  ['https://example.org/ada.jpg', null],
  ['', null],
  [7, null],
])('reads the address of a picture %j', (value, path) => {
  expect(readStoragePath(value)).toBe(path)
})

it('lists items of a list, and of text with commas, semicolons or lines', () => {
  expect(itemsIn(['CV', ' Visas ', 'CV', 5, null])).toEqual(['CV', 'Visas', '5'])
  expect(itemsIn('CV, Visas;Rooms\nCV')).toEqual(['CV', 'Visas', 'Rooms'])
})

it('removes what a database refuses from text', () => {
  expect(textIn('a\0b\u0007c\ud800 ')).toBe('abc\ufffd')
  expect([textIn(5), textIn({}), textIn(null), textIn(Number.NaN)]).toEqual(['5', '', '', ''])
})

it('cuts text between words, and says so by a sign', () => {
  expect(cutTo('one two three', 9)).toBe('one two…')
  expect(cutTo('abcdefghij', 5)).toBe('abcd…')
  expect(cutTo('short', 5)).toBe('short')
})

describe('any value', () => {
  const readers = [
    (value: unknown) => readOldPrice(value, 'GBP'),
    readMinutes,
    readYears,
    readHoursPerWeek,
    readInstant,
    readStoragePath,
    textIn,
    itemsIn,
  ]
  property.prop([fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.double())])(
    'is read or not, and never throws',
    (value) => {
      for (const read of readers) expect(() => read(value)).not.toThrow()
    },
  )
})
