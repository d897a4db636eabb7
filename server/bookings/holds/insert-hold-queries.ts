/** SQL that writes a hold and takes what it holds, in one statement. */
import { sql, type Insertable, type RawBuilder } from 'kysely'
import type { MinorUnits } from '#domain/payments/money'
import { formatRange, type Claimant } from '#server/bookings/claims-queries'
import {
  hasNoEarlierHolds,
  toFirstHoldLimits,
  type FirstHoldLimits,
  type LimitKeys,
} from '#server/bookings/limits/hold-limits-queries'
import { redeemIfTaken, type Redemption } from '#server/discounts/redemptions-queries'
import { compileOnce } from '#server/platform/db/compile-once'
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

/** The values of the statements that write a hold. `range`: the minutes that it claims. `booking`: see `toBookingJson`. */
type HoldValues = Pick<NewHold, 'id' | 'mentorId' | 'movedFrom' | 'createdAt'> & { range: string; booking: string }

/**
 * Claims the minutes as `insertClaim` does and writes the booking, in one statement. False, and nothing written, when
 * another claim overlaps, or a busy time of the mentor's calendars. A hold that replaces another (`movedFrom`) may overlap
 * that one and no other, and a busy time within it. A guest's
 * booking goes to the account with their email address, if there is one that is not closed.
 *
 * @throws if its discount code cannot be redeemed (`redemptionProblem`).
 */
export async function insertHold(tx: Db, hold: NewHold): Promise<boolean> {
  const values = toValues(hold)
  const { redemption } = hold
  const written = redemption ? await takeHoldWithCode(tx, { ...values, ...redemption }) : await takeHold(tx, values)
  return written !== undefined
}

const takeHold = compileOnce((db, hold: HoldValues) => writeHold('take hold', hold, sql``).compile(db))
const takeHoldWithCode = compileOnce((db, hold: HoldValues & Redemption) =>
  writeHold('take hold with code', hold, redeemIfTaken(hold)).compile(db),
)

const writeHold = (name: string, hold: HoldValues, redeemed: RawBuilder<unknown>) => sql<{ id: string }>`
  /* prepared: ${sql.raw(name)} */
  with allowed (is_allowed) as (values (true)), taken as (${claimIfAllowed(hold)})${redeemed}
  ${insertIfTaken(hold.booking)}`

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
  const values = { ...toValues(hold), ...toFirstHoldLimits(keys, now) }
  const { redemption } = hold
  const found = redemption
    ? await takeFirstHoldWithCode(db, { ...values, ...redemption })
    : await takeFirstHold(db, values)
  const { isAllowed, isHeld } = found!
  return isHeld ? 'held' : isAllowed ? 'taken' : 'earlier'
}

type FirstHoldValues = HoldValues & FirstHoldLimits

const takeFirstHold = compileOnce((db, hold: FirstHoldValues) =>
  writeFirstHold('take first hold', hold, sql``).compile(db),
)
const takeFirstHoldWithCode = compileOnce((db, hold: FirstHoldValues & Redemption) =>
  writeFirstHold('take first hold with code', hold, redeemIfTaken(hold)).compile(db),
)

const writeFirstHold = (name: string, hold: FirstHoldValues, redeemed: RawBuilder<unknown>) =>
  sql<{ isAllowed: boolean; isHeld: boolean }>`
    /* prepared: ${sql.raw(name)} */
    with allowed (is_allowed) as materialized (select ${hasNoEarlierHolds(hold)}),
      taken as (${claimIfAllowed(hold)})${redeemed}, written as (${insertIfTaken(hold.booking)})
    select is_allowed, exists (select from written) as is_held from allowed`

/** Takes the minutes of a hold, if the statement before it, `allowed`, says so. */
const claimIfAllowed = ({ id, mentorId, movedFrom, range }: HoldValues): RawBuilder<unknown> => sql`
  insert into claims (booking_id, mentor_id, during, holder)
  select ${id}::uuid, ${mentorId}::uuid, ${range}::tstzrange, coalesce(moved.holder, gen_random_uuid())
  from allowed left join claims as moved on moved.booking_id = ${movedFrom}::uuid
  where is_allowed and not exists (
    select from busy_times where busy_times.mentor_id = ${mentorId}::uuid
      and not isempty(busy_times.during * tstzmultirange(${range}::tstzrange)
        - coalesce(tstzmultirange(moved.during), '{}')))
  on conflict on constraint claims_no_overlap do nothing
  returning booking_id`

/**
 * Writes a booking, if the statement before it, `taken`, has taken what it holds.
 *
 * @param booking From `toBookingJson`.
 */
export function insertIfTaken(booking: string): RawBuilder<{ id: string }> {
  const columns = sql.join([...COLUMN_NAMES.values()].map((name) => sql.raw(name)))
  return sql`
    insert into bookings (${columns}, account_id)
    select ${columns}, coalesce(held.account_id, (select accounts.id from accounts where email = held.mentee_email and closed_at is null))
    from taken, jsonb_populate_record(null::bookings, ${booking}::jsonb) as held
    returning id`
}

const COLUMN_NAMES = new Map(
  HOLD_COLUMNS.map((column) => [column, column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
)

/** A hold by the names of its columns, which `jsonb_populate_record` looks for. */
export function toBookingJson(hold: AnyHold): string {
  const row: Record<string, unknown> = { account_id: hold.accountId }
  for (const [column, name] of COLUMN_NAMES) row[name] = hold[column]
  return JSON.stringify(row)
}

const toValues = (hold: NewHold): HoldValues => ({
  id: hold.id,
  mentorId: hold.mentorId,
  movedFrom: hold.movedFrom,
  createdAt: hold.createdAt,
  range: formatRange(hold),
  booking: toBookingJson(hold),
})
