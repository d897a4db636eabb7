/** SQL for drafts: what people typed into a form after their session had ended. */
import type { Db } from '#server/platform/db/connect'

export async function upsertDraft(
  db: Db,
  draft: { browserHash: string; path: string; fields: Record<string, string>; now: Date },
): Promise<void> {
  const fields = JSON.stringify(draft.fields)
  await db
    .insertInto('drafts')
    .values({ browserHash: draft.browserHash, path: draft.path, fields, createdAt: draft.now })
    .onConflict((known) => known.columns(['browserHash', 'path']).doUpdateSet({ fields, createdAt: draft.now }))
    .execute()
}

/** By name of field. Undefined without a draft since this instant. */
export async function findDraft(
  db: Db,
  browserHash: string,
  path: string,
  since: Date,
): Promise<Record<string, string> | undefined> {
  const draft = await db
    .selectFrom('drafts')
    .select('fields')
    .where('browserHash', '=', browserHash)
    .where('path', '=', path)
    .where('createdAt', '>', since)
    .executeTakeFirst()
  return draft?.fields
}

export async function deleteDraft(db: Db, browserHash: string, path: string): Promise<void> {
  await db.deleteFrom('drafts').where('browserHash', '=', browserHash).where('path', '=', path).execute()
}

export async function deleteDrafts(db: Db, browserHash: string): Promise<void> {
  await db.deleteFrom('drafts').where('browserHash', '=', browserHash).execute()
}

export async function deleteOldDrafts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('drafts').where('createdAt', '<', before).execute()
}
