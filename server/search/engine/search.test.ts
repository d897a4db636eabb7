import { it as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { everybody, orders, PAGE_SIZE, type Criteria, type Page } from '#domain/search/criteria'
import { createDirectory, type Directory } from '#server/search/engine/directory'
import type { Listing } from '#domain/search/listing'
import { countFound, search } from '#server/search/engine/search'
import { DAY_MS } from '#domain/time/wall-time'
import { criteria, listings, NOW } from '../../../tests/support/mentors/made-listings.ts'
import { naiveCounts, naiveFits, naiveSearch } from '../../../tests/support/mentors/naive-search.ts'
import { indexListing } from '../../../tests/support/mentors/index-listing.ts'

function makeDirectory(all: Listing[]): Directory {
  const directory = createDirectory()
  for (const listing of all) indexListing(directory, listing)
  return directory
}

const listNumbers = (all: Listing[]) => all.map((listing) => listing.number)

/** The rows of all pages, one after the other. */
function walk(directory: Directory, requested: Criteria, from: Page = null): number[] {
  const found = search(directory, requested, from, NOW)
  return found.next ? [...found.numbers, ...walk(directory, requested, { after: found.next })] : found.numbers
}

describe('search', () => {
  property.prop([listings(80), criteria], { numRuns: 400 })(
    'finds the same mentors, order and counts as a naive search of all listings',
    (all, requested) => {
      const directory = makeDirectory(all)
      const expected = naiveSearch(all, requested, NOW)
      expect(walk(directory, requested)).toEqual(listNumbers(expected))
      const found = search(directory, requested, null, NOW)
      expect(found.total).toBe(expected.length)
      expect(found.counts).toEqual(naiveCounts(all, requested, NOW))
      expect(found.fits).toEqual(naiveFits(expected, requested))
      expect(countFound(directory, requested, NOW)).toBe(expected.length)
    },
  )

  property.prop([listings(40), listings(40), criteria], { numRuns: 200 })(
    'forgets what a listing said before a change',
    (before, after, requested) => {
      const directory = makeDirectory(before)
      const kept = before.slice(after.length).map((listing) => ({ ...listing, listed: listing.number % 2 === 0 }))
      for (const listing of [...after, ...kept]) indexListing(directory, listing)
      const all = [...after, ...kept]
      expect(walk(directory, requested)).toEqual(listNumbers(naiveSearch(all, requested, NOW)))
      expect(search(directory, requested, null, NOW).counts).toEqual(naiveCounts(all, requested, NOW))
    },
  )

  property.prop([listings(90), listings(30), criteria])(
    'neither repeats nor loses a mentor while others are accepted',
    (all, later, requested) => {
      const directory = makeDirectory(all)
      const seen: number[] = []
      let page: Page = null
      for (let n = 0; ; n += 1) {
        const found = search(directory, requested, page, NOW)
        seen.push(...found.numbers)
        for (const listing of later.slice(n * 5, n * 5 + 5))
          indexListing(directory, { ...listing, number: listing.number + 1_000 })
        if (!found.next) break
        page = { after: found.next }
      }
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.filter((number) => number <= 1_000)).toEqual(listNumbers(naiveSearch(all, requested, NOW)))
    },
  )

  property.prop([listings(120), criteria])('goes back over the same pages as forward', (all, requested) => {
    const directory = makeDirectory(all)
    const pages = [search(directory, requested, null, NOW)]
    for (let next = pages[0]!.next; next; next = pages.at(-1)!.next)
      pages.push(search(directory, requested, { after: next }, NOW))
    expect(pages[0]!.previous).toBeNull()
    for (const [n, page] of pages.entries()) {
      if (n === 0) continue
      const back = search(directory, requested, { before: page.previous! }, NOW)
      expect(back.numbers).toEqual(pages[n - 1]!.numbers)
      expect(back.next).not.toBeNull()
    }
  })
})

/** A mentor who moved from India to the United Kingdom, speaks English and is free tomorrow. */
function person(number: number, more: Partial<Listing> = {}): Listing {
  return {
    number,
    listed: true,
    name: 'Ada Lovelace',
    words: 'Analyst',
    destinations: ['GB'],
    origins: ['IN'],
    crossings: ['IN-GB'],
    languages: ['en'],
    topics: [],
    location: 'Leeds',
    experience: 5,
    price: 45,
    minutes: [60],
    rating: null,
    ratingCount: 0,
    createdAt: NOW,
    freeAt: new Date(NOW.getTime() + DAY_MS),
    ...more,
  }
}

const inOrder = (requested: Partial<Criteria>, ...all: Listing[]) =>
  search(makeDirectory(all), { ...everybody, ...requested }, null, NOW).numbers

const stranger = { destinations: ['NG'], origins: ['DE'], crossings: ['DE-NG'] }
const moving = (from: string | null, to: string | null, speaks: string[] = []) => ({ moving: { from, to, speaks } })
const inDays = (days: number) => ({ freeAt: new Date(NOW.getTime() + days * DAY_MS) })
const loved = { rating: 5, ratingCount: 40 }

describe('the order “best”', () => {
  it('puts the same crossing first, then the same destination, or origin if only that is given', () => {
    const other = person(1, { ...stranger, ...loved })
    const destination = person(2, { origins: ['NG'], crossings: ['NG-GB'], ...loved })
    expect(inOrder(moving('IN', 'GB'), other, destination, person(3))).toEqual([3, 2, 1])
    expect(inOrder(moving('IN', null), person(1, stranger), person(2))).toEqual([2, 1])
  })

  it('puts a shared language before being free soon, and after the destination', () => {
    const speaks = person(1, { languages: ['hi'], ...inDays(20) })
    const soon = person(2)
    const elsewhere = person(3, { ...stranger, languages: ['hi'] })
    expect(inOrder(moving(null, 'GB', ['hi']), elsewhere, soon, speaks)).toEqual([1, 2, 3])
  })

  it('puts the exact name first, then names, then other words, then typing errors', () => {
    const people = [
      person(1, { name: 'Marja Rao', ...loved }),
      person(2, { name: 'Ada Rao', words: 'taught by Maria', ...loved }),
      person(3, { name: 'Maria Rao', ...loved }),
      person(4, { name: 'Maria' }),
    ]
    expect(inOrder({ text: 'maria' }, ...people)).toEqual([4, 3, 2, 1])
  })
})

describe('the filter “free within”', () => {
  it('ends on the full hour', () => {
    const requested = { freeWithin: 3 }
    const later = new Date('2030-01-07T09:20:00Z')
    const at = (time: string) => makeDirectory([person(1, { freeAt: new Date(time) })])
    expect(countFound(at('2030-01-10T09:59:00Z'), { ...everybody, ...requested }, later)).toBe(1)
    expect(countFound(at('2030-01-10T10:00:00Z'), { ...everybody, ...requested }, later)).toBe(0)
    expect(countFound(at('2030-01-10T09:00:00Z'), { ...everybody, ...requested }, NOW)).toBe(0)
  })
})

describe('pages', () => {
  it(`hold ${PAGE_SIZE}, and one mentor more makes a second`, () => {
    const all = Array.from({ length: PAGE_SIZE + 1 }, (_, n) => person(n + 1))
    const first = search(makeDirectory(all), everybody, null, NOW)
    expect(first.numbers).toHaveLength(PAGE_SIZE)
    expect(search(makeDirectory(all), everybody, { after: first.next! }, NOW).numbers).toEqual([PAGE_SIZE + 1])
    expect(search(makeDirectory(all.slice(1)), everybody, null, NOW).next).toBeNull()
  })

  it.each(orders)(
    'by %s cover mentors who share a value, forward and back, in whatever order they were read',
    (order) => {
      const all = Array.from({ length: 400 }, (_, n) =>
        person(((n * 197) % 401) + 1, {
          price: n % 3 === 0 ? 30 : 45,
          ...(n % 5 === 0 && { freeAt: null }),
          ...(n % 7 === 0 && loved),
        }),
      )
      const directory = makeDirectory(all)
      const requested = { ...everybody, order }
      const expected = listNumbers(naiveSearch(all, requested, NOW))
      expect(walk(directory, requested)).toEqual(expected)
      let page = search(directory, requested, null, NOW)
      while (page.next) page = search(directory, requested, { after: page.next }, NOW)
      const back = [page.numbers]
      for (; page.previous; back.unshift(page.numbers))
        page = search(directory, requested, { before: page.previous }, NOW)
      expect(back.flat()).toEqual(expected)
    },
  )
})

describe('counts of a rare choice', () => {
  it('follow each change of the mentors who have it', () => {
    const directory = makeDirectory(Array.from({ length: 200 }, (_, n) => person(n + 1)))
    const count = () =>
      search(directory, { ...everybody, experience: 5 }, null, NOW).counts.choices.language.get('hi') ?? 0
    const speak = (number: number, ...languages: string[]) => indexListing(directory, person(number, { languages }))
    speak(7, 'hi')
    expect(count()).toBe(1)
    speak(150, 'hi', 'en')
    expect(count()).toBe(2)
    speak(7, 'en')
    expect(count()).toBe(1)
    indexListing(directory, person(150, { languages: ['hi'], listed: false }))
    expect(count()).toBe(0)
  })
})
