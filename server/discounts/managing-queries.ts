/** SQL for making, listing and disabling codes. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Agreement } from '#domain/discounts/code-terms'
import { toTerms } from '#server/discounts/codes-queries'
import type { Db } from '#server/platform/db/connect'

/**
 * Serialises batches of one name, until the transaction ends: a double click makes one.
 *
 * @returns false if there is a batch with this name.
 */
export async function claimBatchName(tx: Db, batch: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`discount batch ${batch}`}, 0))`.execute(tx)
  const known = tx.selectFrom('discountCodes').select('id').where('batch', '=', batch).limit(1)
  return (await known.executeTakeFirst()) === undefined
}

/** A mentor whom a code is limited to. `agreement`: says nothing where the operator bears the discount. */
type NamedMentor = { name: string; agreement: Agreement }

export type ListedCode = Awaited<ReturnType<typeof listCodes>>[number]

/** `batch`: null for codes that were made alone. `search`: the beginning of a code. `mentorId`: only their own. */
type CodeFilter = { batch: string | null } | { search: string } | { mentorId: string }

/** The newest first. `after`: the last row of the page before. */
export async function listCodes(
  db: Db,
  filter: CodeFilter,
  { after, limit }: { after: { at: Date; id: string } | null; limit: number },
) {
  let query = described(db)
  if ('mentorId' in filter) query = query.where('discountCodes.mentorId', '=', filter.mentorId)
  else if ('search' in filter) query = query.where('code', 'like', `${filter.search}%`) // Letters and digits.
  else query = query.where('batch', filter.batch === null ? 'is' : '=', filter.batch)
  if (after)
    query = query.where(
      sql<SqlBool>`(discount_codes.created_at, discount_codes.id) < (${after.at}::timestamptz, ${after.id}::uuid)`,
    )
  const rows = await query
    .orderBy('discountCodes.createdAt', 'desc')
    .orderBy('discountCodes.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, terms: toTerms(row) }))
}

/** SQL: the `Agreement` of a mentor with a row of `discount_codes`. */
export const agreementOf = (mentorId: RawBuilder<unknown>): RawBuilder<Agreement> =>
  sql`case when ${mentorId} = any (agreed_mentor_ids) then 'accepted' when ${mentorId} = any (declined_mentor_ids) then 'declined'
    else 'waiting' end`

/** With the names of what they are limited to. What is no longer there has none. `mentorId`: only what this mentor offers. */
export const described = (db: Db, mentorId: string | null = null) =>
  db
    .selectFrom('discountCodes')
    .leftJoin('mentors', 'mentors.id', 'discountCodes.mentorId')
    .select(['discountCodes.id', 'code', 'batch', 'discountCodes.mentorId', 'mentors.name as mentorName'])
    .select(['percent', 'amount', 'discountCodes.currency', 'appliesTo', 'sessionTypeIds', 'cohortIds', 'mentorIds'])
    .select(['validFrom', 'validUntil', 'maxRedemptions', 'maxPerPerson', 'borneBy', 'redeemed', 'disabledAt'])
    .select('discountCodes.createdAt')
    .select([
      sql<NamedMentor[]>`coalesce((
        select jsonb_agg(jsonb_build_object('name', name, 'agreement', ${agreementOf(sql.ref('m.id'))}) order by name)
        from mentors m where m.id = any(mentor_ids)), '[]')`.as('mentors'),
      sql<string[]>`array(select title from session_types s where s.id = any(session_type_ids)
        and coalesce(s.mentor_id = ${mentorId}::uuid, true) order by position)`.as('sessionTitles'),
      sql<string[]>`array(select title from cohorts c where c.id = any(cohort_ids)
        and coalesce(c.account_id = (select account_id from mentors where id = ${mentorId}::uuid), true)
        order by starts_on)`.as('cohortTitles'),
    ])

/** The newest first. `enabled`: how many of its codes are not disabled. */
export function listBatches(db: Db, limit: number) {
  return db
    .selectFrom('discountCodes')
    .select(sql<string>`batch`.as('name'))
    .select([
      sql<Date>`min(created_at)`.as('createdAt'),
      sql<number>`count(*)::int`.as('count'),
      sql<number>`sum(redeemed)::int`.as('redeemed'),
      sql<number>`(count(*) filter (where disabled_at is null))::int`.as('enabled'),
    ])
    .where('batch', 'is not', null)
    .groupBy('batch')
    .orderBy(sql`min(created_at)`, 'desc')
    .limit(limit)
    .execute()
}

/** All codes of a batch, by their letters. None if there is no such batch. */
export async function listBatchCodes(db: Db, batch: string) {
  const rows = await db
    .selectFrom('discountCodes')
    .select(['code', 'percent', 'amount', 'currency', 'validFrom', 'validUntil', 'redeemed', 'disabledAt'])
    .where('batch', '=', batch)
    .orderBy('code')
    .execute()
  return rows.map((row) => ({ ...row, terms: toTerms(row) }))
}

/** How many codes of a mentor's own are not disabled. Call it with the mentor locked to rely on it. */
export async function countOwnCodes(tx: Db, mentorId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('discountCodes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('mentorId', '=', mentorId)
    .where('disabledAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Disables or enables one code, or all of a batch. `mentorId`: only if it is their own.
 *
 * @returns those that were changed.
 */
export function setCodesDisabled(
  tx: Db,
  which: { id: string; mentorId?: string } | { batch: string },
  disabledAt: Date | null,
): Promise<{ id: string; code: string }[]> {
  let query = tx
    .updateTable('discountCodes')
    .set({ disabledAt })
    .where('disabledAt', disabledAt ? 'is' : 'is not', null)
    .returning(['id', 'code'])
  if ('batch' in which) return query.where('batch', '=', which.batch).execute()
  query = query.where('id', '=', which.id)
  return (which.mentorId ? query.where('mentorId', '=', which.mentorId) : query).execute()
}
