/** A code as the lists show it. Server side. */
import { codeState } from '#domain/discounts/code-terms'
import type { ListedCode } from '#server/discounts/managing-queries'
import * as m from '#messages/codes'
import { describeDiscount, describeUses, describeValidity } from '#words/discounts/code-terms'
import { formatList } from '#words/lists'
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

/** What it is valid for, and how often one person can use it. */
function describeConditions(code: ListedCode): string[] {
  const { maxPerPerson } = code
  return [describeScope(code), ...(maxPerPerson === null ? [] : [m.eachPerson({ count: maxPerPerson })])]
}

/** Single sessions and cohorts by name, else their kind. */
function describeScope({ appliesTo, sessionTypeIds, cohortIds, sessionTitles, cohortTitles }: ListedCode): string {
  if (appliesTo === 'both' && !sessionTypeIds && !cohortIds) return m.sessionsAndCohorts()
  const sessions = sessionTypeIds ? sessionTitles : [m.sessionsOnly()]
  const cohorts = cohortIds ? cohortTitles : [m.cohortsOnly()]
  const all = [...(appliesTo === 'cohorts' ? [] : sessions), ...(appliesTo === 'sessions' ? [] : cohorts)]
  return all.length > 0 ? formatList(all, 'comma') : m.noLongerOffered()
}
