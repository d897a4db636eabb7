import { fromServiceAmount } from '#domain/payments/charges'
import { formatBalance, formatMoney } from '#words/prices'

/** Formats an amount as Stripe counts it, "£45.00". `currency` is a lower-case ISO 4217 code. */
export function formatAmount(amount: number, currency: string): string {
  const code = currency.toUpperCase()
  return formatMoney(fromServiceAmount(amount, code), code)
}

/** The same of a balance, which may be negative: "−£45.00". */
export function formatBalanceAmount(amount: number, currency: string): string {
  const code = currency.toUpperCase()
  return formatBalance(Math.sign(amount) * fromServiceAmount(Math.abs(amount), code), code)
}
