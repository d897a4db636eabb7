/**
 * The currencies in which prices are shown beside pounds: those whose rates the European Central Bank publishes, and the
 * euro. Charges are in pounds.
 */
import { CURRENCY } from '#domain/payments/money'

/** By code (ISO 4217). */
const BESIDE = new Set(
  'AUD BRL CAD CHF CNY CZK DKK EUR HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY USD ZAR'.split(
    ' ',
  ),
)

/** Currencies of which people count no smaller parts. */
const WHOLE = new Set(['HUF', 'IDR', 'ISK', 'JPY', 'KRW'])

/** Whether prices can be shown in this currency: pounds, or one of the others. */
export const isCurrency = (code: string): boolean => code === CURRENCY || BESIDE.has(code)

/** Whether prices can be shown in this currency beside pounds. */
export const isBesidePounds = (code: string): boolean => BESIDE.has(code)

/** Whether an amount of it has no decimals. */
export const isWhole = (code: string): boolean => WHOLE.has(code)

/** The codes of the currencies beside pounds. */
export const listCurrencies = (): string[] => [...BESIDE]
