import { readFileSync } from 'node:fs'
import { geoContains } from 'd3-geo'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { describe, expect, it } from 'vitest'
import { angleBetween } from '#domain/mentors/great-circle'
import { findPlaces } from '#server/platform/reference/places'
import { demoMentors } from '../../../sandbox/demo/mentors.ts'

const find = async (...cities: [city: string, country: string][]) =>
  findPlaces(cities.map(([city, country]) => ({ city, country })))

/** Within about 30 km. Longitude first. */
function expectNear(place: unknown, longitude: number, latitude: number, what: string) {
  expect(place, what).not.toBeNull()
  expect(angleBetween(place as { longitude: number; latitude: number }, { longitude, latitude }), what).toBeLessThan(
    0.3,
  )
}

describe('findPlaces', () => {
  it('finds a city in its country, in any spelling', async () => {
    const [mumbai, plain, accented, curly, straight, short, long] = await find(
      ['Mumbai', 'IN'],
      [' sao paulo', 'BR'],
      ['São Paulo'.normalize('NFD'), 'BR'],
      ['St. John’s', 'CA'],
      ["saint john's", 'CA'],
      ['St Petersburg', 'RU'],
      ['SAINT PETERSBURG', 'RU'],
    )
    expectNear(mumbai, 72.9, 19.1, 'Mumbai')
    expectNear(plain, -46.6, -23.6, 'São Paulo')
    expect(accented).toEqual(plain)
    expectNear(curly, -52.7, 47.6, "St. John's")
    expect(straight).toEqual(curly)
    expectNear(short, 30.3, 59.9, 'Saint Petersburg')
    expect(long).toEqual(short)
  })

  it('looks in the named country only', async () => {
    const [mexican, spanish, canadian, british] = await find(
      ['Guadalajara', 'MX'],
      ['Guadalajara', 'ES'],
      ['London', 'CA'],
      ['London', 'GB'],
    )
    expectNear(mexican, -103.3, 20.7, 'Guadalajara, Mexico')
    expectNear(spanish, -3.2, 40.6, 'Guadalajara, Spain')
    expectNear(canadian, -81.2, 43, 'London, Canada')
    expectNear(british, -0.1, 51.5, 'London')
  })

  it('gives null for an unknown city', async () => {
    const none = await find(['Atlantis', 'GR'], ['Mumbai', 'ZZ'], ['constructor', 'IN'], ['Mumbai', 'constructor'])
    expect(none.concat(await find(['', 'IN'], [',', 'IN'], ['\0', 'US']))).toEqual(Array(7).fill(null))
    expect(await findPlaces([])).toEqual([])
  })

  it.each<[city: string, country: string, longitude: number, latitude: number]>([
    ['Cologne', 'DE', 7, 50.9],
    ['Bombay', 'IN', 72.9, 19.1],
    ['New York', 'US', -74, 40.7],
    ['Boston', 'US', -71.1, 42.4],
    ['Perth', 'AU', 115.9, -32],
  ])('finds a city by its usual name, the large one of several: %s, %s', async (city, country, longitude, latitude) => {
    const [place] = await find([city, country])
    expectNear(place, longitude, latitude, city)
  })

  it('finds the city in the named state', async () => {
    const [oregon, maine, usual] = await find(['Portland, OR', 'US'], ['Portland, Me.', 'US'], ['Portland', 'US'])
    expectNear(oregon, -122.7, 45.5, 'Portland, Oregon')
    expectNear(maine, -70.3, 43.7, 'Portland, Maine')
    expect(usual).toEqual(oregon)
    expect(await find(['Greenwood', 'US'], ['Portland, Oz', 'US'])).toEqual([null, null]) // Better none than the wrong one.
  })

  it('finds every city of the demo, on land and in its place', async () => {
    const ends = demoMentors.flatMap(({ moves }) =>
      moves.flatMap((move) => [
        { city: move.fromCity, country: move.fromCountry },
        { city: move.toCity, country: move.toCountry },
      ]),
    )
    const places = await findPlaces(ends)
    const file = new URL('../../../node_modules/world-atlas/land-110m.json', import.meta.url)
    const world = JSON.parse(readFileSync(file, 'utf8')) as Topology<{ land: GeometryCollection }>
    const land = feature(world, world.objects.land)
    const near = [0, 0.5, -0.5, 1, -1] // The outlines are coarse: a port may seem to be in the water.
    const astray = ends.filter((_, n) => {
      const place = places[n]
      if (!place) return true
      const { longitude, latitude } = place
      return !near.some((east) => near.some((north) => geoContains(land, [longitude + east, latitude + north])))
    })
    expect(astray).toEqual([])
    const at = (city: string) => places[ends.findIndex((end) => end.city === city)]
    expectNear(at('Santiago'), -70.7, -33.4, 'Santiago')
    expectNear(at('Galway'), -9.1, 53.3, 'Galway')
  })
})
