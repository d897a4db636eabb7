/** A code as the lists show it. Server side. */
import { codeState } from '#domain/discounts/code-terms'
import type { ListedCode } from '#server/discounts/managing-queries'
import { describeConditions, describeDiscount, describeUses, describeValidity } from '#words/discounts/code-terms'
import type { CodeView } from '../../ui/discounts/codes.ts'

/** Days are on the clock of `zone`. */
export function viewCode(code: ListedCode, { zone, now }: { zone: string; now: Date }): CodeView {
  return {
    id: code.id,
    code: code.code,
    discount: describeDiscount(code.terms),
    conditions: describeConditions(code),
    valid: describeValidity(code, zone),
    used: describeUses(code),
    state: codeState(code, now),
  }
}
