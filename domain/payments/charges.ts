/** What the payment service charges in. https://docs.stripe.com/currencies */
import { chargeStep } from '#domain/payments/currency'
import { fromMajorUnits, MAX_STORED_AMOUNT, toMinorUnits, type MinorUnits } from '#domain/payments/money'

/** Currencies in which buyers can be charged ("presentment currencies"). */
const CHARGED = new Set(
  `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CVE CZK
  DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD JPY KES KGS KHR KMF KRW KWD
  KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN
  PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST
  XAF XCD XOF XPF YER ZAR ZMW`.split(/\s+/),
)

/** Whether buyers can be charged in the currency with this code. */
export const canCharge = (currency: string): boolean => CHARGED.has(currency)

/** The least that can be charged, in major units. Currencies that are not listed have no least amount of their own. */
const LEAST: Record<string, number> = {
  AED: 2,
  AUD: 0.5,
  BGN: 1,
  BRL: 0.5,
  CAD: 0.5,
  CHF: 0.5,
  CZK: 15,
  DKK: 2.5,
  EUR: 0.5,
  GBP: 0.3,
  HKD: 4,
  HUF: 175,
  INR: 0.5,
  JPY: 50,
  MXN: 10,
  MYR: 2,
  NOK: 3,
  NZD: 0.5,
  PLN: 2,
  RON: 2,
  SEK: 3,
  SGD: 0.5,
  THB: 10,
  USD: 0.5,
}

/** The least that can be charged in a currency. */
export const leastCharge = (currency: string): MinorUnits =>
  fromMajorUnits(LEAST[currency] ?? 0, currency) ?? toMinorUnits(0)

/** Charges of up to twelve digits, https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts. Ours are of `integer` columns. */
const LARGE = new Set(['COP', 'HUF', 'IDR', 'INR', 'JPY', 'LBP', 'TWD'])

/** The most that can be charged in a currency. */
export const mostCharge = (currency: string): MinorUnits =>
  toMinorUnits(LARGE.has(currency) ? MAX_STORED_AMOUNT : 99_999_999)

/** The nearest amount that can be charged or refunded, not above `most`. */
export function roundToCharge(amount: number, currency: string, most: MinorUnits): MinorUnits {
  const step = chargeStep(currency)
  return toMinorUnits(Math.min(Math.round(amount / step) * step, most))
}

/** Without minor units, and counted in hundredths by the service all the same: 5 ISK is 500. https://docs.stripe.com/currencies#special-cases */
const COUNTED_IN_HUNDREDTHS = new Set(['ISK', 'UGX'])

/** An amount as the service writes it. */
export const toServiceAmount = (amount: MinorUnits, currency: string): number =>
  COUNTED_IN_HUNDREDTHS.has(currency) ? amount * 100 : amount

/** An amount from the service, in minor units. Throws if it is not an amount. */
export const fromServiceAmount = (amount: number, currency: string): MinorUnits =>
  toMinorUnits(COUNTED_IN_HUNDREDTHS.has(currency) ? amount / 100 : amount)
