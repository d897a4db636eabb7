/** Currencies by their codes, ISO 4217. */

/** Without minor units, and with thousandths. All others have hundredths. */
const WHOLE = new Set('BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '))
const THOUSANDTHS = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))

/** That of amounts that were stored or sent without one: all were in pounds then. */
export const LEGACY_CURRENCY = 'GBP'

/** How many decimals an amount has. The ariary's fifths are not counted: nothing is priced in them. */
export const decimalsOf = (code: string): number => (WHOLE.has(code) ? 0 : THOUSANDTHS.has(code) ? 3 : 2)

/**
 * By how many minor units amounts that are charged or refunded differ: cards have no thousandths.
 * https://docs.stripe.com/currencies#three-decimal
 */
export const chargeStep = (code: string): number => (THOUSANDTHS.has(code) ? 10 : 1)

/** Those whose rates the European Central Bank publishes, and the euro: in these, prices are shown beside others. */
const WITH_RATES = new Set(
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY USD ZAR'.split(
    ' ',
  ),
)

/** Currencies of which people count no smaller parts, whatever the standard says. */
const COUNTED_WHOLE = new Set(['HUF', 'IDR', 'ISK', 'JPY', 'KRW'])

/** Whether an exchange rate may be known for it, so that prices can be shown in it and compared with others. */
export const hasRate = (code: string): boolean => WITH_RATES.has(code)

/** Whether prices can be shown in it on a site with this currency of its own. */
export const canShow = (code: string, own: string): boolean => code === own || hasRate(code)

/** Whether an approximate amount of it has no decimals. */
export const isCountedWhole = (code: string): boolean => COUNTED_WHOLE.has(code) || WHOLE.has(code)

/** The codes of the currencies that may have a rate. */
export const listCurrencies = (): string[] => [...WITH_RATES]

/** The codes of the currencies that have this many decimals. */
export const listWithDecimals = (decimals: 0 | 3): string[] => [...(decimals === 0 ? WHOLE : THOUSANDTHS)]

/** Each code once: `own`, that of the site, before the others in order. */
export const ownFirst = (codes: string[], own: string): string[] => {
  const others = new Set(codes).difference(new Set([own]))
  return [...(codes.includes(own) ? [own] : []), ...[...others].toSorted()]
}
