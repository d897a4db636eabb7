import { describe, expect, it } from 'vitest'
import { completeCity } from '#server/platform/reference/city-names'

describe('a city', () => {
  it.each([
    ['DE', 'ber', 'Berlin'],
    ['DE', 'koln', 'Köln'],
    ['DE', 'colo', 'Cologne'],
    ['GB', 'LON', 'London'],
  ])('in %s that begins with “%s” is completed to %s', async (country, typed, name) => {
    expect(await completeCity(country, typed)).toContain(name)
  })

  it('is not completed from one letter, nor in no country', async () => {
    expect(await completeCity('DE', 'b')).toEqual([])
    expect(await completeCity('XX', 'ber')).toEqual([])
    expect(await completeCity('DE', 'ber\tBer')).toEqual([])
  })

  it('is one of at most eight, each once', async () => {
    const found = await completeCity('US', 'sa')
    expect(found).toHaveLength(8)
    expect(new Set(found).size).toBe(8)
  })
})
