/** What a discount code gives, in words. */
import type { DiscountCode, DiscountTerms } from '#domain/discounts/discount'
import * as m from '#messages/codes'
import { formatMoney } from '#words/prices'
import { formatList } from '#words/lists'
import { dateIn } from '#words/time'

/** "20% off" or "£10.00 off" */
export const describeDiscount = ({ percent, amount }: DiscountTerms): string =>
  amount === null
    ? m.percentOff({ percent: String(percent) })
    : m.amountOff({ amount: formatMoney(amount.amount, amount.currency) })

/**
 * "From 1 December 2026", "Until 31 December 2026", or both as days on the clock of `zone`. Null for a code that is valid since it
 * was made, and without an end. The last day is the one that ends at `validUntil`.
 */
export function describeValidity(
  { validFrom, validUntil, createdAt }: { validFrom: Date; validUntil: Date | null; createdAt: Date },
  zone: string,
): string | null {
  const from = validFrom > createdAt ? dateIn(validFrom, zone) : null
  const until = validUntil && dateIn(new Date(validUntil.getTime() - 1), zone)
  if (from && until) return m.validBetween({ from, until })
  if (from) return m.validFrom({ date: from })
  return until && m.validUntil({ date: until })
}

/** "3 of 100 used" or "Used 3 times" */
export const describeUses = ({
  redeemed,
  maxRedemptions,
}: {
  redeemed: number
  maxRedemptions: number | null
}): string =>
  maxRedemptions === null ? m.usedTimes({ count: redeemed }) : m.usedOf({ used: redeemed, limit: maxRedemptions })

/** "100 uses" or "No limit" */
export const describeLimit = ({ maxRedemptions }: { maxRedemptions: number | null }): string =>
  maxRedemptions === null ? m.noLimit() : m.useCount({ count: maxRedemptions })

/** `sessionTitles`, `cohortTitles`: of single ones that the code is limited to and that are still offered. */
export type CodeConditions = Pick<DiscountCode, 'appliesTo' | 'sessionTypeIds' | 'cohortIds'> & {
  sessionTitles: string[]
  cohortTitles: string[]
  maxPerPerson: number | null
}

/** What a code is valid for, and how often one person can use it. */
export function describeConditions(code: CodeConditions): string[] {
  const { maxPerPerson } = code
  return [describeScope(code), ...(maxPerPerson === null ? [] : [m.eachPerson({ count: maxPerPerson })])]
}

/** Single sessions and cohorts by name, else their kind. */
function describeScope({ appliesTo, sessionTypeIds, cohortIds, sessionTitles, cohortTitles }: CodeConditions): string {
  if (appliesTo === 'both' && !sessionTypeIds && !cohortIds) return m.sessionsAndCohorts()
  const sessions = sessionTypeIds ? sessionTitles : [m.sessionsOnly()]
  const cohorts = cohortIds ? cohortTitles : [m.cohortsOnly()]
  const all = [...(appliesTo === 'cohorts' ? [] : sessions), ...(appliesTo === 'sessions' ? [] : cohorts)]
  return all.length > 0 ? formatList(all, 'comma') : m.noLongerOffered()
}
