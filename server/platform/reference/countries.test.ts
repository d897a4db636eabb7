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

/** In order of code. A page's address has them, so a new name in the runtime's data may not change them. */
const SLUGS = `
  andorra united-arab-emirates afghanistan antigua-and-barbuda anguilla albania armenia angola antarctica argentina
  american-samoa austria australia aruba aland-islands azerbaijan bosnia-and-herzegovina barbados bangladesh belgium
  burkina-faso bulgaria bahrain burundi benin saint-barthelemy bermuda brunei bolivia caribbean-netherlands brazil
  bahamas bhutan bouvet-island botswana belarus belize canada cocos-islands democratic-republic-of-the-congo
  central-african-republic republic-of-the-congo switzerland ivory-coast cook-islands chile cameroon china colombia
  costa-rica cuba cape-verde curacao christmas-island cyprus czechia germany djibouti denmark dominica
  dominican-republic algeria ecuador estonia egypt western-sahara eritrea spain ethiopia finland fiji
  falkland-islands micronesia faroe-islands france gabon united-kingdom grenada georgia french-guiana guernsey ghana
  gibraltar greenland gambia guinea guadeloupe equatorial-guinea greece south-georgia-and-the-south-sandwich-islands
  guatemala guam guinea-bissau guyana hong-kong heard-and-mcdonald-islands honduras croatia haiti hungary indonesia
  ireland israel isle-of-man india british-indian-ocean-territory iraq iran iceland italy jersey jamaica jordan
  japan kenya kyrgyzstan cambodia kiribati comoros saint-kitts-and-nevis north-korea south-korea kuwait
  cayman-islands kazakhstan laos lebanon saint-lucia liechtenstein sri-lanka liberia lesotho lithuania luxembourg
  latvia libya morocco monaco moldova montenegro saint-martin madagascar marshall-islands north-macedonia mali
  myanmar mongolia macau northern-mariana-islands martinique mauritania montserrat malta mauritius maldives malawi
  mexico malaysia mozambique namibia new-caledonia niger norfolk-island nigeria nicaragua netherlands norway nepal
  nauru niue new-zealand oman panama peru french-polynesia papua-new-guinea philippines pakistan poland
  saint-pierre-and-miquelon pitcairn-islands puerto-rico palestine portugal palau paraguay qatar reunion romania
  serbia russia rwanda saudi-arabia solomon-islands seychelles sudan sweden singapore saint-helena slovenia
  svalbard-and-jan-mayen slovakia sierra-leone san-marino senegal somalia suriname south-sudan sao-tome-and-principe
  el-salvador sint-maarten syria eswatini turks-and-caicos-islands chad french-southern-territories togo thailand
  tajikistan tokelau east-timor turkmenistan tunisia tonga turkiye trinidad-and-tobago tuvalu taiwan tanzania
  ukraine uganda united-states-minor-outlying-islands united-states uruguay uzbekistan vatican-city
  saint-vincent-and-the-grenadines venezuela british-virgin-islands us-virgin-islands vietnam vanuatu
  wallis-and-futuna samoa kosovo yemen mayotte south-africa zambia zimbabwe`
  .trim()
  .split(/\s+/)

describe('a country', () => {
  it('has its usual name, and an article in a sentence if English needs one', () => {
    const codes = ['GB', 'US', 'KR', 'RU', 'TR', 'TW', 'VN', 'SY']
    expect(codes.map((code) => countryName(code)).join(', ')).toBe(
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
    expect(
      all
        .map(({ code }) => code)
        .toSorted()
        .map(countrySlug),
    ).toEqual(SLUGS)
    for (const { code } of all) {
      expect(countrySlug(code)).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(countryOfSlug(countrySlug(code))).toBe(code)
    }
    for (const slug of ['', 'atlantis', 'constructor', 'GB', 'United-Kingdom']) expect(countryOfSlug(slug)).toBeNull()
  })
})
