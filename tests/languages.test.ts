/** What is formatted, in each language: dates, prices, lists, counts and names. */
import { describe, expect, it } from 'vitest'
import type { MinorUnits } from '#domain/payments/money'
import { inLanguage } from '#server/platform/language/language'
import { countryName, countryOfSlug, countrySlug, formatShortCountry } from '#server/platform/reference/countries'
import { currencyName } from '#server/platform/reference/currencies'
import { languageName, listLanguages, readLanguages } from '#server/platform/reference/languages'
import { listZoneGroups, listZonePlaces } from '#server/platform/reference/zones'
import { aboutPrices } from '#words/about-price'
import { formatAverage } from '#words/average'
import { formatList, joinSentences } from '#words/lists'
import { formatBalance, formatMoney, formatPrice } from '#words/prices'
import { datesOfKeys, dayAndYearOfKey, formatDuration, listWeekdays, monthOfKey, shortDateOfKey } from '#words/time'
import { ALL_LANGUAGES as ALL, type Language } from '../messages/languages.ts'
import { formatNumber } from '../messages/runtime.ts'

const pence = (amount: number) => amount as MinorUnits
/** Without the marks that isolate a text of another direction. */
const plain = (text: string) => text.replaceAll(/[\u200e\u200f\u2066-\u2069]/g, '')

describe('in each language', () => {
  it.each<[Language, string, string, string, string]>([
    ['en', 'Tuesday 24 November 2026', '24 Nov', '16–22 November', 'May 2026'],
    ['es', 'martes 24 de noviembre de 2026', '24 de nov', '16–22 de noviembre', 'mayo de 2026'],
    ['fr', 'mardi 24 novembre 2026', '24 nov.', '16–22 novembre', 'mai 2026'],
    ['pt-BR', 'terça-feira, 24 de novembro de 2026', '24 de nov.', '16–22 de novembro', 'maio de 2026'],
    ['hi', 'मंगलवार, 24 नवंबर 2026', '24 नव॰', '16–22 नवंबर', 'मई 2026'],
    ['zh-Hans', '2026年11月24日星期二', '11月24日', '11月16–22日', '2026年5月'],
    ['ar', 'الثلاثاء 24 نوفمبر 2026', '24 نوفمبر', '16–22 نوفمبر', 'مايو 2026'],
  ])('dates have its names and order: %s', (language, day, short, dates, month) => {
    const key = '2026-11-24'
    const shown = inLanguage(language, () => [
      dayAndYearOfKey(key),
      shortDateOfKey(key),
      datesOfKeys('2026-11-16', '2026-11-22', 'long'),
      monthOfKey('2026-05'),
    ])
    expect(shown.map(plain)).toEqual([day, short, dates, month])
  })

  it.each<[Language, string]>([
    ['en', 'Mo Tu We Th Fr Sa Su'],
    ['es', 'L M X J V S D'],
    ['fr', 'L M M J V S D'],
    ['pt-BR', 'S T Q Q S S D'],
    ['hi', 'सो मं बु गु शु श र'],
    ['zh-Hans', '一 二 三 四 五 六 日'],
    ['ar', 'ن ث ر خ ج س ح'],
  ])('weekdays are as brief as its calendars have them: %s', (language, weekdays) => {
    expect(inLanguage(language, () => listWeekdays('brief')).join(' ')).toBe(weekdays)
  })

  it.each<[Language, string, string, string, string, string]>([
    ['en', '£4,500.50', '£45', '4.9', '12,045', 'about US$59'],
    ['es', '4500,50\u00a0£', '45\u00a0£', '4,9', '12.045', 'aprox. 59\u00a0US$'],
    ['fr', '4\u202f500,50\u00a0£', '45\u00a0£', '4,9', '12\u202f045', 'environ 59\u00a0$US'],
    ['pt-BR', '£\u00a04.500,50', '£\u00a045', '4,9', '12.045', 'cerca de US$\u00a059'],
    ['hi', '£4,500.50', '£45', '4.9', '12,045', 'लगभग US$59'],
    ['zh-Hans', '£4,500.50', '£45', '4.9', '12,045', '约 US$59'],
    ['ar', '4,500.50\u00a0£', '45\u00a0£', '4.9', '12,045', 'نحو 59\u00a0US$'],
  ])('prices and numbers have its marks and Latin digits: %s', (language, exact, price, average, count, about) => {
    const rates = { source: 'European Central Bank', publishedOn: '2026-10-02', perPound: { USD: 1.32008 } }
    const shown = inLanguage(language, () => [
      formatMoney(pence(450_050), 'GBP'),
      formatPrice(pence(4_500), 'GBP'),
      formatAverage(4.9),
      formatNumber(12_045),
      aboutPrices(rates, 'USD')(pence(4_500), 'GBP')!,
    ])
    expect(shown.map(plain)).toEqual([exact, price, average, count, about])
  })

  it.each<[Language, string, string, string, string]>([
    ['en', 'A, B and C', 'A, B or C', 'A, B, C', 'One. Two.'],
    ['es', 'A, B y C', 'A, B o C', 'A, B, C', 'One. Two.'],
    ['fr', 'A, B et C', 'A, B ou C', 'A, B, C', 'One. Two.'],
    ['pt-BR', 'A, B e C', 'A, B ou C', 'A, B, C', 'One. Two.'],
    ['hi', 'A, B, और C', 'A, B या C', 'A, B, C', 'One. Two.'],
    ['zh-Hans', 'A、B和C', 'A、B或C', 'A、B、C', 'One.Two.'],
    ['ar', 'A وB وC', 'A أو B أو C', 'A، B، C', 'One. Two.'],
  ])('lists have its words and commas: %s', (language, and, or, comma, sentences) => {
    const items = ['A', 'B', 'C']
    const shown = inLanguage(language, () => [
      formatList(items),
      formatList(items, 'or'),
      formatList(items, 'comma'),
      joinSentences('One.', '', 'Two.'),
    ])
    expect(shown.map(plain)).toEqual([and, or, comma, sentences])
  })

  it.each<[Language, string, string, string, string]>([
    ['en', 'United Kingdom', 'the UK', 'Hindi', 'US dollar'],
    ['es', 'Reino Unido', 'Reino Unido', 'hindi', 'Dólar estadounidense'],
    ['fr', 'Royaume-Uni', 'Royaume-Uni', 'hindi', 'Dollar des États-Unis'],
    ['pt-BR', 'Reino Unido', 'Reino Unido', 'hindi', 'Dólar americano'],
    ['hi', 'यूनाइटेड किंगडम', 'यूनाइटेड किंगडम', 'हिन्दी', 'यूएस डॉलर'],
    ['zh-Hans', '英国', '英国', '印地语', '美元'],
    ['ar', 'المملكة المتحدة', 'المملكة المتحدة', 'الهندية', 'دولار أمريكي'],
  ])('countries, languages and currencies have its names: %s', (language, country, short, spoken, currency) => {
    const shown = inLanguage(language, () => [
      countryName('GB'),
      formatShortCountry('GB'),
      languageName('hi'),
      currencyName('USD'),
    ])
    expect(shown).toEqual([country, short, spoken, currency])
  })

  it.each(ALL)('names of languages are read as they are shown: %s', (language) => {
    inLanguage(language, () => {
      const unread = listLanguages().filter(({ code, name }) => readLanguages(name).codes.join() !== code)
      expect(unread).toEqual([])
    })
  })

  it.each(ALL)('addresses have English names of countries: %s', (language) => {
    expect(inLanguage(language, () => [countrySlug('GB'), countryOfSlug('germany')])).toEqual(['united-kingdom', 'DE'])
  })
})

describe('in Arabic', () => {
  it('a count has six forms', () => {
    const counts = inLanguage('ar', () => [0, 1, 2, 3, 11, 100].map(formatDuration))
    expect(counts.map(plain)).toEqual(['0 دقيقة', 'دقيقة واحدة', 'دقيقتين', '3 دقائق', '11 دقيقة', '100 دقيقة'])
  })

  it('a price keeps one order within text from the right', () => {
    inLanguage('ar', () => {
      for (const price of [
        formatPrice(pence(4_500), 'GBP'),
        formatMoney(pence(4_500), 'GBP'),
        formatBalance(-4_500, 'GBP'),
      ])
        expect(price).toMatch(/^\u2066.*\u2069$/)
    })
  })
})

it('zones are found by the country’s name in the language and in English', () => {
  inLanguage('hi', () => {
    const kolkata = listZonePlaces().find(({ zone }) => zone === 'Asia/Kolkata')
    expect(kolkata).toMatchObject({ country: 'भारत', countryAlso: ['India'], time: 'भारतीय मानक समय' })
    expect(listZoneGroups().map(({ region }) => region)).toContain('हिंद महासागर')
  })
})
