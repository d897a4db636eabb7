import { describe, expect, it } from 'vitest'
import { everybody, type Criteria } from '#domain/search/criteria'
import { createDirectory } from '#server/search/engine/directory'
import type { Listing } from '#domain/search/listing'
import { nearestCrossings, suggestDrops } from '#server/search/engine/suggestions'
import { indexListing } from '../../../tests/support/mentors/index-listing.ts'

const now = new Date('2030-01-04T12:00:00Z')

const listing = (number: number, own: Partial<Listing>): Listing => ({
  number,
  listed: true,
  name: 'Ada Lovelace',
  words: '',
  destinations: [],
  origins: [],
  crossings: [],
  languages: ['en'],
  topics: [],
  location: 'London',
  experience: 5,
  price: 45,
  minutes: [60],
  rating: null,
  ratingCount: 0,
  createdAt: now,
  freeAt: now,
  ...own,
})

const crossed = (number: number, crossing: string, own: Partial<Listing> = {}) =>
  listing(number, { crossings: [crossing], origins: [crossing.slice(0, 2)], destinations: [crossing.slice(3)], ...own })

function makeDirectory(...listings: Listing[]) {
  const directory = createDirectory()
  for (const each of listings) indexListing(directory, each)
  return directory
}

const directory = makeDirectory(
  crossed(1, 'IN-GB', { name: 'Ananya Rao', languages: ['en', 'hi'] }),
  crossed(2, 'IN-GB', { name: 'Asha Rao' }),
  crossed(3, 'NG-GB', { experience: 2 }),
  crossed(4, 'IN-DE', { languages: ['de'] }),
  crossed(5, 'KE-CA'),
)

const asking = (criteria: Partial<Criteria>): Criteria => ({ ...everybody, ...criteria })
const drops = (criteria: Partial<Criteria>) =>
  suggestDrops(directory, asking(criteria), [], now).map(({ drop, count }) => [drop, count])

describe('suggestDrops', () => {
  it('gives each single filter to leave out with its results, most first', () => {
    expect(drops({ text: 'rao', choices: { destination: ['DE'], language: ['de'] } })).toEqual([['words', 1]])
    expect(drops({ choices: { destination: ['CA'], language: ['en', 'de'], origin: ['IN'] } })).toEqual([
      ['destination', 3],
      ['origin', 1],
    ])
    expect(drops({ experience: 7, choices: { destination: ['GB'] } })).toEqual([['experience', 3]])
  })

  it('gives everything to leave out if no single filter helps', () => {
    expect(drops({ text: 'xyzzy', experience: 7, choices: { destination: ['FR'] } })).toEqual([['everything', 5]])
  })

  it('keeps the fixed filter of a page', () => {
    const criteria = asking({ experience: 7, choices: { destination: ['FR'] } })
    expect(suggestDrops(directory, criteria, ['destination'], now)).toEqual([])
  })
})

describe('nearestCrossings', () => {
  const near = (criteria: Partial<Criteria>) =>
    nearestCrossings(directory, asking(criteria)).map(({ from, to, count }) => [`${from}-${to}`, count])

  it('share the wanted origin or destination, most mentors first', () => {
    expect(near({ choices: { origin: ['IN'], destination: ['CA'] } })).toEqual([
      ['IN-GB', 2],
      ['IN-DE', 1],
      ['KE-CA', 1],
    ])
  })

  it('also come from the visitor’s move', () => {
    expect(near({ moving: { from: 'NG', to: 'DE', speaks: [] } })).toEqual([
      ['IN-DE', 1],
      ['NG-GB', 1],
    ])
  })

  it('are none without a country, and never include the crossing itself', () => {
    expect(near({ text: 'xyzzy' })).toEqual([])
    expect(near({ choices: { crossing: ['NG-GB'] } })).toEqual([['IN-GB', 2]])
  })
})
