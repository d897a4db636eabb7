/** SQL for mentors' answers to codes of the operator's that they would bear. A batch of codes is answered as one. */
import { sql } from 'kysely'
import type { Agreement } from '#domain/discounts/code-terms'
import { toTerms } from '#server/discounts/codes-queries'
import { agreementOf, described } from '#server/discounts/managing-queries'
import type { Db } from '#server/platform/db/connect'

export type OfferedCode = Awaited<ReturnType<typeof listOfferedCodes>>[number]

/**
 * The operator's codes whose discount a mentor bears, or would if they accept, the newest first. A batch is listed once, as a code that can be used as often as
 * it has codes; it is disabled once all of them are.
 *
 * @param codeId Only this one, or the batch that it is of.
 */
export async function listOfferedCodes(
  db: Db,
  mentorId: string,
  { codeId = null, limit }: { codeId?: string | null; limit: number },
) {
  const rows = await described(db, mentorId)
    .leftJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('discountCodes as each')
          .whereRef('each.batch', '=', 'discountCodes.batch')
          .select([
            sql<number>`count(*)::int`.as('codes'),
            sql<number>`sum(redeemed)::int`.as('used'),
            sql<boolean>`bool_or(disabled_at is null)`.as('isOn'),
          ])
          .as('whole'),
      (join) => join.onTrue(),
    )
    .select(['whole.codes', 'whole.used', 'whole.isOn', agreementOf(sql`${mentorId}::uuid`).as('agreement')])
    .where(isOfferedTo(mentorId))
    .where(sql<boolean>`not exists (
      select from discount_codes earlier where earlier.batch = discount_codes.batch and earlier.id < discount_codes.id)`)
    .$if(codeId !== null, (query) => query.where(isOrShares(codeId!)))
    .orderBy('discountCodes.createdAt', 'desc')
    .orderBy('discountCodes.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ codes, used, isOn, ...row }) => ({
    ...row,
    terms: toTerms(row),
    ...(row.batch !== null && { maxRedemptions: codes!, redeemed: used!, disabledAt: isOn ? null : row.disabledAt }),
  }))
}

/** Answers of this mentor count: it is an operator's code that lowers what they earn, and names them. */
const isOfferedTo = (mentorId: string) =>
  sql<boolean>`(mentor_ids @> array[${mentorId}::uuid] and borne_by = 'mentor' and discount_codes.mentor_id is null)`

/** This code, and the others of its batch. */
const isOrShares = (codeId: string) =>
  sql<boolean>`(discount_codes.id = ${codeId} or batch = (select batch from discount_codes where id = ${codeId}))`

/**
 * Writes a mentor's answer to a code, or to the batch that it is of. Locks the codes in the order of their ids, as everything does
 * that locks several.
 *
 * @returns what it is about, and the answer before; undefined if there is no code of this id whose discount this mentor would bear.
 */
export async function setAgreement(
  tx: Db,
  mentorId: string,
  { codeId, agrees }: { codeId: string; agrees: boolean },
): Promise<{ code: string; batch: string | null; before: Agreement } | undefined> {
  const { rows } = await sql<{ code: string; batch: string | null; before: Agreement }>`
    with locked as (
      select id, ${agreementOf(sql`${mentorId}::uuid`)} as before from discount_codes
      where ${isOfferedTo(mentorId)} and ${isOrShares(codeId)}
      order by id for no key update
    )
    update discount_codes
    set agreed_mentor_ids = array_remove(agreed_mentor_ids, ${mentorId}) || ${agrees ? [mentorId] : []}::uuid[],
      declined_mentor_ids = array_remove(declined_mentor_ids, ${mentorId}) || ${agrees ? [] : [mentorId]}::uuid[]
    from locked where discount_codes.id = locked.id
    returning code, batch, before`.execute(tx)
  return rows[0]
}

/** The mentors who have not answered a code or a batch that they would bear. `subject`: the same for all codes of a batch. */
export async function listUnanswered(
  db: Db,
  which: { id: string } | { batch: string },
): Promise<{ mentorId: string; codeId: string; subject: string }[]> {
  const isOne = 'batch' in which ? sql`batch = ${which.batch}` : sql`id = ${which.id}`
  const { rows } = await sql<{ mentorId: string; codeId: string; subject: string }>`
    select mentors.id as mentor_id, code.id as code_id, coalesce(code.batch, code.id::text) as subject
    from (select * from discount_codes where ${isOne} order by id limit 1) as code
    join mentors on mentors.id = any (code.mentor_ids)
    where code.borne_by = 'mentor' and code.mentor_id is null
      and mentors.id <> all (code.agreed_mentor_ids || code.declined_mentor_ids)
    order by mentors.id`.execute(db)
  return rows
}
