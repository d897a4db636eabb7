/** Kysely's types of the tables of packages. `migrations/` define them; this file follows. */
import type { Fixed } from '#server/platform/db/column'
import type { MinorUnits } from '#domain/payments/money'

export interface PackageTables {
  /** On offer. */
  sessionPackages: {
    sessionTypeId: Fixed<string>
    sessions: Fixed<number>
    mentorId: Fixed<string>
    pricePence: MinorUnits
    currency: string
  }
  /** Sold, or held to be paid. `id`: of its booking. */
  packages: {
    id: Fixed<string>
    mentorId: Fixed<string>
    sessionTypeId: Fixed<string>
    sessions: Fixed<number>
  }
  credits: {
    packageId: Fixed<string>
    number: Fixed<number>
    share: Fixed<MinorUnits>
    fee: Fixed<MinorUnits>
    bookingId: string | null
    earnedAt: Date | null
    refundedAt: Date | null
  }
}
