/** Mentors who turn off a code that they bear, or accept it again, and what it is good for then. */
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { answerCode } from '#server/discounts/agreements'
import { actingAs } from '../payments/payouts.ts'
import { command } from './command.ts'
import type { Rig } from './rig.ts'

/** The answer of one offer's mentor to the code that mentors bear. */
export const codeAnswers = fc.record({ offer: fc.nat(5), agrees: fc.boolean() }).map((answer) =>
  command('answer a code', answer, async (_, rig) => {
    const { mentorId } = rig.offers()[answer.offer]!
    const { id: codeId } = await rig.db
      .selectFrom('discountCodes')
      .select('id')
      .where('borneBy', '=', 'mentor')
      .executeTakeFirstOrThrow()
    const { session, client } = actingAs(mentorId)
    const actor = { client, session: { ...session, mentorId } }
    const answered = await rig.ask((app) => answerCode(app, actor, { codeId, agrees: answer.agrees }))
    if (answered.heard && !answered.value) return ['a mentor could not answer a code that names them']
    const isDone = (await isAgreed(rig, mentorId)) === answer.agrees
    return answered.heard && !isDone ? ['the answer of a mentor was not kept'] : []
  }),
)

async function isAgreed(rig: Rig, mentorId: string): Promise<boolean> {
  const { rows } = await sql`
    select from discount_codes where borne_by = 'mentor' and ${mentorId} = any (agreed_mentor_ids)`.execute(rig.db)
  return rows.length > 0
}

/** Whether this mentor bears the code and does not agree to that, so that it takes nothing off what they sell. */
export async function isTurnedOff(rig: Rig, code: string | null, mentorId: string): Promise<boolean> {
  const { rows } = await sql`
    select from discount_codes
    where code = ${code} and borne_by = 'mentor' and not ${mentorId} = any (agreed_mentor_ids)`.execute(rig.db)
  return rows.length > 0
}
