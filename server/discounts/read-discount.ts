/** Reads what a code that someone has typed takes off a price. */
import { emailKey } from '#domain/accounts/email-key'
import { normalizeCode } from '#domain/discounts/code-text'
import { applyCode, needsAgreement, type CodeProblem, type DiscountedItem } from '#domain/discounts/discount'
import type { Money } from '#domain/payments/money'
import { err, ok, type Result } from '#domain/result'
import { countWrongCode, guessLimits, type CodeClient } from '#server/discounts/guess-limits'
import type { CodeQuery, EnteredCode } from '#server/discounts/codes-queries'
import type { Redemption } from '#server/discounts/redemptions-queries'
import type { App } from '#server/context'

/** The code takes nothing off. Pages turn the reason into words. */
export type CodeNotValid = { code: 'code_not_valid'; reason: CodeProblem }

/** `code`: as it is compared. */
export type Discount = Redemption & { code: string }

type Wanted = {
  entered: EnteredCode
  price: Money
  item: DiscountedItem
  email: string
  /** True if this buyer may hold something with the code, which then counts already. */
  mayHoldOne: boolean
  client: CodeClient
}

/** By which `readDiscount` gets the code that a client has typed. */
export const toCodeQuery = (app: App, typed: string, client: CodeClient): CodeQuery => ({
  code: normalizeCode(typed),
  ...guessLimits(app, client),
})

/**
 * What a code takes off a price. Whether it is used up, and whether its mentor still agrees to it, is decided when it is redeemed;
 * for a buyer who holds nothing it is also said here, before anything is claimed.
 */
export async function readDiscount(
  app: App,
  { entered: { hasGuessed, stored }, price, item, email, mayHoldOne, client }: Wanted,
): Promise<Result<Discount, CodeNotValid>> {
  const refuse = (reason: CodeProblem) => err({ code: 'code_not_valid', reason } as const)
  if (hasGuessed) return refuse('too_many')
  const known = stored && mayHoldOne ? { ...stored, redeemed: 0 } : stored
  const applied = known ? applyCode(price, known, item, app.now()) : { problem: 'unknown' as const }
  if ('problem' in applied && applied.problem === 'unknown') await countWrongCode(app, client)
  if (!stored || 'problem' in applied) return refuse('problem' in applied ? applied.problem : 'unknown')
  const { id: codeId, maxPerPerson, borneBy } = stored
  const person = app.secretFor('discount code', emailKey(email))
  const redemption = { codeId, person, maxPerPerson, discount: applied.discount, currency: price.currency, borneBy }
  return ok({ code: stored.code, ...redemption, agreeing: needsAgreement(stored) ? item.mentorId : null })
}
