/**
 * SQL for redemptions: which booking has used which code. A redemption counts from the hold on (decision 0073). Locks are taken
 * in one order, so that two transactions wait and do not deadlock: booking, claim or seat, code, count of the person.
 */
import { sql, type RawBuilder } from 'kysely'
import type { DiscountBearer } from '#domain/discounts/discount'
import type { MinorUnits } from '#domain/payments/money'
import { errorConstraint, type Db } from '#server/platform/db/connect'

/**
 * What a hold redeems. `person`: a keyed hash of the buyer's address. `maxPerPerson` null: without a limit for each. `agreeing`:
 * the mentor who must agree to bear it; null if none must.
 */
export type Redemption = {
  codeId: string
  person: string
  maxPerPerson: number | null
  discount: MinorUnits
  currency: string
  borneBy: DiscountBearer
  agreeing: string | null
}

/** Erased people: no key makes such a hash. */
const ERASED = 'erased'

type RedeemingHold = Redemption & { id: string; movedFrom: string | null; createdAt: Date }

/**
 * Common table expressions, behind `taken`, that redeem the code of a hold if `taken` has taken what it holds. Beyond a limit the
 * statement fails by `discount_codes_used_up` or `discount_uses_per_person`, and for a mentor who no longer agrees to the code by
 * `discount_codes_agreed`; nothing is written then (`redemptionProblem`). A hold that replaces another with the same code shares its
 * redemption; for a code with a limit for each person only if that is the same.
 */
export function redeemIfTaken(hold: RedeemingHold): RawBuilder<unknown> {
  const { id, movedFrom, createdAt, codeId, person, maxPerPerson, discount, currency, borneBy, agreeing } = hold
  return sql`, shared as (
      select holder from discount_redemptions
      where booking_id = ${movedFrom}::uuid and code_id = ${codeId}::uuid and released_at is null
        and (person = ${person} or ${maxPerPerson}::int is null)
    ), redeemed as (
      update discount_codes set redeemed = redeemed + 1
      where id = ${codeId}::uuid and exists (select from taken) and not exists (select from shared)
        and (${agreeing}::uuid is null or require_agreement(agreed_mentor_ids, ${agreeing}::uuid))
      returning id
    ), counted as (
      insert into discount_uses (code_id, person, uses, most)
      select id, ${person}, 1, ${maxPerPerson}::int from redeemed where ${maxPerPerson}::int is not null
      on conflict (code_id, person) do update set uses = discount_uses.uses + 1, most = excluded.most
    ), noted as (
      insert into discount_redemptions (booking_id, code_id, person, holder, discount, currency, borne_by, created_at)
      select ${id}::uuid, ${codeId}::uuid, ${person}, coalesce((select holder from shared), gen_random_uuid()),
        ${discount}::int, ${currency}, ${borneBy}, ${createdAt}::timestamptz
      from taken
    )`
}

/** Why a statement that redeems a code has failed; null if for another reason. */
export function redemptionProblem(error: unknown): 'used_up' | 'per_person' | 'unknown' | null {
  switch (errorConstraint(error)) {
    case 'discount_codes_used_up':
      return 'used_up'
    case 'discount_uses_per_person':
      return 'per_person'
    case 'discount_codes_agreed':
      return 'unknown' // As every code that does not apply.
    default:
      return null
  }
}

/**
 * Gives back what a booking has redeemed: the code can be used once more, unless another hold shares the redemption. Call with
 * the booking locked. A second call changes nothing.
 */
export async function releaseRedemption(tx: Db, bookingId: string, at: Date): Promise<void> {
  const released = await tx
    .updateTable('discountRedemptions')
    .set({ releasedAt: at })
    .where('bookingId', '=', bookingId)
    .where('releasedAt', 'is', null)
    .returning(['codeId', 'person', 'holder'])
    .executeTakeFirst()
  if (!released) return
  const { codeId, person, holder } = released
  // Locked before it is looked at: of two that share a redemption and end at once, the second sees the first.
  await lockCodes(tx, [codeId])
  const other = await tx
    .selectFrom('discountRedemptions')
    .select('bookingId')
    .where('holder', '=', holder)
    .where('releasedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (other) return
  await tx
    .updateTable('discountCodes')
    .set((row) => ({ redeemed: row('redeemed', '-', 1) }))
    .where('id', '=', codeId)
    .execute()
  await lowerUses(tx, { codeId, person, by: 1 })
}

/** Call with the code locked. */
async function lowerUses(tx: Db, { codeId, person, by }: { codeId: string; person: string; by: number }) {
  await tx
    .updateTable('discountUses')
    .set({ uses: sql<number>`greatest(uses - ${by}::int, 0)` })
    .where('codeId', '=', codeId)
    .where('person', '=', person)
    .execute()
  await tx
    .deleteFrom('discountUses')
    .where('codeId', '=', codeId)
    .where('person', '=', person)
    .where('uses', '=', 0)
    .execute()
}

/**
 * Redeems again for a booking whose hold had expired. False if the code, or this person's share of it, is used up. True
 * also for a booking without a code, or one whose redemption counts. Call with the booking locked and its minutes taken.
 */
export async function redeemAgain(tx: Db, bookingId: string): Promise<boolean> {
  const earlier = await tx
    .selectFrom('discountRedemptions')
    .select(['codeId', 'person', 'releasedAt'])
    .where('bookingId', '=', bookingId)
    .executeTakeFirst()
  if (!earlier || earlier.releasedAt === null) return true
  const { codeId, person } = earlier
  const code = (await lockCodes(tx, [codeId]))[0]!
  if (code.maxRedemptions !== null && code.redeemed >= code.maxRedemptions) return false
  const most = person === ERASED ? null : code.maxPerPerson
  if (most !== null && (await countUses(tx, codeId, person)) >= most) return false
  await tx
    .updateTable('discountCodes')
    .set((row) => ({ redeemed: row('redeemed', '+', 1) }))
    .where('id', '=', codeId)
    .execute()
  if (most !== null)
    await tx
      .insertInto('discountUses')
      .values({ codeId, person, uses: 1, most })
      .onConflict((known) =>
        known.columns(['codeId', 'person']).doUpdateSet({ uses: sql<number>`discount_uses.uses + 1`, most }),
      )
      .execute()
  await tx
    .updateTable('discountRedemptions')
    .set({ releasedAt: null, holder: sql<string>`gen_random_uuid()` })
    .where('bookingId', '=', bookingId)
    .execute()
  return true
}

async function countUses(tx: Db, codeId: string, person: string): Promise<number> {
  const query = tx.selectFrom('discountUses').select('uses').where('codeId', '=', codeId).where('person', '=', person)
  return (await query.executeTakeFirst())?.uses ?? 0
}

/** In the order of their ids, so that two transactions that lock several do not deadlock. */
function lockCodes(tx: Db, ids: string[]) {
  return tx
    .selectFrom('discountCodes')
    .select(['id', 'redeemed', 'maxRedemptions', 'maxPerPerson'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Locks the codes of bookings that are about to be cancelled in one transaction. Call with all of them locked: one after the
 * other, they would lock codes before later bookings.
 */
export async function lockRedeemedCodes(tx: Db, bookingIds: string[]): Promise<void> {
  if (bookingIds.length === 0) return
  const rows = await tx
    .selectFrom('discountRedemptions')
    .select('codeId')
    .where('bookingId', 'in', bookingIds)
    .execute()
  if (rows.length > 0) await lockCodes(tx, [...new Set(rows.map(({ codeId }) => codeId))])
}

/** Forgets who used a code for these bookings. What they used still counts for the code. Call with the bookings locked. */
export async function eraseRedeemers(tx: Db, bookingIds: string[]): Promise<void> {
  await lockRedeemedCodes(tx, bookingIds)
  const { rows } = await sql<{ codeId: string; person: string; live: number }>`
    select code_id, person, count(distinct holder) filter (where released_at is null)::int as live
    from discount_redemptions
    where booking_id = any(${bookingIds}::uuid[]) and person <> ${ERASED}
    group by code_id, person`.execute(tx)
  if (rows.length === 0) return
  await tx.updateTable('discountRedemptions').set({ person: ERASED }).where('bookingId', 'in', bookingIds).execute()
  for (const { codeId, person, live: by } of rows) await lowerUses(tx, { codeId, person, by })
}

/** What the operator is to contribute to a booking: what its code took off, if the operator bears that. */
export async function readContribution(tx: Db, bookingId: string): Promise<number> {
  const redemption = await tx
    .selectFrom('discountRedemptions')
    .select('discount')
    .where('bookingId', '=', bookingId)
    .where('borneBy', '=', 'operator')
    .executeTakeFirst()
  return redemption?.discount ?? 0
}

/**
 * The code of a booking, as a column of a query of bookings. It is the one that was recorded with the hold, and never another. Null
 * without one, and for a code of a mentor who was erased: what they had called it is gone.
 */
export const codeOfBooking = sql<string | null>`(
  select code from discount_redemptions join discount_codes on discount_codes.id = code_id
  where discount_redemptions.booking_id = bookings.id and not exists (
    select from mentors as owners where owners.id = discount_codes.mentor_id and owners.erased_at is not null))`.as(
  'discountCode',
)

/** The code of a booking and what it took off, for its pages, emails and the API. Undefined without one. */
export function findRedemption(db: Db, bookingId: string) {
  return db
    .selectFrom('discountRedemptions')
    .innerJoin('discountCodes', 'discountCodes.id', 'codeId')
    .select(['code', 'codeId', 'discount', 'discountRedemptions.currency', 'discountRedemptions.borneBy'])
    .where('bookingId', '=', bookingId)
    .executeTakeFirst()
}
