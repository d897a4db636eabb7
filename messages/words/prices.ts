/** Amounts of money as people read them. */
import { toPence, type Pence } from '#domain/payments/money'
import * as m from '#messages/money'

/** "£45.00": for what is charged, to the penny. */
export function formatPence(amount: Pence): string {
  const [pounds = '', pence = ''] = (amount / 100).toFixed(2).split('.')
  return m.poundsAndPence({ pounds, pence })
}

/** "−£40.50": for a sum that may be owed. */
export function formatBalance(amount: number): string {
  const price = formatPence(toPence(Math.abs(amount)))
  return amount < 0 ? m.negative({ price }) : price
}

/** "£45" or "£44.50": for a mentor's card. */
export const formatPrice = (amount: Pence): string =>
  amount % 100 === 0 ? m.pounds({ pounds: `${amount / 100}` }) : formatPence(amount)

/** "£45", or "Free": for a session's price that stands on its own. */
export const describePrice = (price: Pence): string => (price === 0 ? m.free() : formatPrice(price))
