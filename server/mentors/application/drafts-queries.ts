/** SQL for drafts of applications: what a signed-in person typed and has not submitted. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

export function findDraft(db: Db, accountId: string) {
  return db.selectFrom('mentorDrafts').selectAll().where('accountId', '=', accountId).executeTakeFirst()
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
      .insertInto('mentorDrafts')
      .values({ accountId: draft.accountId, fields, portrait: null, savedAt: draft.now })
      .onConflict((known) =>
        known
          .column('accountId')
          .doUpdateSet((row) => ({ fields, savedAt: draft.now, version: row('mentorDrafts.version', '+', 1) }))
          .where(sql<boolean>`mentor_drafts.fields = '{}'`),
      )
      .returning('version')
      .executeTakeFirst()
    return made?.version
  }
  const changed = await db
    .updateTable('mentorDrafts')
    .set((row) => ({ fields, savedAt: draft.now, version: row('version', '+', 1) }))
    .where('accountId', '=', draft.accountId)
    .where('version', '=', draft.version)
    .returning('version')
    .executeTakeFirst()
  return changed?.version
}

/** Writes a draft over whatever there is, as another version. */
export async function replaceDraft(
  tx: Db,
  { accountId, fields, now }: { accountId: string; fields: Record<string, string>; now: Date },
): Promise<void> {
  const json = JSON.stringify(fields)
  await tx
    .insertInto('mentorDrafts')
    .values({ accountId, fields: json, portrait: null, savedAt: now })
    .onConflict((known) =>
      known.column('accountId').doUpdateSet((row) => ({
        fields: json,
        savedAt: now,
        version: row('mentorDrafts.version', '+', 1),
      })),
    )
    .execute()
}

/** Sets the picture of a draft; makes the draft first if there is none. Returns the earlier picture's key. Call it in a transaction. */
export async function setDraftPortrait(
  tx: Db,
  accountId: string,
  portrait: string | null,
  now: Date,
): Promise<string | null> {
  const earlier = await tx
    .selectFrom('mentorDrafts')
    .select('portrait')
    .where('accountId', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  await tx
    .insertInto('mentorDrafts')
    .values({ accountId, fields: '{}', portrait, savedAt: now })
    .onConflict((known) => known.column('accountId').doUpdateSet({ portrait, savedAt: now }))
    .execute()
  return earlier?.portrait ?? null
}

export async function deleteDraft(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('mentorDrafts').where('accountId', '=', accountId).execute()
}
