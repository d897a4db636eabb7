/** SQL for discount codes. How they are redeemed is in `redemptions-queries.ts`. */
import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import type { DiscountCode, DiscountTerms } from '#domain/discounts/discount'
import type { MinorUnits } from '#domain/payments/money'
import { hasReachedMax, type ReachedLimits } from '#server/accounts/sign-in/attempts-queries'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'

export type NewCode = Insertable<Tables['discountCodes']>
type CodeRow = Selectable<Tables['discountCodes']>
/** A code as the rules know it, with what redeeming it needs. */
type StoredCode = DiscountCode & Pick<CodeRow, 'id' | 'code' | 'maxPerPerson'>

/** The code that a client entered. `hasGuessed`: the client has entered too many wrong ones. `stored` null: there is no such code. */
export type EnteredCode = { hasGuessed: boolean; stored: StoredCode | null }

/** As many as one statement may have parameters for. */
const PART = 2_000

/** Writes codes. Returns those that were not there before: `discount_codes_code_key` decides. */
export async function insertCodes(tx: Db, codes: NewCode[]): Promise<string[]> {
  const written: string[] = []
  for (let from = 0; from < codes.length; from += PART) {
    const rows = await tx
      .insertInto('discountCodes')
      .values(codes.slice(from, from + PART))
      .onConflict((known) => known.column('code').doNothing())
      .returning('code')
      .execute()
    for (const { code } of rows) written.push(code)
  }
  return written
}

type JsonRow = Omit<CodeRow, 'validFrom' | 'validUntil' | 'disabledAt'> & {
  validFrom: string
  validUntil: string | null
  disabledAt: string | null
}
/** `code`: as `normalizeCode` returns it; null finds no code. The limits are those of `guessLimits`. */
export type CodeQuery = { code: string | null } & ReachedLimits

/** An `EnteredCode` as JSON from the database. */
type EnteredJson = { hasGuessed: boolean; stored: JsonRow | null }

/**
 * SQL: the code that a client entered, as one column. Becomes part of the statement that reads what is being sold, because every
 * hold with a code waits for it.
 */
export const selectEnteredCode = (query: CodeQuery): RawBuilder<EnteredJson> =>
  sql`jsonb_build_object('hasGuessed', ${hasReachedMax(query)}, 'stored', (
    select jsonb_build_object('id', id, 'code', code, 'mentorId', mentor_id, 'percent', percent, 'amount', amount,
      'currency', currency, 'mentorIds', mentor_ids, 'appliesTo', applies_to, 'sessionTypeIds', session_type_ids,
      'cohortIds', cohort_ids, 'validFrom', valid_from, 'validUntil', valid_until, 'maxRedemptions', max_redemptions,
      'maxPerPerson', max_per_person, 'borneBy', borne_by, 'agreedMentorIds', agreed_mentor_ids, 'redeemed', redeemed,
      'disabledAt', disabled_at)
    from discount_codes where code = ${query.code}))`

export function toEnteredCode({ hasGuessed, stored }: EnteredJson): EnteredCode {
  if (!stored) return { hasGuessed, stored }
  const toDate = (at: string | null) => (at === null ? null : new Date(at))
  const { validFrom, validUntil, disabledAt } = stored
  const dates = { validFrom: new Date(validFrom), validUntil: toDate(validUntil), disabledAt: toDate(disabledAt) }
  return { hasGuessed, stored: { ...stored, ...dates, terms: toTerms(stored) } }
}

/** The column of `selectEnteredCode` alone. */
export async function findEnteredCode(db: Db, query: CodeQuery): Promise<EnteredCode> {
  const entered = selectEnteredCode(query)
  const { rows } = await sql<{
    entered: EnteredJson
  }>`/* prepared: entered code */ select ${entered} as entered`.execute(db)
  return toEnteredCode(rows[0]!.entered)
}

/** What a row takes off: the database holds it in three columns. */
export const toTerms = ({
  percent,
  amount,
  currency,
}: {
  percent: number | null
  amount: MinorUnits | null
  currency: string | null
}): DiscountTerms =>
  percent === null ? { percent: null, amount: { amount: amount!, currency: currency! } } : { percent, amount: null }
