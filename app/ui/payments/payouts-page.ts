import type { ConflictOfInterest } from '#domain/accounts/conflict-of-interest'

/** The data of the admins' page of payouts. Amounts and instants are words. */
export type PayoutsPage = {
  /** `leftOut`: why the next batch does not pay them; null if it does. */
  due: { id: string; name: string; amount: string; sessions: string; leftOut: string | null }[]
  /** What the next batch pays in sum; null if nothing. */
  next: string | null
  /** Whether the next batch pays the admin who makes it. */
  own: ConflictOfInterest | null
  /** `paid`: when it was marked as paid; null before. */
  batches: { id: string; made: string; paid: string | null; own: ConflictOfInterest | null; sum: string }[]
  /** For which sellers can be reported. */
  years: number[]
}
