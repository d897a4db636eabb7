/**
 * Imports mentors and keeps documents of the system before this one. Each record is one transaction together with the
 * documents that it is made of, so there is never half of one. A row per document, with a hash of all that was taken,
 * makes it repeatable.
 *
 *   person ─▶ known with this hash? ─▶ store the picture ─▶ one transaction: record, documents, audit event
 */
import { createHash, randomUUID } from 'node:crypto'
import { changedFields, type MentorContent, type SessionContent } from '#domain/mentors/content'
import { findMissingFields, isUnclaimed, statusAfterImport, UNCLAIMED } from '#domain/mentors/import/claim'
import { nextMentorStatus } from '#domain/mentors/mentor-status'
import { err, ok, type Result } from '#domain/result'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import type { App } from '#server/context'
import { isOutage, transact, type Db } from '#server/platform/db/connect'
import { mentorEvent } from '#server/mentors/audit'
import {
  deleteUnnamedPicture,
  findImportedMentor,
  insertImportedMentor,
  insertUnnamedPicture,
  listImported,
  updateImportedMentor,
  writeDocument,
} from '#server/mentors/import/import-queries'
import type { MentorToImport } from '#server/mentors/import/old-mentor'
import type { ReportLine } from '#server/mentors/import/report'
import { placeMoves } from '#server/mentors/places/move-places'
import { findRecord, insertMentor, writeContent } from '#server/mentors/record/content-queries'
import { detectTextsLanguage } from '#server/mentors/record/texts-language'
import { freeSlug, isPreviousSlug, slugOfName } from '#server/mentors/record/slugs-queries'
import { setStatus } from '#server/mentors/record/status-queries'
import { removePicture, storePicture, type PictureError } from '#server/platform/storage/pictures'
import * as m from '#messages/import'

/** A document with the name that the report gives it. */
export type SourceDocument = { where: string; collection: string; id: string; fields: Record<string, unknown> }

/** `documents`: what the record is made of, first the one that counts. `notes`: said of each of them beside the mentor's. */
export type MentorUnit = {
  documents: [SourceDocument, ...SourceDocument[]]
  read: Result<MentorToImport, string[]>
  notes: string[]
}

/** A document of which nothing is made here. `why`: in words for the report. */
export type KeptUnit = { document: SourceDocument; why: string }

/** `file`: where the picture is on disk. `why`: there is none, in words for the report. */
export type FoundPicture = { file: string; hash: string } | { why: string }

type Importing = Pick<App, 'db' | 'now' | 'queue' | 'storage' | 'pictures'>

export type ImportOptions = {
  /** Mentors who were accepted are public at once, instead of hidden until they claim their record. */
  publish: boolean
  findPicture: (path: string) => Promise<FoundPicture>
  report: (line: ReportLine) => void
}

type Known = Map<string, { hash: string; mentorId: string | null }>

const keyOf = ({ collection, id }: { collection: string; id: string }) => `${collection}/${id}`

/** Reports a line for every document, in the order of the units. */
export async function importDocuments(
  app: Importing,
  { mentors, kept }: { mentors: MentorUnit[]; kept: KeptUnit[] },
  options: ImportOptions,
): Promise<void> {
  const known: Known = new Map((await listImported(app.db)).map((row) => [keyOf(row), row]))
  try {
    for (const unit of mentors) for (const line of await importMentor(app, unit, known, options)) options.report(line)
    for (const unit of kept) options.report(await keepDocument(app, unit, known))
  } finally {
    await placeMoves(app)
  }
}

/** Thrown to roll back, when another import has written the same document meanwhile. */
class WrittenMeanwhile extends Error {}

async function importMentor(
  app: Importing,
  unit: MentorUnit,
  known: Known,
  options: ImportOptions,
): Promise<ReportLine[]> {
  const lines = (outcome: ReportLine['outcome'], notes: string[], mentorId?: string): ReportLine[] =>
    unit.documents.map(({ where }, index) => ({
      where,
      outcome,
      notes: index === 0 ? [...unit.notes, ...notes] : unit.notes,
      ...(mentorId && { mentorId }),
    }))
  if (!unit.read.ok) return lines('refused', unit.read.error)
  const mentor = unit.read.value
  const found = mentor.picture === null ? null : await options.findPicture(mentor.picture)
  const picture = found && 'file' in found ? found : null
  const notes = found && 'why' in found ? [...mentor.notes, found.why] : mentor.notes
  const hashes = hashUnit(unit, mentor, picture?.hash ?? null, options.publish)
  const before = unit.documents.map((document) => known.get(keyOf(document)))
  const ids = [...new Set(before.flatMap((row) => row?.mentorId ?? []))]
  if (before.every((row, index) => row?.hash === hashes[index])) return lines('unchanged', [], ids[0])
  if (ids.length > 1) return lines('refused', [m.recordsDiffer()])
  if (ids.length === 0 && before[0]) return lines('refused', [m.recordDeleted()])

  const [earlierId] = ids
  const stored = picture && (await storeNewPicture(app, picture, earlierId))
  if (stored && 'why' in stored) notes.push(stored.why)
  const key = stored && 'key' in stored ? stored.key : null
  const writing = { unit, mentor, hashes, before, key, pictureHash: picture?.hash ?? null, publish: options.publish }
  try {
    const written = await transact(app.db, (tx) =>
      earlierId ? updateRecord(app, tx, writing, earlierId) : makeRecord(app, tx, writing),
    )
    if (!written.ok) {
      if (key) await forgetPicture(app, key)
      return lines('refused', [written.error])
    }
    const { mentorId, outcome } = written.value
    return lines(outcome, [...notes, ...written.value.notes], mentorId)
  } catch (error) {
    // A commit whose confirmation was lost may name the files. The list of unnamed pictures knows which is true.
    if (key && !isOutage(error)) await forgetPicture(app, key)
    if (error instanceof WrittenMeanwhile) return lines('refused', [m.writtenMeanwhile()])
    throw error
  }
}

/** A hash per document: of the first with everything that decides what is made of it. */
function hashUnit({ documents }: MentorUnit, mentor: MentorToImport, picture: string | null, publish: boolean) {
  const { timeZone } = mentor.content
  return documents.map(({ fields }, index) =>
    index === 0
      ? hashValue([
          documents.map((each) => each.fields),
          timeZone,
          picture,
          publish && mentor.statusBefore === 'accepted',
        ])
      : hashValue(fields),
  )
}

/** SHA-256 of JSON with its keys in order, since two exports of one document may order them differently. */
function hashValue(value: unknown): string {
  const inOrder = JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
  return createHash('sha256').update(inOrder).digest('hex')
}

/** Null if the record has this picture already. */
async function storeNewPicture(
  app: Importing,
  { file, hash }: { file: string; hash: string },
  earlierId: string | undefined,
): Promise<{ key: string } | { why: string } | null> {
  if (earlierId && (await findImportedMentor(app.db, earlierId))?.pictureHash === hash) return null
  let announced: string | null = null
  try {
    const stored = await storePicture(app, file, (key) => {
      announced = key
      return insertUnnamedPicture(app.db, key, app.now())
    })
    return stored.ok ? stored.value : { why: describePicture(stored.error) }
  } catch (error) {
    if (announced && !isOutage(error)) await forgetPicture(app, announced)
    throw error
  }
}

const describePicture = ({ code }: PictureError): string =>
  m.pictureUnusable({ code: code === 'busy' ? 'other' : code })

async function forgetPicture(app: Importing, key: string): Promise<void> {
  await removePicture(app.storage, key)
  await deleteUnnamedPicture(app.db, key)
}

type Writing = {
  unit: MentorUnit
  mentor: MentorToImport
  hashes: string[]
  before: ({ hash: string } | undefined)[]
  key: string | null
  pictureHash: string | null
  publish: boolean
}

type Written = Result<{ mentorId: string; outcome: 'taken' | 'updated' | 'unchanged'; notes: string[] }, string>

async function makeRecord(app: Importing, tx: Db, writing: Writing): Promise<Written> {
  const { mentor, key, pictureHash, publish } = writing
  const now = app.now()
  const mentorId = randomUUID()
  const content = withIds(mentor, [], key)
  const status = statusAfterImport(mentor.statusBefore, publish)
  const row = {
    id: mentorId,
    status,
    accountId: null,
    createdBy: mentor.createdBy,
    createdAt: mentor.createdAt,
    detectedLanguage: await detectTextsLanguage(content),
    statusSince: now,
    ...(status === 'paused' && { statusReason: UNCLAIMED, pausedBy: 'admin' as const }),
  }
  if (!(await insertWithSlug(tx, row, content))) throw new WrittenMeanwhile(content.name)
  const { email, statusBefore } = mentor
  await insertImportedMentor(tx, { mentorId, statusBefore, email, content, pictureHash: key && pictureHash })
  await writeDocuments(tx, writing, mentorId, now)
  if (key) await deleteUnnamedPicture(tx, key)
  await recordImport(app, tx, 'mentor.imported', mentorId, { status })
  const missing = findMissingFields(content)
  const notes = [
    status === 'paused' ? m.hidden() : status === 'accepted' ? m.publicAtOnce() : m.statusBefore({ status }),
    ...(missing.length > 0 ? [m.ownerMustAdd({ fields: missing.join(', ') })] : []),
  ]
  return ok({ mentorId, outcome: 'taken', notes })
}

/** Tries the plain slug first, since looking for a free one reads those of all who have the name. */
async function insertWithSlug(
  tx: Db,
  row: Omit<Parameters<typeof insertMentor>[1], 'slug'>,
  content: MentorContent,
): Promise<boolean> {
  const slug = slugOfName(content.name)
  if (!(await isPreviousSlug(tx, slug)) && (await insertMentor(tx, { ...row, slug }, content))) return true
  return insertMentor(tx, { ...row, slug: await freeSlug(tx, content.name) }, content)
}

/** Changes only what neither its owner nor an admin has edited here. */
async function updateRecord(app: Importing, tx: Db, writing: Writing, mentorId: string): Promise<Written> {
  const { mentor, key, pictureHash, publish } = writing
  const now = app.now()
  const record = await findRecord(tx, { id: mentorId }, { lock: true })
  const imported = await findImportedMentor(tx, mentorId)
  if (!record || !imported) return err(m.recordDeleted())
  if (record.accountId) return err(m.recordClaimed())
  const edited = changedFields(imported.content, record.content)
  if (edited.length > 0) return err(m.recordEdited({ fields: edited.join(', ') }))
  const content = withIds(mentor, record.content.sessions, key ?? record.content.portrait)
  const changed = changedFields(record.content, content)
  const { email, statusBefore } = mentor
  const facts = { content, statusBefore, email, pictureHash: key ? pictureHash : imported.pictureHash }
  if (changed.length > 0) await writeContent(tx, mentorId, content, await detectTextsLanguage(content))
  await updateImportedMentor(tx, mentorId, facts)
  await writeDocuments(tx, writing, mentorId, now)
  if (key) await deleteUnnamedPicture(tx, key)
  if (key && record.content.portrait) await app.queue(tx, 'remove-picture', { key: record.content.portrait })
  const publishes = publish && statusBefore === 'accepted' && isUnclaimed(record.statusReason)
  const to = publishes ? nextMentorStatus(record.status, 'resume', 'admin') : null
  if (to) await setStatus(tx, mentorId, { from: record.status, to, reason: '', by: 'admin', at: now })
  if (changed.length > 0 || to)
    await recordImport(app, tx, 'mentor.import_updated', mentorId, { fields: changed, ...(to && { status: to }) })
  const notes = [
    ...(changed.length > 0 ? [m.changed({ fields: changed.join(', ') })] : []),
    ...(to ? [m.publicNow()] : []),
  ]
  return ok({ mentorId, outcome: notes.length > 0 ? 'updated' : 'unchanged', notes })
}

/** Sessions keep their ids by their titles, since visitors may be booking them. */
function withIds({ content }: MentorToImport, earlier: SessionContent[], portrait: string | null): MentorContent {
  const ids = new Map(earlier.map(({ title, id }) => [title, id]))
  const sessions = content.sessions.map((session) => {
    const id = ids.get(session.title) ?? randomUUID()
    ids.delete(session.title) // Two sessions may have one title.
    return { ...session, id }
  })
  return { ...content, portrait, sessions }
}

async function writeDocuments(tx: Db, writing: Writing, mentorId: string, now: Date): Promise<void> {
  for (const [index, { collection, id, fields }] of writing.unit.documents.entries()) {
    const hash = writing.hashes[index]!
    const hashBefore = writing.before[index]?.hash ?? null
    if (!(await writeDocument(tx, { collection, id, hash, hashBefore, fields, mentorId }, now)))
      throw new WrittenMeanwhile(id)
  }
}

async function recordImport(
  app: Importing,
  tx: Db,
  action: `mentor.${string}`,
  mentorId: string,
  after: Record<string, unknown>,
): Promise<void> {
  await recordAuditEvent(tx, mentorEvent(app, { kind: 'operator' }, action, mentorId, { after }))
}

async function keepDocument(app: Importing, { document, why }: KeptUnit, known: Known): Promise<ReportLine> {
  const { where, collection, id, fields } = document
  const before = known.get(keyOf(document))
  const hash = hashValue(fields)
  if (before?.hash === hash) return { where, outcome: 'unchanged', notes: [] }
  const row = { collection, id, hash, hashBefore: before?.hash ?? null, fields, mentorId: before?.mentorId ?? null }
  const written = await writeDocument(app.db, row, app.now())
  return written
    ? { where, outcome: before ? 'updated' : 'kept', notes: [why] }
    : { where, outcome: 'refused', notes: [m.writtenMeanwhile()] }
}
