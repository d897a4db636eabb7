/** What a discount code took off, as a line of facts: "Code SUMMER25", "−£10.00". */
import * as m from '#messages/discounts'
import { formatBalance } from '#words/prices'

type Discounted = { discountCode?: string | null; discountPence?: number; currency: string }

/** None without a code. */
export function listDiscount({
  discountCode,
  discountPence = 0,
  currency,
}: Discounted): [label: string, amount: string][] {
  return discountCode ? [[m.codeLabel({ code: discountCode }), formatBalance(-discountPence, currency)]] : []
}
