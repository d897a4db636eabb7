/**
 * The rates that come with the product, until its first own ones: the European Central Bank's reference rates of the day
 * named, per euro as published. The bank lets them be used with its name beside them, and says that they are for
 * information.
 */
import type { ExchangeRates } from '#domain/payments/about-price'

const PUBLISHED_ON = '2026-10-02'
const POUNDS = 0.85033

const PER_EURO: Record<string, number> = {
  AUD: 1.6176,
  BRL: 5.861,
  CAD: 1.5984,
  CHF: 0.9279,
  CNY: 7.5259,
  CZK: 24.47,
  DKK: 7.4736,
  EUR: 1,
  HKD: 8.8084,
  HUF: 369.18,
  IDR: 20149.32,
  ILS: 3.4408,
  INR: 108.1245,
  ISK: 137,
  JPY: 176.99,
  KRW: 1513.44,
  MXN: 20.5806,
  MYR: 4.5849,
  NOK: 10.8315,
  NZD: 2.0002,
  PHP: 70.265,
  PLN: 4.3775,
  RON: 5.3488,
  SEK: 11.29,
  SGD: 1.4366,
  THB: 37.71,
  TRY: 55.165,
  USD: 1.1225,
  ZAR: 18.7839,
}

export const EUROPEAN_CENTRAL_BANK = 'European Central Bank'

export const SHIPPED_RATES: ExchangeRates = {
  source: EUROPEAN_CENTRAL_BANK,
  publishedOn: PUBLISHED_ON,
  perPound: Object.fromEntries(Object.entries(PER_EURO).map(([code, rate]) => [code, rate / POUNDS])),
}
