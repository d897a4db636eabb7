/** What a discount code took off, as a line of facts: "Discount code SUMMER25", "−£10.00". */
import * as m from '#messages/discounts'
import { formatBalance } from '#words/prices'

/** `discountCode`: null also for a code of a mentor who was erased. */
type Discounted = { discountCode?: string | null; discountPence?: number; currency: string }

/** None if no code took something off. */
export function listDiscount({
  discountCode,
  discountPence = 0,
  currency,
}: Discounted): [label: string, amount: string][] {
  if (discountPence === 0) return []
  const label = discountCode ? m.codeLabel({ code: discountCode }) : m.discountCode()
  return [[label, formatBalance(-discountPence, currency)]]
}
