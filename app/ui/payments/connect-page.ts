/** The data about transfers on the admins' page of payouts. Amounts and instants are words. */

type BalanceFigures = {
  /** A name. */
  currency: string
  figures: { name: string; amount: string; note: string }[]
  /** What to add to the balance. Null if it covers everything, or is not known. */
  topUp: string | null
}

export type ConnectPage = {
  balances: BalanceFigures[]
  /** `state`: in words. `details`: what is required, or why nothing is paid out. */
  accounts: { id: string; name: string; country: string; state: string; details: string | null }[]
  /** Further accounts are not listed. */
  hasMore: boolean
  transfers: { id: string; mentorId: string; name: string; state: string; amount: string }[]
}
