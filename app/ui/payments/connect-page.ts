/** The data about transfers on the admins' page of payouts. Amounts and instants are words. */
import type { ConflictOfInterest } from '#domain/accounts/conflict-of-interest'

type BalanceFigures = {
  /** A name. */
  currency: string
  figures: { name: string; amount: string; note: string }[]
  /** What to add to the balance. Null if it covers everything, or is not known. */
  topUp: string | null
}

/** `refusals`: so that of two admins at once one sends it. */
type SendAgain = { refusals: number; own: ConflictOfInterest | null }

export type ConnectPage = {
  balances: BalanceFigures[]
  /** `state`: in words. `details`: what is required, or why nothing is paid out. */
  accounts: { id: string; name: string; country: string; state: string; details: string | null }[]
  /** Further accounts are not listed. */
  hasMore: boolean
  /** `again`: of one that was refused and can be sent again. */
  transfers: {
    id: string
    mentorId: string
    name: string
    state: string
    amount: string
    again: SendAgain | null
  }[]
}
