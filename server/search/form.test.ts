import { fc, it as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { everybody, orders } from '#domain/search/criteria'
import { readAsked, readCursor, readSearch, writeAsked, writeCursor } from '#server/search/form'

const parameters = [
  'q',
  'experience',
  'language',
  'topic',
  'location',
  'destination',
  'origin',
  'minutes',
  'price_min',
  'price_max',
  'free',
  'moving_from',
  'moving_to',
  'speaks',
  'order',
  'after',
  'before',
  'anything',
]

describe('a search', () => {
  it.each([
    [undefined, ''],
    [null, ''],
    ['  Ada   Lovelace ', 'Ada Lovelace'],
    ['e\u0301', 'é'],
    ['a\0b\r\nc', 'a b c'],
    ['100%_\\', '100%_\\'],
    ['x'.repeat(5_000), 'x'.repeat(100)],
    ['😀'.repeat(200), '😀'.repeat(100)],
  ])('typed as %j looks for %j', (typed, search) => {
    expect(readSearch(typed)).toBe(search)
  })

  property.prop([fc.string({ unit: 'binary', maxLength: 2_000 })])('is always text that a database takes', (typed) => {
    const search = readSearch(typed)
    expect(search.isWellFormed()).toBe(true)
    expect(search).not.toMatch(/\p{Cc}/u)
    expect([...search].length).toBeLessThanOrEqual(100)
  })
})

describe('the end of a page', () => {
  const position = fc.record({
    order: fc.constantFrom(...orders),
    key: fc.oneof(fc.integer(), fc.constant(4e15 + 3e15)),
    number: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    asOf: fc.date({ min: new Date(1), noInvalidDate: true }),
  })

  property.prop([position])('comes back as it went out', (end) => {
    expect(readCursor(writeCursor(end))).toEqual(end)
  })

  property.prop([fc.string({ unit: 'binary' })])('is nothing where it is not ours', (text) => {
    expect(readCursor(text)).toBeNull()
  })

  property.prop([position])('fits into an address as it is', (end) => {
    const cursor = writeCursor(end)
    expect(encodeURIComponent(cursor)).toBe(cursor)
  })
})

const now = new Date('2030-01-07T09:00:00Z')
const asked = (address: string) => readAsked(new URLSearchParams(address), now)

describe('an address of the list', () => {
  it('says everything that can be asked, and reads back as it was written', () => {
    const address =
      'q=Mumbai&moving_from=IN&moving_to=GB&speaks=hi&experience=3&destination=GB&destination=DE&origin=IN&language=hi' +
      '&topic=student-visa&location=Leeds%2C+United+Kingdom&minutes=60&price_min=20&price_max=60&free=7&order=price'
    const { criteria, errors } = asked(address)
    expect(errors).toEqual({})
    expect(writeAsked(criteria).toString()).toBe(address)
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
      price: { least: 2000, most: 6000 },
      freeWithin: 7,
      moving: { from: 'IN', to: 'GB', speaks: ['hi'] },
      order: 'price',
    })
  })

  it('asks for everybody when it says nothing, or only what a form sends for fields left open', () => {
    expect(asked('').criteria).toEqual(everybody)
    expect(asked('q=&experience=&destination=&price_min=&order=&moving_from=')).toEqual({
      criteria: everybody,
      page: null,
      errors: {},
    })
  })

  it.each([
    'experience=2',
    'destination=Germany',
    'language=english',
    'topic=Student%20visa',
    'location=%00',
    'minutes=14',
    'price_min=-1',
    'price_max=12.5',
    'free=30',
    'order=name',
    'after=nonsense',
    'before=WzFd',
    'colour=red',
  ])('goes on without %s, and says so', (address) => {
    const { criteria, page, errors } = asked(address)
    expect(criteria).toEqual(everybody)
    expect(page).toBeNull()
    expect(Object.keys(errors)).toEqual([address.split('=')[0]])
  })

  it('takes the prices of a range in either order, and says so', () => {
    const { criteria, errors } = asked('price_min=60&price_max=20')
    expect(criteria.price).toEqual({ least: 2000, most: 6000 })
    expect(Object.keys(errors)).toEqual(['price_max'])
  })

  it('takes no more than twenty choices of one filter', () => {
    const { criteria, errors } = asked(Array.from({ length: 30 }, (_, n) => `minutes=${n + 20}`).join('&'))
    expect(criteria.choices.minutes).toHaveLength(20)
    expect(Object.keys(errors)).toEqual(['minutes'])
  })

  it('goes on from the end of a page of the same order, of the last day', () => {
    const end = { order: 'price' as const, key: 4500, number: 7, asOf: new Date('2030-01-07T08:59:00Z') }
    const after = writeCursor(end)
    expect(asked(`order=price&after=${after}`).page).toEqual({ after: end })
    expect(asked(`order=price&before=${after}`).page).toEqual({ before: end })
    expect(asked(`after=${after}`)).toMatchObject({ page: null, errors: { after: expect.any(String) } })
    const old = writeCursor({ ...end, asOf: new Date('2030-01-06T08:59:00Z') })
    const tomorrow = writeCursor({ ...end, asOf: new Date('2030-01-08T09:00:00Z') })
    expect(asked(`order=price&after=${old}`).page).toBeNull()
    expect(asked(`order=price&after=${tomorrow}`).page).toBeNull()
  })

  it('means the same with blanks around a choice, and nothing by blanks alone', () => {
    const { criteria, errors } = readAsked(new URLSearchParams('location=%09&location=Berlin&location=%20Berlin'), now)
    expect({ choices: criteria.choices, errors }).toEqual({ choices: { location: ['Berlin'] }, errors: {} })
  })

  property.prop([fc.array(fc.tuple(fc.constantFrom(...parameters), fc.string({ unit: 'binary', maxLength: 300 })))])(
    'is never too strange to be read',
    (pairs) => {
      const { criteria } = readAsked(new URLSearchParams(pairs), now)
      expect(readAsked(writeAsked(criteria), now)).toEqual({ criteria, page: null, errors: {} })
    },
  )
})
