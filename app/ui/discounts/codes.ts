/** What the pages of discount codes receive. */
import type { CodeState } from '#domain/discounts/code-terms'

/** A code in words. `valid`: between which days; null for always. `conditions`: what it is limited to. */
export type CodeView = {
  id: string
  code: string
  discount: string
  conditions: string[]
  valid: string | null
  used: string
  state: CodeState
}

/** A box to tick. */
export type CodeOption = { id: string; title: string }

/** What the form offers. `currencies`: of amounts; the form has a choice if there are several. `place`: whose time zone the days are in. */
export type CodeOffer = {
  currencies: string[]
  sessions: CodeOption[]
  cohorts: CodeOption[]
  place: string
}

/** `typed`: shown again. `errors`: messages by field. `refused`: why it failed where that is about no field. */
export type CodeFormResult = { typed: Record<string, string>; errors: Record<string, string>; refused?: string }

/** Where nothing is typed yet. */
export const NOTHING_TYPED: CodeFormResult = { typed: {}, errors: {} }
