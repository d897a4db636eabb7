/**
 * Discount codes: what a code takes off a price, and whether it may be used. Pure: callers pass in the code, what it is used
 * for, and the instant. Decision 0073.
 */
import { leastCharge } from '#domain/payments/charges'
import { chargeStep } from '#domain/payments/currency'
import type { MinorUnits, Money } from '#domain/payments/money'

/** Who pays for what a code takes off: the mentor earns less, or the operator adds it to what the mentor earns. */
export type DiscountBearer = 'mentor' | 'operator'

/** A share of the price, 1 to 100 per cent, or an amount of one currency. */
export type DiscountTerms = { percent: number; amount: null } | { percent: null; amount: Money }

export type DiscountCode = {
  terms: DiscountTerms
  /** Whose code it is; null: the operator's. */
  mentorId: string | null
  /** Null: any mentor. */
  mentorIds: string[] | null
  appliesTo: 'sessions' | 'cohorts' | 'both'
  /** Null: any session. */
  sessionTypeIds: string[] | null
  /** Null: any cohort. */
  cohortIds: string[] | null
  validFrom: Date
  /** Null: without end. */
  validUntil: Date | null
  /** Null: any number. */
  maxRedemptions: number | null
  redeemed: number
  disabledAt: Date | null
  borneBy: DiscountBearer
  /** Those of `mentorIds` who have agreed to bear it, where that is needed. */
  agreedMentorIds: string[]
}

/** Whether a code works only for mentors who have agreed to it: the operator's, when it lowers what mentors earn. */
export const needsAgreement = ({ mentorId, borneBy }: Pick<DiscountCode, 'mentorId' | 'borneBy'>): boolean =>
  mentorId === null && borneBy === 'mentor'

/** What a code is used for. `mentorId` of a cohort: the mentor who leads it, if they are one. */
export type DiscountedItem =
  | { kind: 'session'; mentorId: string; sessionTypeId: string }
  | { kind: 'cohort'; mentorId: string | null; cohortId: string }

/**
 * Why a code takes nothing off. `unknown` is also one that is disabled, for something else, or not accepted by the mentor who would
 * bear it, so that no one finds out which codes there are. `per_person`: this person has used it as often as one person may.
 * `too_many`: too many wrong codes came from here.
 */
export type CodeProblem =
  | 'unknown'
  | 'not_yet'
  | 'ended'
  | 'used_up'
  | 'per_person'
  | 'other_currency'
  | 'already_free'
  | 'too_many'

/**
 * What a code takes off a price, at least one step in which the currency is charged. A share is rounded up, in the buyer's
 * favour. A remainder that is too small to be charged is taken off as well. Null: the code is of another currency.
 */
export function computeDiscount({ amount: price, currency }: Money, terms: DiscountTerms): MinorUnits | null {
  if (terms.amount && terms.amount.currency !== currency) return null
  const step = chargeStep(currency)
  const exact = terms.amount ? terms.amount.amount : (price * terms.percent) / 100
  const discount = Math.min(Math.ceil(exact / step) * step, price)
  return price - discount < leastCharge(currency) ? price : (discount as MinorUnits)
}

/** Calculates the discount, or returns why the code doesn't apply. Redeeming checks the limit per person. */
export function applyCode(
  price: Money,
  code: DiscountCode,
  item: DiscountedItem,
  now: Date,
): { discount: MinorUnits } | { problem: CodeProblem } {
  const problem = findCodeProblem(code, item, now)
  if (problem) return { problem }
  if (price.amount === 0) return { problem: 'already_free' }
  const discount = computeDiscount(price, code.terms)
  return discount === null ? { problem: 'other_currency' } : { discount }
}

function findCodeProblem(code: DiscountCode, item: DiscountedItem, now: Date): CodeProblem | null {
  if (code.disabledAt || !isFor(code, item)) return 'unknown'
  if (now < code.validFrom) return 'not_yet'
  if (code.validUntil && now >= code.validUntil) return 'ended'
  return code.maxRedemptions !== null && code.redeemed >= code.maxRedemptions ? 'used_up' : null
}

/** Whether a code is for this session or cohort. A mentor's own code is for what they sell themselves. */
function isFor(code: DiscountCode, item: DiscountedItem): boolean {
  const isAmong = (ids: string[] | null, id: string | null) => ids === null || (id !== null && ids.includes(id))
  if (code.mentorId !== null && code.mentorId !== item.mentorId) return false
  if (!isAmong(code.mentorIds, item.mentorId)) return false
  if (needsAgreement(code) && !isAmong(code.agreedMentorIds, item.mentorId)) return false
  return item.kind === 'session'
    ? code.appliesTo !== 'cohorts' && isAmong(code.sessionTypeIds, item.sessionTypeId)
    : code.appliesTo !== 'sessions' && isAmong(code.cohortIds, item.cohortId)
}
