/** SQL for imported documents and what is known of the mentors made of them. */
import type { Insertable } from 'kysely'
import type { MentorContent } from '#domain/mentors/content'
import type { MentorStatus } from '#domain/mentors/mentor-status'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'

/** Verified of all documents that were taken, without their fields. */
export function listImported(db: Db) {
  return db.selectFrom('importedDocuments').select(['collection', 'id', 'hash', 'mentorId']).execute()
}

/** `hashBefore`: of the version that the caller knows; null if it knows none. */
type Document = {
  collection: string
  id: string
  hash: string
  hashBefore: string | null
  fields: Record<string, unknown>
  mentorId: string | null
}

/** Writes a document. False, and nothing written, if another process has written it meanwhile. */
export async function writeDocument(db: Db, document: Document, now: Date): Promise<boolean> {
  const { hashBefore, ...row } = document
  const fields = JSON.stringify(row.fields)
  if (hashBefore === null) {
    const made = await db
      .insertInto('importedDocuments')
      .values({ ...row, fields, importedAt: now, changedAt: now })
      .onConflict((known) => known.columns(['collection', 'id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    return made !== undefined
  }
  const changed = await db
    .updateTable('importedDocuments')
    .set({ hash: row.hash, fields, mentorId: row.mentorId, changedAt: now })
    .where('collection', '=', row.collection)
    .where('id', '=', row.id)
    .where('hash', '=', hashBefore)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export async function insertImportedMentor(
  tx: Db,
  mentor: Omit<Insertable<Tables['importedMentors']>, 'content'> & { content: MentorContent },
): Promise<void> {
  await tx
    .insertInto('importedMentors')
    .values({ ...mentor, content: JSON.stringify(mentor.content) })
    .execute()
}

/** What the import knows of a mentor; undefined if they were not imported. */
export function findImportedMentor(db: Db, mentorId: string) {
  return db.selectFrom('importedMentors').selectAll().where('mentorId', '=', mentorId).executeTakeFirst()
}

export async function updateImportedMentor(
  tx: Db,
  mentorId: string,
  {
    content,
    ...facts
  }: { content: MentorContent; statusBefore: MentorStatus; email: string | null; pictureHash: string | null },
): Promise<void> {
  await tx
    .updateTable('importedMentors')
    .set({ ...facts, content: JSON.stringify(content) })
    .where('mentorId', '=', mentorId)
    .execute()
}

/** Deletes the fields of documents last changed before this instant. What is left of them names no one. */
export async function emptyOldDocuments(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('importedDocuments')
    .set({ fields: null })
    .where('changedAt', '<', before)
    .where('fields', 'is not', null)
    .execute()
}

/** Notes a picture before its files are stored. */
export async function insertUnnamedPicture(db: Db, key: string, now: Date): Promise<void> {
  await db.insertInto('unnamedPictures').values({ key, createdAt: now }).execute()
}

/** Call it in the transaction that writes the row with the picture's key, or after its files were removed. */
export async function deleteUnnamedPicture(db: Db, key: string): Promise<void> {
  await db.deleteFrom('unnamedPictures').where('key', '=', key).execute()
}

/** Takes the pictures noted before this instant off the list. Returns their keys. */
export async function takeUnnamedPictures(tx: Db, before: Date): Promise<string[]> {
  const taken = await tx.deleteFrom('unnamedPictures').where('createdAt', '<', before).returning('key').execute()
  return taken.map(({ key }) => key)
}
