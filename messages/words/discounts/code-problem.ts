/** Why a discount code takes nothing off, in the words that buyers read. */
import type { CodeProblem } from '#domain/discounts/discount'
import * as m from '#messages/discounts'

const SENTENCES: Record<CodeProblem, () => string> = {
  unknown: m.codeUnknown,
  not_yet: m.codeNotYet,
  ended: m.codeEnded,
  used_up: m.codeUsedUp,
  per_person: m.codeUsedByYou,
  other_currency: m.codeOtherCurrency,
  already_free: m.codeNotNeeded,
  too_many: m.tooManyCodes,
}

export const explainCodeProblem = (problem: CodeProblem): string => SENTENCES[problem]()
