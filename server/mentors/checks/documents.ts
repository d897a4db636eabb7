/**
 * Documents that a mentor gives for a check, such as a letter of an employer. Only admins open them, each opening is
 * recorded, and they are removed 30 days after the decision.
 *
 *   row ─▶ file ─▶ stored ─ … ─▶ hidden ─▶ file gone ─▶ row gone
 *
 * So a crash at any moment leaves no file without a row; what is left half done, the hourly job removes.
 */
import { randomUUID } from 'node:crypto'
import type { Session } from '#domain/accounts/account'
import { err, ok, type Result } from '#domain/result'
import { minutesAfter } from '#domain/time/wall-time'
import { countAttempt } from '#server/accounts/sign-in/attempts-queries'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'
import type { Upload, UploadError } from '#server/platform/http/upload'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { mentorEvent } from '#server/mentors/audit'
import { canBeChecked } from '#server/mentors/checks/codes'
import {
  countDocuments,
  deleteDocument,
  findHidden,
  hideDocument,
  insertDocument,
  listDocuments,
  listOver,
  setStored,
} from '#server/mentors/checks/documents-queries'
import { findRecord } from '#server/mentors/record/content-queries'
import {
  putDocument,
  readDocument,
  readDocumentFile,
  removeDocument,
  type Document,
  type DocumentError,
  type DocumentFormat,
} from '#server/platform/storage/documents'

export const MAX_DOCUMENTS = 3
const DOCUMENT_DAYS = 30
/** Uploads of an account in an hour: each costs a second of processor time. */
const MAX_UPLOADS = 20
/** An upload takes a minute or two, and waits at most 17 for the picture process. */
const UNFINISHED_MINUTES = 60
const DAY_MINUTES = 1_440

/** `not_now`: there is no application or profile to check. `enough`: there are three already. */
export type AddDocumentError =
  | DocumentError
  | UploadError
  | { code: 'not_now' | 'enough' | 'already_uploading' }
  | { code: 'too_many'; retryAfter: number }

/** Accounts that are uploading a document to this process. */
const uploading = new Set<string>()

/** `receive` reads the upload; it is called only after the limits are checked and if a picture process is free. */
export async function addDocument(
  app: App,
  actor: Actor,
  receive: () => Promise<Result<Upload, UploadError>>,
): Promise<Result<null, AddDocumentError>> {
  const { accountId } = actor.session
  if (uploading.has(accountId)) return err({ code: 'already_uploading' })
  uploading.add(accountId)
  try {
    const document = await receiveDocument(app, actor.session, receive)
    return document.ok ? await store(app, actor, document.value) : document
  } finally {
    uploading.delete(accountId)
  }
}

async function receiveDocument(
  app: App,
  { accountId }: Session,
  receive: () => Promise<Result<Upload, UploadError>>,
): Promise<Result<Document, AddDocumentError>> {
  if (app.pictures.isBusy()) return err({ code: 'busy' })
  const now = app.now()
  const { count, until } = await countAttempt(app.db, `document of ${accountId}`, 60, now)
  const retryAfter = Math.max(Math.ceil((until.getTime() - now.getTime()) / 1_000), 1)
  if (count > MAX_UPLOADS) return err({ code: 'too_many', retryAfter })
  const record = await findRecord(app.db, { account: accountId })
  if (!record || !canBeChecked(record.status)) return err({ code: 'not_now' })
  if ((await countDocuments(app.db, record.id)) >= MAX_DOCUMENTS) return err({ code: 'enough' })
  const upload = await receive()
  if (!upload.ok) return upload
  return readDocumentFile(app.pictures, upload.value.path).finally(upload.value.remove)
}

async function store(app: App, actor: Actor, document: Document): Promise<Result<null, AddDocumentError>> {
  const id = randomUUID()
  const { format, bytes } = document
  const reserved = await transact(app.db, async (tx): Promise<Result<string, AddDocumentError>> => {
    const record = await findRecord(tx, { account: actor.session.accountId }, { lock: true })
    if (!record || !canBeChecked(record.status)) return err({ code: 'not_now' })
    if ((await countDocuments(tx, record.id)) >= MAX_DOCUMENTS) return err({ code: 'enough' })
    await insertDocument(tx, { id, mentorId: record.id, format, bytes: bytes.byteLength, addedAt: app.now() })
    const after = { document: id, format, bytes: bytes.byteLength }
    await recordAuditEvent(tx, mentorEvent(app, toAuditActor(actor), 'mentor.document_added', record.id, { after }))
    return ok(record.id)
  })
  if (!reserved.ok) return reserved
  try {
    await putDocument(app.storage, id, document)
    if (!(await setStored(app.db, id, app.now()))) await removeDocument(app.storage, id, format)
  } catch (error) {
    await hide(app, reserved.value, id).catch(() => {}) // The hourly job removes what stays.
    throw error
  }
  return ok(null)
}

/** Removes a document of the mentor who asks. False if they have none with this id. */
export async function removeOwnDocument(app: App, actor: Actor, id: string): Promise<boolean> {
  const record = await findRecord(app.db, { account: actor.session.accountId })
  if (!record) return false
  return transact(app.db, async (tx) => {
    if (!(await hideDocument(tx, record.id, id, app.now()))) return false
    const after = { document: id }
    await recordAuditEvent(tx, mentorEvent(app, toAuditActor(actor), 'mentor.document_removed', record.id, { after }))
    await app.queue(tx, 'remove-document', { documentId: id })
    return true
  })
}

/** A document for an admin, whose opening is recorded. Null if this mentor has none with this id. */
export async function openDocument(
  app: App,
  actor: Actor,
  mentorId: string,
  id: string,
): Promise<{ bytes: Uint8Array; format: DocumentFormat; number: number } | null> {
  const documents = await listDocuments(app.db, mentorId)
  const at = documents.findIndex((document) => document.id === id)
  const document = documents[at]
  if (!document) return null
  const bytes = await readDocument(app.storage, id, document.format)
  if (!bytes) return null // It was removed at this moment.
  const after = { document: id }
  await recordAuditEvent(app.db, mentorEvent(app, toAuditActor(actor), 'mentor.document_opened', mentorId, { after }))
  return { bytes, format: document.format, number: at + 1 }
}

/** Removes documents that have served their purpose. Runs once an hour. */
export async function removeOldDocuments(app: Pick<App, 'db' | 'now' | 'queue'>): Promise<void> {
  const now = app.now()
  const decided = minutesAfter(now, -DOCUMENT_DAYS * DAY_MINUTES)
  for (const { id, mentorId } of await listOver(app.db, { decided, begun: minutesAfter(now, -UNFINISHED_MINUTES) }))
    await hide(app, mentorId, id)
}

/** Hides a document, and queues the removal of its file. */
async function hide(app: Pick<App, 'db' | 'now' | 'queue'>, mentorId: string, id: string): Promise<void> {
  await transact(app.db, async (tx) => {
    if (await hideDocument(tx, mentorId, id, app.now())) await app.queue(tx, 'remove-document', { documentId: id })
  })
}

/** The job: removes the file of a hidden document, and then its row. Repeatable. */
export async function removeDocumentFile({ db, storage }: Pick<App, 'db' | 'storage'>, id: string): Promise<void> {
  const document = await findHidden(db, id)
  if (!document) return
  await removeDocument(storage, id, document.format)
  await deleteDocument(db, id)
}
