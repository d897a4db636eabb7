import { describe, expect, it } from 'vitest'
import type { ZonePlaces } from '#domain/time/zone'
import { findZones } from './zone-search.ts'

const places: ZonePlaces[] = [
  { zone: 'Asia/Kolkata', city: 'Kolkata', country: 'India', cities: ['Mumbai', 'Delhi'], time: 'India Time' },
  { zone: 'Europe/London', city: 'London', country: 'United Kingdom', cities: ['Manchester'], time: 'British Time' },
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

describe('a zone', () => {
  it('is found by a city that is none of the names of zones, and named by it', () => {
    expect(findZones(places, 'Manch')).toEqual([
      { zone: 'Europe/London', name: 'Manchester', detail: 'United Kingdom · London time' },
    ])
    expect(findZones(places, 'mumbai')).toEqual([
      { zone: 'Asia/Kolkata', name: 'Mumbai', detail: 'India · Kolkata time' },
    ])
  })

  it('is found by its country, by what its time is called and by any word of a name', () => {
    expect(names('united')).toEqual(['London', 'New York'])
    expect(names('eastern')).toEqual(['New York'])
    expect(names('york')).toEqual(['New York'])
    expect(names('horizonte')).toEqual(['Belo Horizonte'])
    expect(names('America/Sao_Paulo')).toEqual(['Sao Paulo'])
  })

  it('is found however accents, dots and apostrophes are typed', () => {
    expect(names('st. john’s')).toEqual(['St Johns'])
    expect(names('SÃO  PAULO')).toEqual(['Sao Paulo'])
  })

  it('comes first when a city begins with what was typed, by name', () => {
    expect(names('man')).toEqual(['Manchester', 'Manhattan'])
    expect(names('n')).toEqual(['New York', 'St Johns'])
  })

  it('is one of all while nothing is typed, and none where nothing fits', () => {
    expect(names(' ')).toHaveLength(places.length)
    expect(names('atlantis')).toEqual([])
  })
})
