/** What the application form is made of. `app/views/mentors/application.ts` makes it. */
import type { Advice } from '#domain/mentors/advice'
import type { PriceBounds } from '#domain/mentors/price'
import type { ZoneGroup } from '#domain/time/zone'
import type { Typed } from '../../forms/typed-fields.ts'

export type ApplicationOffer = {
  /** Null for a visitor, whose form is sent once they have signed in. */
  account: string | null
  typed: Typed
  /** Of the draft in the account; null without one. */
  version: number | null
  /** When that was saved, or the application sent; ISO 8601. */
  savedAt: string | null
  /** True if the form shows what was typed before its sender signed in. */
  restored: boolean
  /** The key of the picture that will be shown. */
  picture: string | null
  /** True if that is the picture of the account, and not one chosen here. */
  isAccountPicture: boolean
  /** What is shown once the one chosen here is removed. */
  accountPicture: string | null
  /** Changes that an admin requested, by form field. */
  prefill: Typed
  /** What is missing or not valid in `typed`, by the name of the field in the form. */
  errors: Typed
  zones: ZoneGroup[]
  countries: { code: string; name: string }[]
  languages: string[]
  topics: { code: string; group: string; label: string }[]
  /** Of each currency in which a mentor can price, the site's own first. */
  bounds: PriceBounds[]
  /** The operator's share of every payment, in per cent. */
  feePercent: number
  /** The day by which an answer is promised to what is sent now: "Friday 27 November". */
  answerBy: string
  advice: Advice
  /** The product's clock when this was read; ISO 8601. */
  now: string
}
