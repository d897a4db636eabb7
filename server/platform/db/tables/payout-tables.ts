/** Kysely's types of the tables of payouts. */
import type { ColumnType, Generated } from 'kysely'
import type { Fixed } from '#server/platform/db/column'
import type { TransfersState } from '#domain/payments/connected-account'
import type { MinorUnits } from '#domain/payments/money'

export interface PayoutTables {
  connectedAccounts: {
    mentorId: Fixed<string>
    accountId: Fixed<string>
    country: Fixed<string>
    transfers: TransfersState
    payoutsEnabled: boolean
    detailsSubmitted: boolean
    due: string[]
    dueBy: Date | null
    disabledReason: string | null
    deauthorizedAt: Generated<Date | null>
    createdAt: Fixed<Date>
    readAt: Date
  }
  transfers: {
    id: Fixed<string>
    bookingId: Fixed<string>
    number: Fixed<number>
    mentorId: Fixed<string>
    accountId: Fixed<string>
    /** Null: the buyer paid nothing, the operator contributes all. */
    paymentIntent: Fixed<string | null>
    amount: Fixed<MinorUnits>
    currency: Fixed<string>
    status: 'queued' | 'sent'
    serviceId: string | null
    refusals: Generated<number>
    refusal: Generated<string | null>
    createdAt: Fixed<Date>
    sentAt: Generated<Date | null>
  }
  transferLines: {
    transferId: Fixed<string>
    bookingId: Fixed<string>
    kept: Fixed<number>
    fee: Fixed<number>
    /** Computed: kept minus fee. Negative: what was owed and is set off. */
    amount: ColumnType<number, never, never>
  }
  transferReversals: {
    id: Fixed<string>
    transferId: Fixed<string>
    bookingId: Fixed<string>
    number: Fixed<number>
    kept: Fixed<number>
    fee: Fixed<number>
    /** Computed: kept minus fee, what is taken back. */
    amount: ColumnType<MinorUnits, never, never>
    currency: Fixed<string>
    status: 'queued' | 'sent' | 'refused'
    serviceId: string | null
    refusal: Generated<string | null>
    createdAt: Fixed<Date>
    sentAt: Generated<Date | null>
  }

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
