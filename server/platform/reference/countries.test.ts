import { describe, expect, it } from 'vitest'
import {
  formatCountry,
  countryName,
  countryNames,
  countryOfSlug,
  countrySlug,
  listCountries,
} from '#server/platform/reference/countries'
import { nonEmpty } from '../../../tests/support/non-empty.ts'

const all = listCountries()

describe('a country', () => {
  it('has its usual name', () => {
    const codes = ['GB', 'US', 'KR', 'KP', 'RU', 'TR', 'CN', 'IR', 'TW', 'CZ', 'NL', 'VN', 'TZ', 'LA', 'SY', 'MK', 'AE']
    expect(codes.map(countryName)).toEqual([
      'United Kingdom',
      'United States',
      'South Korea',
      'North Korea',
      'Russia',
      'Türkiye',
      'China',
      'Iran',
      'Taiwan',
      'Czechia',
      'Netherlands',
      'Vietnam',
      'Tanzania',
      'Laos',
      'Syria',
      'North Macedonia',
      'United Arab Emirates',
    ])
  })

  it('has no name in brackets, inverted, or in its official form', () => {
    const full = /[(),]|\b(Republic of|Kingdom of|State of|Federation)\b/i
    expect(
      all
        .filter(({ name }) => full.test(name))
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(
      ['Bonaire, Sint Eustatius and Saba', 'Democratic Republic of the Congo', 'Republic of the Congo'].filter((name) =>
        all.some((country) => country.name === name),
      ),
    )
  })

  it('has an article in a sentence if English needs one', () => {
    expect(['GB', 'NL', 'PH', 'BS', 'CD', 'KY'].map(formatCountry)).toEqual([
      'the United Kingdom',
      'the Netherlands',
      'the Philippines',
      'the Bahamas',
      'the Democratic Republic of the Congo',
      'the Cayman Islands',
    ])
    expect(['IN', 'DE', 'ZA', 'NO', 'KR'].map(formatCountry)).toEqual([
      'India',
      'Germany',
      'South Africa',
      'Norway',
      'South Korea',
    ])
    const wantsOne = /^(united|.*\b(republic|islands|emirates))\b/i
    const bare = ['Heard Island and McDonald Islands', 'South Georgia and the South Sandwich Islands']
    for (const { code, name } of nonEmpty(
      all.filter((country) => wantsOne.test(country.name) && !bare.includes(country.name)),
    ))
      expect(formatCountry(code)).toBe(`the ${name}`)
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

  it('that is unknown is returned unchanged', () => {
    expect([countryName('ZZ'), formatCountry('ZZ'), countryNames('ZZ')]).toEqual(['ZZ', 'ZZ', ['ZZ']])
    expect(countryName('constructor')).toBe('constructor')
  })

  it('is listed in order of name', () => {
    const names = all.map(({ name }) => name)
    expect(names.indexOf('Åland Islands')).toBeLessThan(names.indexOf('Albania'))
    expect(new Set(names).size).toBe(names.length)
  })
})
