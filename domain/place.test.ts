import { readFileSync } from 'node:fs'
import { geoContains } from 'd3-geo'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { describe, expect, it } from 'vitest'
import { findPlace, PLACES } from '#domain/place'

describe('a city', () => {
  it('is found in its country, however its name is written', () => {
    expect(findPlace('Mumbai', 'IN')).toEqual({ longitude: 72.9, latitude: 19.1 })
    expect(findPlace(' são paulo', 'BR')).toEqual(findPlace('São Paulo', 'BR'))
    expect(findPlace('St. John’s', 'CA')).toEqual(findPlace("St. John's", 'CA'))
    expect(findPlace('Guadalajara', 'ES')).toBeNull()
    expect(findPlace('constructor', 'IN')).toBeNull()
    expect(findPlace('Mumbai', 'constructor')).toBeNull()
  })

  it('lies on land', () => {
    const file = new URL('../node_modules/world-atlas/land-110m.json', import.meta.url)
    const world = JSON.parse(readFileSync(file, 'utf8')) as Topology<{ land: GeometryCollection }>
    const land = feature(world, world.objects.land)
    const near = [0, 0.5, -0.5, 1, -1] // The outlines are coarse: a port may seem to be in the water.
    const atSea = Object.values(PLACES).flatMap((cities) =>
      Object.entries(cities)
        .filter(([, [x, y]]) => !near.some((east) => near.some((north) => geoContains(land, [x + east, y + north]))))
        .map(([city]) => city),
    )
    expect(atSea).toEqual([])
  })
})
