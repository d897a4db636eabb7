import { formatPence, toPence } from '#domain/payments/money'

/** Minor units in words, "£45.00": pounds as the product writes them, other currencies as the British do. */
export function formatAmount(amount: number, currency: string): string {
  if (currency === 'gbp') return formatPence(toPence(amount))
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
