/** SQL for unclaimed imported records. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

/** An account that was deleted had claimed its record all the same. */
const unclaimed = (db: Db) =>
  db
    .selectFrom('importedMentors')
    .innerJoin('mentors', 'mentors.id', 'importedMentors.mentorId')
    .where('importedMentors.claimedAt', 'is', null)
    .where('mentors.accountId', 'is', null)

export async function countUnclaimed(db: Db): Promise<number> {
  const { count } = await unclaimed(db)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export type UnclaimedRecord = Awaited<ReturnType<typeof listUnclaimed>>[number]

/**
 * Imported first, first. `importedAt`: when the first of its documents was taken. The facts of the link are of the one that
 * was made last, whether it works still or has run out; all null without one. `mailState`: null if it was
 * to be handed over.
 */
export function listUnclaimed(db: Db, { limit, offset }: { limit: number; offset: number }) {
  return unclaimed(db)
    .leftJoin('claimLinks', (join) =>
      join.onRef('claimLinks.mentorId', '=', 'mentors.id').on('claimLinks.endedAt', 'is', null),
    )
    .leftJoin('outbox', (join) =>
      join.onRef('outbox.subject', '=', 'claimLinks.id').on('outbox.kind', '=', 'claim_link'),
    )
    .select(['mentors.id', 'mentors.name', 'mentors.role', 'mentors.status'])
    .select((query) =>
      query
        .selectFrom('importedDocuments')
        .select((document) => document.fn.min('importedAt').as('importedAt'))
        .whereRef('importedDocuments.mentorId', '=', 'mentors.id')
        .as('importedAt'),
    )
    .select(['claimLinks.email as linkEmail', 'claimLinks.createdAt as linkMadeAt'])
    .select([
      'claimLinks.expiresAt as linkExpiresAt',
      'outbox.state as mailState',
      'outbox.stateSince as mailStateSince',
    ])
    .orderBy('importedAt')
    .orderBy('mentors.name')
    .orderBy('mentors.id')
    .limit(limit)
    .offset(offset)
    .execute()
}
