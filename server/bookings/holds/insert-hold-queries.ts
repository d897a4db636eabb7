/** SQL that writes a hold and takes what it holds, in one statement. */
import { sql, type Insertable, type RawBuilder } from 'kysely'
import type { MinorUnits } from '#domain/payments/money'
import { formatRange, type Claimant } from '#server/bookings/claims-queries'
import { hasNoEarlierHolds, type LimitKeys } from '#server/bookings/limits/hold-limits-queries'
import { redeemIfTaken, type Redemption } from '#server/discounts/redemptions-queries'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'

const HOLD_COLUMNS = [
  ...(['id', 'reference', 'secretHash', 'mentorId', 'sessionTypeId', 'sessionTitle', 'startsAt'] as const),
  ...(['minutes', 'bufferBefore', 'bufferAfter', 'mentorTimeZone', 'pricePence', 'discountPence', 'currency'] as const),
  ...(['menteeName', 'menteeEmail', 'menteePhone', 'menteeTimeZone', 'topic', 'termsVersion'] as const),
  ...(['termsAcceptedAt', 'earlyStartAskedAt', 'status', 'payBefore', 'holdExpiresAt'] as const),
  ...(['browserHash', 'network', 'farNetwork', 'createdAt', 'movedFrom', 'cancelPolicy', 'feePercent'] as const),
  ...(['cohortId', 'packageId', 'language'] as const),
] as const

/** A hold of a mentor's minutes, or of a seat. */
export type AnyHold = Required<Pick<Insertable<Tables['bookings']>, (typeof HOLD_COLUMNS)[number] | 'accountId'>> & {
  discountPence: MinorUnits
  redemption: Redemption | null
}

export type NewHold = AnyHold & Claimant

/**
 * Claims the minutes as `insertClaim` does and writes the booking, in one statement. False, and nothing written, when
 * another claim overlaps, or a busy time of the mentor's calendars. A hold that replaces another (`movedFrom`) may overlap
 * that one and no other, and a busy time within it. A guest's
 * booking goes to the account with their email address, if there is one that is not closed.
 *
 * @throws if its discount code cannot be redeemed (`redemptionProblem`).
 */
export async function insertHold(tx: Db, hold: NewHold): Promise<boolean> {
  const { rows } = await sql`${nameOf('take hold', hold)}
    with allowed (is_allowed) as (values (true)), taken as (${claimIfAllowed(hold)})${redeemIfTaken(hold)}
    ${insertIfTaken(hold)}`.execute(tx)
  return rows.length > 0
}

/**
 * Writes a hold as `insertHold` does, if limits cannot count an earlier booking of this client, in one statement that
 * needs no transaction around it: their keys stay locked until it has committed.
 *
 * @returns `earlier`: there are bookings to count, and nothing was written.
 */
export async function insertFirstHold(
  db: Db,
  hold: NewHold,
  { keys, now }: { keys: LimitKeys; now: Date },
): Promise<'held' | 'taken' | 'earlier'> {
  const { rows } = await sql<{ isAllowed: boolean; isHeld: boolean }>`${nameOf('take first hold', hold)}
    with allowed (is_allowed) as materialized (select ${hasNoEarlierHolds(keys, now)}),
      taken as (${claimIfAllowed(hold)})${redeemIfTaken(hold)}, written as (${insertIfTaken(hold)})
    select is_allowed, exists (select from written) as is_held from allowed`.execute(db)
  const { isAllowed, isHeld } = rows[0]!
  return isHeld ? 'held' : isAllowed ? 'taken' : 'earlier'
}

/** Under which name the statement is prepared: with a code it has another text. */
const nameOf = (name: string, { redemption }: AnyHold) =>
  sql.raw(`/* prepared: ${name}${redemption ? ' with code' : ''} */`)

/** Takes the minutes of a hold, if the statement before it, `allowed`, says so. */
function claimIfAllowed(hold: NewHold): RawBuilder<unknown> {
  return sql`
    insert into claims (booking_id, mentor_id, during, holder)
    select ${hold.id}::uuid, ${hold.mentorId}::uuid, ${formatRange(hold)}::tstzrange, coalesce(moved.holder, gen_random_uuid())
    from allowed left join claims as moved on moved.booking_id = ${hold.movedFrom}::uuid
    where is_allowed and not exists (
      select from busy_times where busy_times.mentor_id = ${hold.mentorId}::uuid
        and not isempty(busy_times.during * tstzmultirange(${formatRange(hold)}::tstzrange)
          - coalesce(tstzmultirange(moved.during), '{}')))
    on conflict on constraint claims_no_overlap do nothing
    returning booking_id`
}

/** Writes the booking of a hold, if the statement before it, `taken`, has taken what it holds. */
export function insertIfTaken(hold: AnyHold): RawBuilder<{ id: string }> {
  const columns = sql.join(HOLD_COLUMNS.map((column) => sql.ref(column)))
  return sql`
    insert into bookings (${columns}, account_id)
    select ${columns}, coalesce(held.account_id, (select accounts.id from accounts where email = held.mentee_email and closed_at is null))
    from taken, jsonb_populate_record(null::bookings, ${JSON.stringify(listColumns(hold))}::jsonb) as held
    returning id`
}

/** The hold by the names of its columns, which `jsonb_populate_record` looks for. */
function listColumns(hold: AnyHold): Record<string, unknown> {
  const columnName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.fromEntries([...HOLD_COLUMNS, 'accountId' as const].map((name) => [columnName(name), hold[name]]))
}
