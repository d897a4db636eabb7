import { toPence } from '#domain/payments/money'
import { formatPence } from '#words/prices'

/** Formats minor units, "£45.00". `currency` is a lower-case ISO 4217 code. */
export function formatAmount(amount: number, currency: string): string {
  if (currency === 'gbp') return formatPence(toPence(amount))
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
