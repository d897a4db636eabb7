/** SQL for the report about sellers. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/platform/db/connect'

const inYear = (instant: RawBuilder<unknown>, year: number) =>
  sql`${instant} >= ${new Date(Date.UTC(year, 0))} and ${instant} < ${new Date(Date.UTC(year + 1, 0))}`

/** Mentors to whom something was paid in a year (UTC), in a batch or by transfer, in order of name. */
export async function listPaidMentors(db: Db, year: number): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from mentors
    where exists (
        select from payouts join payout_batches on payout_batches.id = batch_id
        where mentor_id = mentors.id and ${inYear(sql`paid_at`, year)})
      or exists (select from transfers where mentor_id = mentors.id and ${inYear(sql`sent_at`, year)})
    order by name, id`.execute(db)
  return rows
}

/** One place to which money of a mentor went: sealed bank details, or an account at the payment service with its country, if known. */
type PaidTo = {
  mentorId: string
  currency: string
  sealedPayee: string | null
  accountId: string | null
  country: string | null
}

/** Where money went in a year (UTC), the latest first. Bank details are as they were then. */
export async function listPaidTo(db: Db, year: number): Promise<PaidTo[]> {
  const { rows } = await sql<PaidTo>`
    select mentor_id, currency, sealed_payee, null as account_id, null as country, paid_at as at
    from payouts join payout_batches on payout_batches.id = batch_id
    where ${inYear(sql`paid_at`, year)}
    union all
    select transfers.mentor_id, currency, null, transfers.account_id, min(account.country), max(sent_at)
    from transfers left join connected_accounts as account on account.account_id = transfers.account_id
    where ${inYear(sql`sent_at`, year)}
    group by transfers.mentor_id, currency, transfers.account_id
    order by at desc, mentor_id`.execute(db)
  return rows
}

/** Names of mentors by id, as profiles show them. */
export async function listDisplayNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('mentors').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
