/** SQL for drafts of proposals: what a signed-in person typed and has not sent. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

export function findDraft(db: Db, accountId: string) {
  return db.selectFrom('cohortDrafts').selectAll().where('accountId', '=', accountId).executeTakeFirst()
}

/**
 * The draft's new version. `version`: the one that the caller has read; null without one, or if it holds a picture alone.
 * Undefined if it is another by now.
 */
export async function writeDraft(
  db: Db,
  draft: { accountId: string; fields: Record<string, string>; version: number | null; now: Date },
): Promise<number | undefined> {
  const fields = JSON.stringify(draft.fields)
  if (draft.version === null) {
    const made = await db
      .insertInto('cohortDrafts')
      .values({ accountId: draft.accountId, fields, picture: null, savedAt: draft.now })
      .onConflict((known) =>
        known
          .column('accountId')
          .doUpdateSet((row) => ({ fields, savedAt: draft.now, version: row('cohortDrafts.version', '+', 1) }))
          .where(sql<boolean>`cohort_drafts.fields = '{}'`),
      )
      .returning('version')
      .executeTakeFirst()
    return made?.version
  }
  const changed = await db
    .updateTable('cohortDrafts')
    .set((row) => ({ fields, savedAt: draft.now, version: row('version', '+', 1) }))
    .where('accountId', '=', draft.accountId)
    .where('version', '=', draft.version)
    .returning('version')
    .executeTakeFirst()
  return changed?.version
}

/** Sets the picture of a draft; makes the draft first if there is none. The account must be locked. Returns the earlier picture's key. */
export async function setDraftPicture(
  tx: Db,
  accountId: string,
  picture: string | null,
  now: Date,
): Promise<string | null> {
  const earlier = await tx
    .selectFrom('cohortDrafts')
    .select('picture')
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  await tx
    .insertInto('cohortDrafts')
    .values({ accountId, fields: '{}', picture, savedAt: now })
    .onConflict((known) => known.column('accountId').doUpdateSet({ picture, savedAt: now }))
    .execute()
  return earlier?.picture ?? null
}

export async function deleteDraft(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('cohortDrafts').where('accountId', '=', accountId).execute()
}
