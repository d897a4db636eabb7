import { fromServiceAmount } from '#domain/payments/charges'
import { formatMoney } from '#words/prices'

/** Formats an amount as Stripe counts it, "£45.00". `currency` is a lower-case ISO 4217 code. */
export function formatAmount(amount: number, currency: string): string {
  const code = currency.toUpperCase()
  return formatMoney(fromServiceAmount(amount, code), code)
}
