/** Kysely's types of the tables of payouts. */
import type { ColumnType, Generated } from 'kysely'
import type { Fixed } from '#server/platform/db/column'
import type { MinorUnits } from '#domain/payments/money'

export interface PayoutTables {
  payees: { mentorId: Fixed<string>; sealed: string; changedAt: Date }
  payoutBatches: { id: Fixed<string>; createdAt: Fixed<Date>; paidAt: Generated<Date | null> }
  payouts: {
    id: Fixed<string>
    batchId: Fixed<string>
    mentorId: Fixed<string>
    amountPence: Fixed<MinorUnits>
    currency: Fixed<string>
    sealedPayee: Fixed<string>
  }
  payoutLines: {
    payoutId: Fixed<string>
    bookingId: Fixed<string>
    number: Fixed<number>
    keptPence: Fixed<number>
    feePence: Fixed<number>
    /** Computed: kept minus fee. */
    amountPence: ColumnType<number, never, never>
  }
}
