/** SQL for documents that mentors give for a check. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

/** Those whose file is there, oldest first. */
export function listDocuments(db: Db, mentorId: string) {
  return db
    .selectFrom('mentorDocuments')
    .select(['id', 'format', 'bytes', 'addedAt'])
    .where('mentorId', '=', mentorId)
    .where('storedAt', 'is not', null)
    .where('removedAt', 'is', null)
    .orderBy('addedAt')
    .orderBy('id')
    .execute()
}

/** How many a mentor has or is uploading. Call it with the mentor's row locked. */
export async function countDocuments(tx: Db, mentorId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('mentorDocuments')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('mentorId', '=', mentorId)
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertDocument(
  tx: Db,
  document: { id: string; mentorId: string; format: 'pdf' | 'webp'; bytes: number; addedAt: Date },
): Promise<void> {
  await tx
    .insertInto('mentorDocuments')
    .values({ ...document, storedAt: null, removedAt: null })
    .execute()
}

/** False if the document was removed meanwhile: then its file must go as well. */
export async function setStored(db: Db, id: string, at: Date): Promise<boolean> {
  const stored = await db
    .updateTable('mentorDocuments')
    .set({ storedAt: at })
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}

/** Hides a document of this mentor. False if there is none, or it is hidden already. */
export async function hideDocument(tx: Db, mentorId: string, id: string, at: Date): Promise<boolean> {
  const hidden = await tx
    .updateTable('mentorDocuments')
    .set({ removedAt: at })
    .where('id', '=', id)
    .where('mentorId', '=', mentorId)
    .where('removedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return hidden !== undefined
}

/** A hidden document, whose file is to be removed. */
export function findHidden(db: Db, id: string) {
  return db
    .selectFrom('mentorDocuments')
    .select(['id', 'format'])
    .where('id', '=', id)
    .where('removedAt', 'is not', null)
    .executeTakeFirst()
}

export async function deleteDocument(db: Db, id: string): Promise<void> {
  await db.deleteFrom('mentorDocuments').where('id', '=', id).execute()
}

/**
 * Documents that have served their purpose: nothing of their mentor waits for review, and the last decision and the day
 * they came are both before `decided`. And those whose file has not arrived since `begun`.
 */
export function listOver(db: Db, { decided, begun }: { decided: Date; begun: Date }, limit = 500) {
  return db
    .selectFrom('mentorDocuments')
    .select(['id', 'mentorId'])
    .where('removedAt', 'is', null)
    .where((of) =>
      of.or([
        of.and([of('storedAt', 'is', null), of('addedAt', '<', begun)]),
        of.and([
          of('addedAt', '<', decided),
          of.not(
            of.exists(
              of
                .selectFrom('mentorSubmissions')
                .select('mentorSubmissions.id')
                .whereRef('mentorSubmissions.mentorId', '=', 'mentorDocuments.mentorId')
                .where((other) => other.or([other('decidedAt', 'is', null), other('decidedAt', '>=', decided)])),
            ),
          ),
        ]),
      ]),
    )
    .orderBy('addedAt')
    .limit(limit)
    .execute()
}
