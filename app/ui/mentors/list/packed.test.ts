import { expect, test } from 'vitest'
import { pack, unpack } from './packed.ts'

const mentor = { slug: 'a', price: { amount: '£5', after: null }, topics: ['Visas', 'Rooms'], words: undefined }

test('packed data are the same again', () => {
  const list = {
    path: '/mentors',
    mentors: [mentor, { ...mentor, slug: 'b', topics: [], free: [] }],
    choices: [
      ['IN', 'India', 3],
      ['GH', 'Ghana', 0],
    ],
    uneven: [['a'], ['b', 'c'], []],
    empty: [[], []],
    nested: [[mentor, [1, 2]]],
    groups: [{ title: '', mentors: [mentor] }],
  }
  expect(unpack(structuredClone(pack(list)))).toEqual(list)
})

test('objects that are alike are named once, and sent once', () => {
  const { shapes, data } = pack([{ lang: 'en' }, { lang: 'en' }, { lang: 'fr' }])
  expect(shapes).toEqual([['lang']])
  const [first, second] = data as unknown[][]
  expect(first).toBe(second)
})
