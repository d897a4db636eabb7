import { describe, expect, it } from 'vitest'
import { everybody } from '#domain/search/criteria'
import type { Listing } from '#domain/search/listing'
import { createDirectory } from '#server/search/engine/directory'
import { search } from '#server/search/engine/search'
import { NOW } from '../../tests/support/mentors/made-listings.ts'
import { indexListing } from '../../tests/support/mentors/index-listing.ts'

/** As `buildListing` makes it: texts in the mentor's own words, and the English names of countries and topics. */
const listing = (number: number, more: Partial<Listing>): Listing => ({
  number,
  listed: true,
  name: 'Farai Moyo',
  words: '',
  destinations: [],
  origins: [],
  crossings: [],
  languages: ['en'],
  topics: [],
  location: '',
  experience: 5,
  price: 45,
  minutes: [60],
  rating: null,
  ratingCount: 0,
  createdAt: NOW,
  freeAt: NOW,
  ...more,
})

const MUNICH = listing(1, {
  words: 'Munich\nGermany\nIndia\nWork visa or permit',
  destinations: ['DE'],
  origins: ['IN'],
  languages: ['en', 'hi'],
  topics: ['work-visa'],
})
const LONDON = listing(2, {
  words: 'London\nUnited Kingdom\nFrance\nScholarships',
  destinations: ['GB'],
  origins: ['FR'],
  languages: ['fr', 'ar'],
  topics: ['scholarships'],
})
const CAPE = listing(3, { words: 'Cape Town\nSouth Africa\nZimbabwe', destinations: ['ZA'], origins: ['ZW'] })
const ZURICH = listing(4, {
  words: 'Zürich\nSwitzerland\nChina',
  destinations: ['CH'],
  origins: ['CN'],
  languages: ['zh'],
})

function find(text: string, ...all: Listing[]): number[] {
  const directory = createDirectory()
  for (const each of all.length > 0 ? all : [MUNICH, LONDON, CAPE, ZURICH]) indexListing(directory, each)
  return search(directory, { ...everybody, text }, null, NOW).numbers
}

describe('search', () => {
  it.each([
    ['Alemania', MUNICH],
    ['allemagne', MUNICH],
    ['Alemanha', MUNICH],
    ['जर्मनी', MUNICH],
    ['德国', MUNICH],
    ['ألمانيا', MUNICH],
    ['المانيا', MUNICH],
    ['ألـمـانيا', MUNICH],
    ['Reino Unido', LONDON],
    ['Inglaterra', LONDON],
    ['بريطانيا', LONDON],
    ['فرنسا', LONDON],
    ['फ़्रांस', LONDON],
    ['फ्रांस', LONDON],
    ['Sudáfrica', CAPE],
    ['sudafrica', CAPE],
    ['Suiza', ZURICH],
    ['الصين', ZURICH],
    ['صين', ZURICH],
  ])('finds mentors who moved to or from %s', (text, mentor) => {
    expect(find(text)).toEqual([mentor.number])
  })

  it.each([
    ['Munich', MUNICH],
    ['München', MUNICH],
    ['Múnich', MUNICH],
    ['munique', MUNICH],
    ['म्यूनिख', MUNICH],
    ['म्युनिख', MUNICH],
    ['慕尼黑', MUNICH],
    ['ميونخ', MUNICH],
    ['Londres', LONDON],
    ['伦敦', LONDON],
    ['Ciudad del Cabo', CAPE],
    ['केप टाउन', CAPE],
    ['Zurique', ZURICH],
  ])('finds the city of %s by its name in another language', (text, mentor) => {
    expect(find(text)).toEqual([mentor.number])
  })

  it.each([
    ['hindi', MUNICH],
    ['印地语', MUNICH],
    ['हिन्दी', MUNICH],
    ['francés', LONDON],
    ['العربية', LONDON],
    ['चीनी', ZURICH],
    ['Becas', LONDON],
    ['छात्रवृत्ति', LONDON],
    ['منح', LONDON],
    ['permiso de trabajo', MUNICH],
    ['工作签证', MUNICH],
  ])('finds a language or topic as %s', (text, mentor) => {
    expect(find(text)).toEqual([mentor.number])
  })

  it('finds words in scripts without spaces, and of several languages at once', () => {
    expect(find('慕尼黑工作签证')).toEqual([1])
    expect(find('在德国')).toEqual([1])
    expect(find('Alemania visa moyo')).toEqual([1])
    expect(find('慕尼黑奖学金')).toEqual([])
  })

  it('puts those whose own words match before those who are found by name', () => {
    const own = listing(9, { words: 'Alemania', freeAt: null })
    expect(find('Alemania', MUNICH, own)).toEqual([1, 9]) // Without a free hour, last in any order.
    expect(find('Alemania', MUNICH, { ...own, freeAt: NOW })).toEqual([9, 1])
  })
})
