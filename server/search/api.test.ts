import { describe, expect, it } from 'vitest'
import { everybody, orders, type Criteria } from '#domain/search/criteria'
import { writeListQuery, writeCursor } from '#server/search/form'
import { findMentors } from '#server/search/sync'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { addMover, type Mover } from '../../tests/support/mentors/movers.ts'
import { naughtyStrings } from '../../tests/support/access/naughty-strings.ts'
import { expectProblem } from '../../tests/support/bookings/requests.ts'

useProduct()

type Choice = { value: string; label: string; count: number }
type Page = {
  mentors: { slug: string; name: string; price: object; priceFrom: boolean; soonestFree: string | null }[]
  total: number
  counts: Record<'destination' | 'origin' | 'language' | 'topic' | 'location' | 'minutes', Choice[]> & {
    experience: { years: number; count: number }[]
    free: { days: number; count: number }[]
    prices: { least: { amount: number }; most: { amount: number } } | null
  }
  previous: string | null
  next: string | null
}

const get = async (path: string) => test.site.request(path)
async function read(path: string): Promise<Page> {
  const response = await get(path)
  expect(response.status, await response.clone().text()).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  return (await response.json()) as Page
}
const list = (query: Record<string, string> = {}) => read(`/api/mentors?${new URLSearchParams(query)}`)
const slugs = (page: { mentors: { slug: string }[] }) => page.mentors.map((mentor) => mentor.slug)

const add = (mover: Mover = {}) => addMover(test, mover)

/** Sixty mentors who differ in everything that a query can filter by, the same in each run. */
async function addMany(): Promise<void> {
  const pick = <Value>(values: Value[], n: number): Value => values[n % values.length]!
  for (let n = 0; n < 60; n += 1)
    await add({
      name: `${pick(['Ada', 'Grace', 'Zoë', 'Łukasz'], n)} Number${n}`,
      slug: `mentor-${n}`,
      price: 2000 + 500 * (n % 9),
      sessions: [{ minutes: pick([30, 45, 60], n) }],
      languages: pick([['en'], ['en', 'hi'], ['de', 'en'], ['yo']], n + Math.floor(n / 7)),
      experience: n % 11,
      location: pick(['Leeds, United Kingdom', 'Berlin, Germany'], Math.floor(n / 3)),
      topics: pick([[], ['student-visa'], ['student-visa', 'scholarships']], n),
      moves: pick<[string, string][]>([[['IN', 'GB']], [['NG', 'DE']], [['IN', 'DE']], []], n),
    })
}

describe('GET /api/mentors', () => {
  it('gives each mentor’s row, with prices in minor units and codes for countries', async () => {
    const { id, slug } = await add({ moves: [['IN', 'GB']], topics: ['student-visa'] })
    expect(await list()).toMatchObject({
      mentors: [
        {
          id,
          slug,
          name: 'Ada Lovelace',
          role: 'Analyst',
          experience: 5,
          location: 'Kolkata, India',
          timeZone: 'Asia/Kolkata',
          price: { amount: 4500, currency: 'GBP' },
          priceFrom: false,
          rating: { average: null, count: 0 },
          topics: ['student-visa'],
          crossings: [{ from: { city: 'Mumbai', country: 'IN' }, to: { city: 'Leeds', country: 'GB' } }],
        },
      ],
      total: 1,
      previous: null,
      next: null,
    })
  })

  it('is empty, with nothing to count, while no mentor is accepted', async () => {
    await add({ status: 'paused', moves: [['IN', 'GB']] })
    const page = await list()
    expect(page).toMatchObject({ mentors: [], total: 0, previous: null, next: null })
    expect(page.counts).toMatchObject({ destination: [], language: [], location: [], minutes: [], prices: null })
  })

  it.each([
    ['the mentor’s if no session has its own', [{}, {}], 4500, false],
    ['the session’s own if it is the only one', [{ price: 3000 }], 3000, false],
    ['the lowest, with “from”, if they differ', [{ price: 6000 }, { price: 3000 }], 3000, true],
    ['0 if a session is free', [{ price: 0 }, {}], 0, true],
    ['the mentor’s if there is no session', [], 4500, false],
  ])('shows as price %s', async (_which, sessions, amount, priceFrom) => {
    await add({ price: 4500, sessions })
    expect((await list()).mentors).toMatchObject([{ price: { amount, currency: 'GBP' }, priceFrom }])
  })

  it('counts the choices of a filter as if none were chosen, and names them', async () => {
    await add({ moves: [['IN', 'GB']] })
    await add({ moves: [['IN', 'DE']] })
    await add({ moves: [['NG', 'DE']] })
    const { counts, total } = await list({ destination: 'GB' })
    expect(total).toBe(1)
    expect(counts.destination).toEqual([
      { value: 'DE', label: 'Germany', count: 2 },
      { value: 'GB', label: 'United Kingdom', count: 1 },
    ])
    expect(counts.origin).toEqual([
      { value: 'IN', label: 'India', count: 1 },
      { value: 'NG', label: 'Nigeria', count: 0 },
    ])
    expect(counts.language.map(({ label }) => label)).toEqual(['Bengali', 'English'])
    expect(counts.minutes).toEqual([{ value: '60', label: '60 minutes', count: 1 }])
  })

  it('gives the same mentors, in the same order and with the same counts, as a search', async () => {
    await addMany()
    const queries: Partial<Criteria>[] = [
      ...orders.map((order) => ({ order })),
      { text: 'leedz' },
      { choices: { destination: ['DE'], language: ['en', 'yo'] }, order: 'price' },
      { choices: { origin: ['IN'], topic: ['student-visa'], minutes: ['30', '45'] } },
      { choices: { location: ['Berlin, Germany'] }, experience: 3, order: 'experience' },
      { price: { least: 30, most: 40 }, freeWithin: 3, order: 'price-down' },
      { moving: { from: 'IN', to: 'DE', speaks: ['de'] }, freeWithin: 7 },
      { text: 'no-such-name' },
    ]
    for (const changes of queries) {
      const criteria: Criteria = { ...everybody, ...changes }
      const found = await findMentors(test.app, criteria, null)
      const page = await read(`/api/mentors?${writeListQuery(criteria)}`)
      expect(slugs(page), JSON.stringify(changes)).toEqual(slugs(found))
      expect(page.total).toBe(found.total)
      expect(page.next).toBe(found.next && `/api/mentors?${writeListQuery(criteria, { after: found.next })}`)
      if (page.next) expect(slugs(await read((await read(page.next)).previous!))).toEqual(slugs(page))
      for (const filter of ['destination', 'origin', 'language', 'topic', 'location', 'minutes'] as const)
        expect(new Map(page.counts[filter].map(({ value, count }) => [value, count]))).toEqual(
          found.counts.choices[filter],
        )
      expect(page.counts.experience.map(({ count }) => count)).toEqual([...found.counts.experience.values()])
      expect(page.counts.free.map(({ count }) => count)).toEqual([...found.counts.free.values()])
      const { least, most } = page.counts.prices ?? {}
      expect(least && most ? { least: least.amount / 100, most: most.amount / 100 } : null).toEqual(found.counts.prices)
    }
  })

  it('documents every parameter, and those that may repeat as arrays', async () => {
    const document = (await (await get('/api/openapi.json')).json()) as {
      paths: Record<string, { get: { parameters: { name: string; schema: { type: string } }[] } }>
    }
    const { parameters } = document.paths['/api/v1/mentors']!.get
    const arrays = parameters.filter(({ schema }) => schema.type === 'array').map(({ name }) => name)
    const several = ['language', 'topic', 'location', 'destination', 'origin', 'minutes', 'speaks']
    expect(arrays).toEqual(several)
    for (const { name } of parameters) {
      const { errors } = await expectProblem(await get(`/api/v1/mentors?nothing=1&${name}=`), 400, 'invalid')
      expect(errors, 'an unknown parameter, and this one known').toEqual({ nothing: 'There is no such parameter' })
    }
  })
})

describe('GET /api/mentors with invalid parameters', () => {
  it.each([
    ['an unknown parameter', 'page=2', 'page'],
    ['a parameter that every object has', '__proto__=1', '__proto__'],
    ['a country by its name', 'destination=Germany', 'destination'],
    ['a country in small letters', 'moving_to=de', 'moving_to'],
    ['a language by its name', 'language=English', 'language'],
    ['a topic that is not a code', 'topic=Student%20Visa', 'topic'],
    ['years that are not a step', 'experience=2', 'experience'],
    ['a price that is not a number', 'price_min=cheap', 'price_min'],
    ['prices the wrong way round', 'price_min=50&price_max=20', 'price_max'],
    ['days that are not a step', 'free=1', 'free'],
    ['an invalid length', 'minutes=5', 'minutes'],
    ['an unknown order', 'order=random', 'order'],
    ['too many choices', Array.from({ length: 21 }, (_, n) => `location=${n}`).join('&'), 'location'],
    ['a control character in a place', 'location=Leeds%00', 'location'],
  ])('refuses with a message: %s', async (_what, query, parameter) => {
    const { errors } = await expectProblem(await get(`/api/mentors?${query}`), 400, 'invalid')
    expect(Object.entries(errors ?? {})).toEqual([[parameter, expect.stringMatching(/^[A-Z].{7,}/)]])
  })

  const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const at = Date.parse('2030-01-07T09:00:00Z')
  it.each([
    ['not a cursor', 'hello'],
    ['one with text for a number', forged(['best', 0, "1' or '1'='1", at])],
    ['one of another order', writeCursor({ order: 'price', key: 0, number: 1, asOf: new Date(at) })],
    ['one of the day before yesterday', forged(['best', 0, 1, at - 2 * 86_400_000])],
  ])('refuses a cursor that is %s', async (_what, cursor) => {
    for (const side of ['after', 'before']) {
      const requested = new URLSearchParams({ [side]: cursor })
      const { errors } = await expectProblem(await get(`/api/mentors?${requested}`), 400, 'invalid')
      expect(Object.keys(errors ?? {})).toEqual([side])
    }
  })

  it('gives a page or a clear refusal for any text in any parameter', async () => {
    await add({ name: 'Ada Lovelace' })
    const signs = ["'", '%', '_', '\\', '(.*)', '${', ';--', '(a+)+$', '\0', '\ud83d', '__proto__', 'constructor']
    const long = ['a'.repeat(10_240), Array.from({ length: 2_000 }, (_, n) => `w${n}`).join(' ')]
    for (const text of [...naughtyStrings.map((each) => each.text), ...signs, ...long])
      for (const name of ['q', 'location', 'topic', 'language', 'destination', 'order', 'free', 'price_min', 'after']) {
        const response = await get(`/api/mentors?${new URLSearchParams({ [name]: text })}`)
        if (response.status === 200) expect(await response.json()).toHaveProperty('mentors')
        else await expectProblem(response, 400, 'invalid')
      }
    expect(test.faults).toEqual([])
  })
})
