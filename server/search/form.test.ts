import { fc, it as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { everybody, orders } from '#domain/search/criteria'
import { readListQuery, readCursor, readSearch, writeListQuery, writeCursor } from '#server/search/form'

const parameters = [
  'q experience language topic location destination origin minutes price_min price_max free',
  'moving_from moving_to speaks order after before anything',
].flatMap((names) => names.split(' '))

describe('readSearch', () => {
  it.each([
    [null, ''],
    ['  Ada   Lovelace ', 'Ada Lovelace'],
    ['e\u0301', 'é'],
    ['a\0b\r\nc', 'a b c'],
    ['100%_\\', '100%_\\'],
    ['x'.repeat(5_000), 'x'.repeat(100)],
    ['😀'.repeat(200), '😀'.repeat(100)],
  ])('reads %j as %j', (typed, search) => {
    expect(readSearch(typed)).toBe(search)
  })

  property.prop([fc.string({ unit: 'binary', maxLength: 2_000 })])(
    'always gives text that a database accepts',
    (typed) => {
      const search = readSearch(typed)
      expect(search.isWellFormed()).toBe(true)
      expect(search).not.toMatch(/\p{Cc}/u)
      expect([...search].length).toBeLessThanOrEqual(100)
    },
  )
})

describe('a cursor', () => {
  const position = fc.record({
    order: fc.constantFrom(...orders),
    key: fc.oneof(fc.integer(), fc.constant(4e15 + 3e15)),
    number: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    asOf: fc.date({ min: new Date(1), noInvalidDate: true }),
  })

  property.prop([position])('is read back as it was written, and needs no encoding in a URL', (end) => {
    const cursor = writeCursor(end)
    expect(readCursor(cursor)).toEqual(end)
    expect(encodeURIComponent(cursor)).toBe(cursor)
  })

  property.prop([fc.string({ unit: 'binary' })])('is null if we have not written it', (text) => {
    expect(readCursor(text)).toBeNull()
  })
})

const now = new Date('2030-01-07T09:00:00Z')
const read = (address: string) => readListQuery(new URLSearchParams(address), now)

describe('readListQuery', () => {
  it('reads every parameter, and writeListQuery writes them back', () => {
    const address =
      'q=Mumbai&moving_from=IN&moving_to=GB&speaks=hi&experience=3&destination=GB&destination=DE&origin=IN&language=hi' +
      '&topic=student-visa&location=Leeds%2C+United+Kingdom&minutes=60&price_min=20&price_max=60&free=7&order=price'
    const { criteria, errors } = read(address)
    expect(errors).toEqual({})
    expect(writeListQuery(criteria).toString()).toBe(address)
    expect(criteria).toEqual({
      text: 'Mumbai',
      choices: {
        destination: ['GB', 'DE'],
        origin: ['IN'],
        language: ['hi'],
        topic: ['student-visa'],
        location: ['Leeds, United Kingdom'],
        minutes: ['60'],
      },
      experience: 3,
      price: { least: 20, most: 60 },
      freeWithin: 7,
      moving: { from: 'IN', to: 'GB', speaks: ['hi'] },
      order: 'price',
    })
  })

  it('matches everyone without parameters, or with those of empty fields', () => {
    expect(read('').criteria).toEqual(everybody)
    expect(read('q=&experience=&destination=&price_min=&order=&moving_from=')).toEqual({
      criteria: everybody,
      page: null,
      errors: {},
    })
  })

  it.each([
    'experience=2',
    'destination=Germany',
    'location=%00',
    'free=30',
    'order=name',
    'after=nonsense',
    'colour=red',
  ])('leaves out %s, and names it in the errors', (address) => {
    const { criteria, page, errors } = read(address)
    expect(criteria).toEqual(everybody)
    expect(page).toBeNull()
    expect(Object.keys(errors)).toEqual([address.split('=')[0]])
  })

  it('accepts a price range in either order, and names it in the errors', () => {
    const { criteria, errors } = read('price_min=60&price_max=20')
    expect(criteria.price).toEqual({ least: 20, most: 60 })
    expect(Object.keys(errors)).toEqual(['price_max'])
  })

  it('accepts twenty choices of one filter at most', () => {
    const { criteria, errors } = read(Array.from({ length: 30 }, (_, n) => `minutes=${n + 20}`).join('&'))
    expect(criteria.choices.minutes).toHaveLength(20)
    expect(Object.keys(errors)).toEqual(['minutes'])
  })

  it('accepts a cursor of the same order and of the last day', () => {
    const end = { order: 'price' as const, key: 45, number: 7, asOf: new Date('2030-01-07T08:59:00Z') }
    const after = writeCursor(end)
    expect(read(`order=price&after=${after}`).page).toEqual({ after: end })
    expect(read(`order=price&before=${after}`).page).toEqual({ before: end })
    expect(read(`after=${after}`)).toMatchObject({ page: null, errors: { after: expect.any(String) } })
    const old = writeCursor({ ...end, asOf: new Date('2030-01-06T08:59:00Z') })
    const tomorrow = writeCursor({ ...end, asOf: new Date('2030-01-08T09:00:00Z') })
    expect(read(`order=price&after=${old}`).page).toBeNull()
    expect(read(`order=price&after=${tomorrow}`).page).toBeNull()
  })

  it('means the same with blanks around a choice, and nothing by blanks alone', () => {
    const { criteria, errors } = read('location=%09&location=Berlin&location=%20Berlin')
    expect({ choices: criteria.choices, errors }).toEqual({ choices: { location: ['Berlin'] }, errors: {} })
  })

  property.prop([fc.array(fc.tuple(fc.constantFrom(...parameters), fc.string({ unit: 'binary', maxLength: 300 })))])(
    'is never too strange to be read',
    (pairs) => {
      const { criteria } = readListQuery(new URLSearchParams(pairs), now)
      expect(readListQuery(writeListQuery(criteria), now)).toEqual({ criteria, page: null, errors: {} })
    },
  )
})
