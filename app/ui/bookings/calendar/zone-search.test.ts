import { describe, expect, it } from 'vitest'
import type { ZonePlaces } from '#domain/time/zone'
import { findZones } from './zone-search.ts'

const places: ZonePlaces[] = [
  { zone: 'Asia/Kolkata', city: 'Kolkata', country: 'India', cities: ['Mumbai', 'Delhi'], time: 'India Time' },
  {
    zone: 'Europe/London',
    city: 'London',
    country: 'United Kingdom',
    countryAlso: ['UK', 'Great Britain'],
    cities: ['Manchester'],
    time: 'British Time',
  },
  {
    zone: 'America/New_York',
    city: 'New York',
    country: 'United States',
    cities: ['Manhattan', 'Philadelphia'],
    time: 'Eastern Time',
  },
  { zone: 'America/St_Johns', city: 'St Johns', country: 'Canada', cities: ['Paradise'], time: 'Newfoundland Time' },
  {
    zone: 'America/Sao_Paulo',
    city: 'Sao Paulo',
    country: 'Brazil',
    cities: ['São Paulo', 'Belo Horizonte'],
    time: '',
  },
]

const names = (typed: string) => findZones(places, typed).map(({ name }) => name)

describe('findZones', () => {
  it('finds a zone by a city that no zone is named after, and shows that city', () => {
    expect(findZones(places, 'Manch')).toEqual([
      { zone: 'Europe/London', name: 'Manchester', detail: 'United Kingdom · London time' },
    ])
    expect(findZones(places, 'mumbai')).toEqual([
      { zone: 'Asia/Kolkata', name: 'Mumbai', detail: 'India · Kolkata time' },
    ])
  })

  it('finds a zone by its country, by the name of its time and by any word of a name', () => {
    expect(names('united')).toEqual(['London', 'New York'])
    expect([names('uk'), names('britain')]).toEqual([['London'], ['London']])
    expect(names('eastern')).toEqual(['New York'])
    expect(names('york')).toEqual(['New York'])
    expect(names('horizonte')).toEqual(['Belo Horizonte'])
    expect(names('America/Sao_Paulo')).toEqual(['Sao Paulo'])
  })

  it('ignores accents, dots and apostrophes', () => {
    expect(names('st. john’s')).toEqual(['St Johns'])
    expect(names('SÃO  PAULO')).toEqual(['Sao Paulo'])
  })

  it('puts cities that begin with the text first, by name', () => {
    expect(names('man')).toEqual(['Manchester', 'Manhattan'])
    expect(names('n')).toEqual(['New York', 'St Johns'])
  })

  it('finds every zone while nothing is typed, and none where nothing matches', () => {
    expect(names(' ')).toHaveLength(places.length)
    expect(names('atlantis')).toEqual([])
  })
})
