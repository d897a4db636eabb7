import { describe, expect, it } from 'vitest'
import {
  formatCountry,
  countryName,
  countryNames,
  countryOfSlug,
  countrySlug,
  listCountries,
} from '#server/platform/reference/countries'

const all = listCountries()

describe('a country', () => {
  it('has its usual name, and an article in a sentence if English needs one', () => {
    const codes = ['GB', 'US', 'KR', 'RU', 'TR', 'TW', 'VN', 'SY']
    expect(codes.map(countryName).join(', ')).toBe(
      'United Kingdom, United States, South Korea, Russia, Türkiye, Taiwan, Vietnam, Syria',
    )
    expect(['GB', 'NL', 'BS', 'CD', 'KY', 'IN', 'ZA'].map(formatCountry).join(', ')).toBe(
      'the United Kingdom, the Netherlands, the Bahamas, the Democratic Republic of the Congo, the Cayman Islands, India, South Africa',
    )
    expect([countryName('ZZ'), formatCountry('ZZ'), countryNames('ZZ'), countryName('constructor')]).toEqual([
      'ZZ',
      'ZZ',
      ['ZZ'],
      'constructor',
    ])
  })

  it('has no name in brackets, inverted, or in its official form', () => {
    const full = /[(),]|\b(Republic of|Kingdom of|State of|Federation)\b/i
    const allowed = ['Bonaire, Sint Eustatius and Saba', 'Democratic Republic of the Congo', 'Republic of the Congo']
    expect(all.filter(({ name }) => full.test(name) && !allowed.includes(name))).toEqual([])
  })

  it('is searched by each of its names', () => {
    expect(countryNames('GB')).toEqual(expect.arrayContaining(['United Kingdom', 'UK', 'England', 'Scotland']))
    expect(countryNames('TR')).toEqual(['Türkiye', 'Turkey'])
    expect(countryNames('CI')).toEqual(expect.arrayContaining(['Ivory Coast', "Côte d'Ivoire"]))
    expect(countryNames('US')[0]).toBe('United States')
  })

  it('has a unique slug, by which it is found', () => {
    expect(countrySlug('GB')).toBe('united-kingdom')
    expect(countrySlug('TR')).toBe('turkiye')
    expect(all.length).toBeGreaterThan(245)
    for (const { code } of all) {
      expect(countrySlug(code)).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(countryOfSlug(countrySlug(code))).toBe(code)
    }
    for (const slug of ['', 'atlantis', 'constructor', 'GB', 'United-Kingdom']) expect(countryOfSlug(slug)).toBeNull()
  })
})
