import { expect, it } from 'vitest'
import { inLanguage } from '#server/platform/language/language'
import { describeClockPlace, describeLocation, formatLocation, readLocation, zoneOfLocation } from './locations.ts'

it.each<[string, string, string | null, string]>([
  ['London, UK', 'London', 'GB', 'London, United Kingdom'],
  ['Bengaluru (India)', 'Bengaluru', 'IN', 'Bengaluru, India'],
  ['Toronto, ON, Canada', 'Toronto, ON', 'CA', 'Toronto, ON, Canada'],
  ['Boston, U.S.A.', 'Boston', 'US', 'Boston, United States'],
  ['the netherlands', '', 'NL', 'Netherlands'],
  ['Tbilisi, Georgia', 'Tbilisi, Georgia', null, 'Tbilisi, Georgia'],
  ['Remote', 'Remote', null, 'Remote'],
  ['', '', null, ''],
])('reads the location %j', (text, city, country, shown) => {
  expect(readLocation(text)).toEqual({ city, country })
  expect(formatLocation(text)).toBe(shown)
})

it.each<[string, string | null]>([
  ['London, UK', 'Europe/London'],
  ['India', 'Asia/Kolkata'],
  ['Berlin', 'Europe/Berlin'],
  ['Sydney, Australia', 'Australia/Sydney'],
  ['Chicago, USA', 'America/Chicago'],
  ['Springfield, USA', null],
  ['USA', null],
  ['Paris, Texas', null],
  ['', null],
])('takes the zone of %j from its country or city, if it can mean only one', (text, zone) => {
  expect(zoneOfLocation(text)).toBe(zone)
})

it.each([
  ['en', 'Munich, Germany', 'Munich, Germany'],
  ['es', 'Munich, Germany', 'Múnich, Alemania'],
  ['es', 'München, Germany', 'Múnich, Alemania'],
  ['hi', 'London, UK', 'लंदन, यूनाइटेड किंगडम'],
  ['pt-BR', 'Leamington, UK', 'Leamington, Reino Unido'],
  ['fr', 'Tbilisi, Georgia', 'Tbilisi, Georgia'],
] as const)('says in %s where %s is', (language, text, shown) => {
  expect(inLanguage(language, () => describeLocation(text))).toBe(shown)
})

it('names the city of a clock in the language of its reader', () => {
  const describeAll = () => [
    describeClockPlace('Munich, Germany', 'Europe/Berlin'),
    describeClockPlace('', 'Asia/Kolkata'),
  ]
  expect(describeAll()).toEqual(['Munich', 'Kolkata'])
  expect(inLanguage('es', describeAll)).toEqual(['Múnich', 'Calcuta'])
})
