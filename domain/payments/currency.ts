/**
 * The currencies in which prices are shown beside pounds: those whose rates the European Central Bank publishes, and the
 * euro. Charges are in pounds.
 */
import { CURRENCY } from '#domain/payments/money'

/**
 * `sign`: stands before an amount; without one the code does. `whole`: people there count no smaller parts.
 */
type Currency = { name: string; sign?: string; whole?: true }

/** By code (ISO 4217), in order of name. */
const CURRENCIES: ReadonlyMap<string, Currency> = new Map<string, Currency>([
  ['AUD', { name: 'Australian dollar', sign: 'A$' }],
  ['BRL', { name: 'Brazilian real', sign: 'R$' }],
  ['CAD', { name: 'Canadian dollar', sign: 'CA$' }],
  ['CNY', { name: 'Chinese yuan', sign: 'CN¥' }],
  ['CZK', { name: 'Czech koruna' }],
  ['DKK', { name: 'Danish krone' }],
  ['EUR', { name: 'Euro', sign: '€' }],
  ['HKD', { name: 'Hong Kong dollar', sign: 'HK$' }],
  ['HUF', { name: 'Hungarian forint', whole: true }],
  ['ISK', { name: 'Icelandic króna', whole: true }],
  ['INR', { name: 'Indian rupee', sign: '₹' }],
  ['IDR', { name: 'Indonesian rupiah', whole: true }],
  ['ILS', { name: 'Israeli shekel', sign: '₪' }],
  ['JPY', { name: 'Japanese yen', sign: '¥', whole: true }],
  ['MYR', { name: 'Malaysian ringgit' }],
  ['MXN', { name: 'Mexican peso', sign: 'MX$' }],
  ['NZD', { name: 'New Zealand dollar', sign: 'NZ$' }],
  ['NOK', { name: 'Norwegian krone' }],
  ['PHP', { name: 'Philippine peso', sign: '₱' }],
  ['PLN', { name: 'Polish złoty' }],
  ['RON', { name: 'Romanian leu' }],
  ['SGD', { name: 'Singapore dollar', sign: 'S$' }],
  ['ZAR', { name: 'South African rand' }],
  ['KRW', { name: 'South Korean won', sign: '₩', whole: true }],
  ['SEK', { name: 'Swedish krona' }],
  ['CHF', { name: 'Swiss franc' }],
  ['THB', { name: 'Thai baht' }],
  ['TRY', { name: 'Turkish lira', sign: '₺' }],
  ['USD', { name: 'US dollar', sign: 'US$' }],
])

/** Whether prices can be shown in this currency: pounds, or one of the others. */
export const isCurrency = (code: string): boolean => code === CURRENCY || CURRENCIES.has(code)

/** Undefined for pounds, and for a code that is not known. */
export const currencyBeside = (code: string): Currency | undefined => CURRENCIES.get(code)

/** Codes and names of the currencies beside pounds, in order of name. */
export const listCurrencies = (): { code: string; name: string }[] =>
  [...CURRENCIES].map(([code, { name }]) => ({ code, name }))
