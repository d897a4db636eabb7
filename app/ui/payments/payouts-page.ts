import type { ConflictOfInterest } from '#domain/accounts/conflict-of-interest'
import type { ConnectPage } from './connect-page.ts'

/** The data of the admins' page of payouts. Amounts and instants are words. */
export type PayoutsPage = {
  /** By currency. `leftOut`: why the next batch does not pay them; null if it does. */
  due: { id: string; currency: string; name: string; amount: string; sessions: string; leftOut: string | null }[]
  /** What the next batch of each currency pays in sum. `own`: whether it pays the admin who makes it. */
  next: { currency: string; sum: string; own: ConflictOfInterest | null }[]
  /** `paid`: when it was marked as paid; null before. */
  batches: { id: string; made: string; paid: string | null; own: ConflictOfInterest | null; sum: string }[]
  /** Null where mentors are paid in batches alone. */
  connect: ConnectPage | null
}
