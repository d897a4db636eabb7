/** Kysely's types of the tables of discount codes. */
import type { ColumnType, Generated } from 'kysely'
import type { DiscountBearer } from '#domain/discounts/discount'
import type { MinorUnits } from '#domain/payments/money'
import type { Fixed } from '#server/platform/db/column'

export interface DiscountTables {
  discountCodes: {
    id: Fixed<string>
    /** In capitals, without spaces and hyphens. */
    code: Fixed<string>
    batch: Fixed<string | null>
    /** Null: the operator's. */
    mentorId: Fixed<string | null>
    percent: Fixed<number | null>
    amount: Fixed<MinorUnits | null>
    currency: Fixed<string | null>
    mentorIds: Fixed<string[] | null>
    appliesTo: Fixed<'sessions' | 'cohorts' | 'both'>
    sessionTypeIds: Fixed<string[] | null>
    cohortIds: Fixed<string[] | null>
    validFrom: Date
    validUntil: Date | null
    maxRedemptions: number | null
    maxPerPerson: number | null
    borneBy: Fixed<DiscountBearer>
    /** Those of `mentorIds` who have accepted to bear it, and those who have declined it or turned it off. */
    agreedMentorIds: Generated<string[]>
    declinedMentorIds: Generated<string[]>
    redeemed: Generated<number>
    disabledAt: Generated<Date | null>
    createdBy: string | null
    createdAt: Fixed<Date>
  }
  discountUses: { codeId: Fixed<string>; person: Fixed<string>; uses: number; most: number }
  discountRedemptions: {
    bookingId: Fixed<string>
    codeId: Fixed<string>
    person: string
    holder: ColumnType<string, string | undefined, string>
    discount: Fixed<MinorUnits>
    currency: Fixed<string>
    borneBy: Fixed<DiscountBearer>
    createdAt: Fixed<Date>
    releasedAt: Generated<Date | null>
  }
}
