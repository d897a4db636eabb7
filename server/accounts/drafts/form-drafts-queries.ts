/** SQL for drafts of long forms: what a signed-in person typed and has not submitted. One of each form per account. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

/** The forms that have drafts, and where their drafts are. */
const STORED = {
  application: { table: 'mentorDrafts', picture: 'portrait' },
  proposal: { table: 'cohortDrafts', picture: 'picture' },
} as const

export type DraftForm = keyof typeof STORED

/** By field name. */
type Fields = Record<string, string>

/** `picture`: the key of an uploaded one. `version`: higher after each change of the fields. */
type FormDraft = { fields: Fields; picture: string | null; version: number; savedAt: Date }

export function findFormDraft(db: Db, form: DraftForm, accountId: string): Promise<FormDraft | undefined> {
  const { table, picture } = STORED[form]
  return db
    .selectFrom(table)
    .select(['fields', 'version', 'savedAt', sql.ref<string | null>(picture).as('picture')])
    .where('accountId', '=', accountId)
    .executeTakeFirst()
}

/**
 * Returns the draft's new version. `version`: the one that the caller has read; null without one, or if it holds a picture
 * alone. Undefined if the draft has another version by now.
 */
export async function writeFormDraft(
  db: Db,
  form: DraftForm,
  draft: { accountId: string; fields: Fields; version: number | null; now: Date },
): Promise<number | undefined> {
  const fields = JSON.stringify(draft.fields)
  if (draft.version === null) return insertOrUpdate(db, form, { ...draft, fields }, { onlyWithoutFields: true })
  const changed = await db
    .updateTable(STORED[form].table)
    .set((row) => ({ fields, savedAt: draft.now, version: row('version', '+', 1) }))
    .where('accountId', '=', draft.accountId)
    .where('version', '=', draft.version)
    .returning('version')
    .executeTakeFirst()
  return changed?.version
}

/** Writes a draft over the present one, as another version. */
export async function replaceFormDraft(
  tx: Db,
  form: DraftForm,
  { accountId, fields, now }: { accountId: string; fields: Fields; now: Date },
): Promise<void> {
  await insertOrUpdate(tx, form, { accountId, fields: JSON.stringify(fields), now }, { onlyWithoutFields: false })
}

async function insertOrUpdate(
  db: Db,
  form: DraftForm,
  { accountId, fields, now }: { accountId: string; fields: string; now: Date },
  { onlyWithoutFields }: { onlyWithoutFields: boolean },
): Promise<number | undefined> {
  const { table } = STORED[form]
  const version = sql<number>`${sql.ref(`${table}.version`)} + 1` // Not the version that the insert would have had.
  const written = await db
    .insertInto(table)
    .values({ accountId, fields, savedAt: now })
    .onConflict((present) => {
      const update = present.column('accountId').doUpdateSet({ fields, savedAt: now, version })
      return onlyWithoutFields ? update.where(sql<boolean>`${sql.ref(`${table}.fields`)} = '{}'`) : update
    })
    .returning('version')
    .executeTakeFirst()
  return written?.version
}

/**
 * Sets the picture of a draft, and creates the draft if there is none. The account must be locked.
 *
 * @returns the earlier picture's key.
 */
export async function setFormDraftPicture(
  tx: Db,
  form: DraftForm,
  { accountId, picture, now }: { accountId: string; picture: string | null; now: Date },
): Promise<string | null> {
  const earlier = await findFormDraft(tx, form, accountId)
  const set = { [STORED[form].picture]: picture, savedAt: now }
  await tx
    .insertInto(STORED[form].table)
    .values({ accountId, fields: '{}', ...set })
    .onConflict((present) => present.column('accountId').doUpdateSet(set))
    .execute()
  return earlier?.picture ?? null
}

export async function deleteFormDraft(db: Db, form: DraftForm, accountId: string): Promise<void> {
  await db.deleteFrom(STORED[form].table).where('accountId', '=', accountId).execute()
}
