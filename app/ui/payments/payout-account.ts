/** The data of the desk's part about a mentor's account at the payment service. */

export type PayoutAccountPart = {
  /** What the state means for them. */
  sentence: string
  /** Why the service pays nothing out. Null if it does, or if the sentence says so already. */
  reason: string | null
  /** What the service still requires; empty if nothing. */
  required: string[]
  requiredHead: string
  /** What the button that leads to the service's form says. Null if there is nothing to enter. */
  setUp: string | null
  /** Which countries can be chosen for a new account. Null while one stays. */
  countries: { code: string; name: string }[] | null
  /** The code of the one chosen before they choose; empty if none. */
  country: string
  /** Where they live, if accounts there cannot be paid. A sentence. */
  notServed: string | null
  hasDashboard: boolean
  /** Transfers are made to it, so that bank details are not used. */
  takesTransfers: boolean
  /** They confirmed their identity a moment ago, so they may open it. */
  proven: boolean
}

/** `field`: what is wrong with the country. */
export type PayoutAccountProblem = { sentence: string; unproven: boolean; country: string; field: string | null }
