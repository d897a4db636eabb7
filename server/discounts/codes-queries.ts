/** SQL for discount codes. How they are redeemed is in `redemptions-queries.ts`. */
import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import type { DiscountCode, DiscountTerms } from '#domain/discounts/discount'
import type { MinorUnits } from '#domain/payments/money'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'

export type NewCode = Insertable<Tables['discountCodes']>
type CodeRow = Selectable<Tables['discountCodes']>
/** A code as the rules know it, with what redeeming it needs. */
type StoredCode = DiscountCode & Pick<CodeRow, 'id' | 'code' | 'maxPerPerson' | 'borneBy'>

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

/**
 * Finds the code that a client entered, and whether the client has entered too many wrong ones. One statement, because every hold
 * with a code waits for it.
 *
 * @param code As `normalizeCode` returns it; null finds no code.
 * @param hasGuessed From `hasGuessedTooOften`.
 */
export async function findEnteredCode(
  db: Db,
  code: string | null,
  hasGuessed: RawBuilder<boolean>,
): Promise<{ hasGuessed: boolean; stored: StoredCode | undefined }> {
  const { rows } = await sql<{ hasGuessed: boolean } & (CodeRow | { id: null })>`/* prepared: find entered code */
    select has_guessed, discount_codes.* from (select ${hasGuessed} as has_guessed) as client
    left join discount_codes on code = ${code}`.execute(db)
  const row = rows[0]!
  return { hasGuessed: row.hasGuessed, stored: row.id === null ? undefined : { ...row, terms: toTerms(row) } }
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
