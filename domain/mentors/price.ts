/** Prices as mentors type them. */
import { chargeStep, decimalsOf, LEGACY_CURRENCY } from '#domain/payments/currency'
import { fromMajorUnits, MAX_STORED_AMOUNT, type MinorUnits } from '#domain/payments/money'

/**
 * An amount as typed: digits and at most as many decimals as the currency has after a point, with or without its sign
 * or code before it. Null for anything else, such as "1e3", "-5" or "45,00", which people and programs read in
 * different ways, and for thousandths that cannot be charged.
 */
export function readPrice(typed: string, currency: string): MinorUnits | null {
  const [, mark = '', digits = ''] = /^([A-Z]{3}|\p{Sc})?\s?(\d{1,9}(?:\.\d{1,3})?)$/u.exec(typed.trim()) ?? []
  const decimals = digits.split('.')[1]?.length ?? 0
  if (digits === '' || decimals > decimalsOf(currency)) return null
  if (mark !== '' && mark !== currency && mark !== findSign(currency)) return null
  const amount = fromMajorUnits(Number(digits), currency)
  return amount === null || amount % chargeStep(currency) !== 0 || amount > MAX_STORED_AMOUNT ? null : amount
}

/** "£"; "$" for every dollar. Undefined for what is no code. */
function findSign(currency: string): string | undefined {
  if (!/^[A-Z]{3}$/.test(currency)) return undefined
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value
}

/** The currency of the prices in a form. Older drafts name none. */
export const currencyIn = (typed: Record<string, string>): string => typed['currency'] || LEGACY_CURRENCY

/** Between which amounts a session may cost, unless it is free. `currency`: of both. */
export type PriceBounds = { least: MinorUnits; most: MinorUnits; currency: string }

/** Where the operator sets none, in major units. */
export const USUAL_BOUNDS = { least: 5, most: 1_000, currency: 'GBP' }

/** Free, or within the operator's bounds. */
export const isAllowedPrice = (price: MinorUnits, bounds: Omit<PriceBounds, 'currency'>): boolean =>
  price === 0 || (price >= bounds.least && price <= bounds.most)
