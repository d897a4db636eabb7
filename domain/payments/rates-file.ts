/**
 * Reads the European Central Bank's daily file of exchange rates, or another of its form. Strictly: a file that is not quite
 * what it should be is left alone, since the rates that are there are better than wrong ones.
 */
import { err, ok, type Result } from '#domain/result'
import type { ExchangeRates } from '#domain/payments/about-price'

/**
 * `unreadable`: not such a file. `no_pound`: without the rate by which all others are compared. `out_of_range`: a rate that
 * no currency has. `future`: of a day that has not come.
 */
type RatesFileError = 'unreadable' | 'no_pound' | 'out_of_range' | 'future'

type DatedRates = Omit<ExchangeRates, 'source'>

/** The file has 29 currencies in 2 kB. */
export const MAX_FILE_BYTES = 65_536
const MAX_CURRENCIES = 200
/** Per euro. The rupiah, the largest number of the file, has about 20,000. */
const RANGE = { least: 0.001, most: 1_000_000 }
const DAY_MS = 86_400_000

const DAY = /<Cube\s+time=(["'])(\d{4}-\d{2}-\d{2})\1\s*>/g
const RATE = /<Cube\s+currency=(["'])([A-Z]{3})\1\s+rate=(["'])(\d{1,9}(?:\.\d{1,9})?)\3\s*\/>/g

/** The file's rates are of one euro; the result's of one pound. */
export function readRatesFile(text: string, now: Date): Result<DatedRates, RatesFileError> {
  if (text.length > MAX_FILE_BYTES || /<!(?:DOCTYPE|ENTITY|\[CDATA)/i.test(text)) return err('unreadable')
  const [day, ...otherDays] = [...text.matchAll(DAY)]
  const listed = [...text.matchAll(RATE)].map(([, , code = '', , rate]) => ({ code, perEuro: Number(rate) }))
  const perEuro = new Map([{ code: 'EUR', perEuro: 1 }, ...listed].map((each) => [each.code, each.perEuro]))
  // To its end, with every rate readable and none twice.
  const isWhole =
    /<\/(?:\w+:)?Envelope>\s*$/.test(text) &&
    listed.length === text.split('currency=').length - 1 &&
    perEuro.size === listed.length + 1
  const publishedOn = day?.[2] ?? ''
  if (otherDays.length > 0 || !isDate(publishedOn) || !isWhole || listed.length > MAX_CURRENCIES) {
    return err('unreadable')
  }
  if (listed.some((each) => each.perEuro < RANGE.least || each.perEuro > RANGE.most)) return err('out_of_range')
  if (Date.parse(publishedOn) > now.getTime() + DAY_MS) return err('future')
  const pound = perEuro.get('GBP')
  if (pound === undefined) return err('no_pound')
  perEuro.delete('GBP')
  return ok({ publishedOn, perPound: Object.fromEntries([...perEuro].map(([code, rate]) => [code, rate / pound])) })
}

function isDate(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** No currency has doubled or halved within days; a file in which one does is wrong or forged. */
const MOST_TIMES = 2
/** Beyond this the older rates say little of the newer ones. */
const COMPARED_DAYS = 60

/**
 * What becomes of a file when other rates are there: `same` or `older`, of a day that is known; `jumped`, with a rate that
 * cannot have moved so far since. `jumped` ends by itself, when the older rates are old enough.
 */
export function compareRates(known: DatedRates, read: DatedRates): 'newer' | 'same' | 'older' | 'jumped' {
  if (read.publishedOn === known.publishedOn) return 'same'
  if (read.publishedOn < known.publishedOn) return 'older'
  const days = (Date.parse(read.publishedOn) - Date.parse(known.publishedOn)) / DAY_MS
  const hasJumped = Object.entries(read.perPound).some(([code, rate]) => {
    const before = Object.hasOwn(known.perPound, code) ? known.perPound[code] : undefined
    return before !== undefined && Math.max(rate / before, before / rate) > MOST_TIMES
  })
  return hasJumped && days <= COMPARED_DAYS ? 'jumped' : 'newer'
}
