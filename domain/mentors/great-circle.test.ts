import { fc, test } from '@fast-check/vitest'
import { geoDistance, geoInterpolate } from 'd3-geo'
import { describe, expect, it } from 'vitest'
import { angleBetween, greatCircle } from '#domain/mentors/great-circle'

const place = fc.record({
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  latitude: fc.double({ min: -85, max: 85, noNaN: true }),
})
const mumbai = { longitude: 72.9, latitude: 19.1 }
const tokyo = { longitude: 139.7, latitude: 35.7 }
const vancouver = { longitude: -123.1, latitude: 49.3 }

describe('a great circle', () => {
  test.prop([place, place])('equals the path that d3-geo computes', (from, to) => {
    const ends = [from, to].map(({ longitude, latitude }): [number, number] => [longitude, latitude])
    const angle = geoDistance(ends[0]!, ends[1]!)
    expect(angleBetween(from, to)).toBeCloseTo((angle * 180) / Math.PI, 4)
    fc.pre(angle > 0.01 && angle < 3.1)
    const between = geoInterpolate(ends[0]!, ends[1]!)
    for (const [n, point] of greatCircle(from, to, 8).entries()) {
      expect(geoDistance([point.longitude, point.latitude], between(n / 8))).toBeLessThan(1e-6)
    }
  })

  it('continues beyond the date line', () => {
    const longitudes = greatCircle(tokyo, vancouver, 12).map((point) => point.longitude)
    expect(longitudes.at(-1)).toBeCloseTo(360 - 123.1)
    expect(longitudes.every((longitude, n) => n === 0 || longitude > longitudes[n - 1]!)).toBe(true)
  })

  it('between a place and itself has just both ends', () => {
    expect(greatCircle(mumbai, mumbai, 8)).toEqual([mumbai, mumbai])
  })
})
