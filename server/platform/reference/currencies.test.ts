import { describe, expect, it } from 'vitest'
import { hasRate, listCurrencies } from '#domain/payments/currency'
import { SHIPPED_RATES } from '#server/payments/rates/shipped-rates'
import { currencyName, currencyOfZone, listCurrencyNames } from '#server/platform/reference/currencies'
import { listZonePlaces } from '#server/platform/reference/zones'

describe('currencyOfZone', () => {
  it.each([
    ['Asia/Kolkata', 'INR'],
    ['Asia/Calcutta', 'INR'],
    ['Europe/London', 'GBP'],
    ['Europe/Zagreb', 'EUR'],
    ['America/Argentina/Buenos_Aires', null],
    ['UTC', null],
  ])('knows with what people in %s pay: %s', (zone, code) => {
    expect(currencyOfZone(zone)).toBe(code)
  })

  it('names only currencies in which prices can be shown, and every one of them', () => {
    const named = new Set(listZonePlaces().flatMap(({ zone }) => currencyOfZone(zone) ?? []))
    expect([...named].filter((code) => !hasRate(code))).toEqual([])
    expect([...named].toSorted()).toEqual(listCurrencies().toSorted())
  })
})

describe('the names of currencies', () => {
  it('stand alone and in order', () => {
    const names = listCurrencyNames().map(({ name }) => name)
    expect(names).toHaveLength(listCurrencies().length)
    expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare))
    expect(names).toEqual(expect.arrayContaining(['Australian dollar', 'Euro', 'Icelandic króna', 'US dollar']))
    expect(currencyName('GBP')).toBe('British pound')
  })
})

describe('the rates that come with the product', () => {
  it('are of every currency in which prices can be shown', () => {
    expect(['GBP', ...Object.keys(SHIPPED_RATES.perPound)].toSorted()).toEqual(listCurrencies().toSorted())
  })
})
