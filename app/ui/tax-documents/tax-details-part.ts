/** The data of the desk's part “Tax details”. */
import type { TaxDetailsFields } from '#domain/tax-documents/tax-details'

/** `unproven`: they have to confirm who they are first. */
export type TaxDetailsResult = { typed: TaxDetailsFields; errors: Partial<TaxDetailsFields>; unproven: boolean }

export type TaxDetailsPart = {
  /** Who they are, in a sentence. Null: they have not said. */
  summary: string | null
  /** What the form shows first. */
  typed: TaxDetailsFields
  countries: { code: string; name: string }[]
  /** `YYYY-MM-DD`. */
  today: string
  /** They confirmed their identity a moment ago, so they may change them. */
  proven: boolean
}
