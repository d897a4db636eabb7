/** SQL for the universities and employers that public mentors name. */
import type { Db } from '#server/platform/db/connect'

/** Distinct, in order of name. Only of accepted mentors: what others typed is private. */
export async function listInstitutions(db: Db, limit = 5_000): Promise<string[]> {
  const found = await db
    .selectFrom('mentors')
    .select('university as name')
    .where('status', '=', 'accepted')
    .where('university', '!=', '')
    .union(
      db
        .selectFrom('moves')
        .innerJoin('mentors', 'mentors.id', 'moves.mentorId')
        .select('institution as name')
        .where('status', '=', 'accepted')
        .where('institution', '!=', ''),
    )
    .orderBy('name')
    .limit(limit)
    .execute()
  return found.map(({ name }) => name)
}
