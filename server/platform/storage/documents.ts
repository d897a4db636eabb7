/**
 * Stores documents that people give to prove something, under random ids: PDFs as they are, pictures encoded anew by the
 * picture process. They are never shown to a browser as a page: the route sends them as attachments.
 *
 * Errors: a `DocumentError` is for the uploader to act on; a throw is a bug or an outage.
 */
import { readFile, stat } from 'node:fs/promises'
import { err, ok, type Result } from '#domain/result'
import type { PictureError, PictureProcess } from '#server/platform/storage/picture-process'
import type { Storage } from '#server/platform/storage/store'

const MAX_DOCUMENT_BYTES = 5 * 1024 * 1024

export type DocumentFormat = 'pdf' | 'webp'
export type Document = { format: DocumentFormat; bytes: Uint8Array }

/** `not_a_document`: neither a PDF nor a picture, or one that breaks off. */
export type DocumentError = { code: Exclude<PictureError['code'], 'not_a_picture'> | 'not_a_document' }

/** The document in an uploaded file. What it is, its bytes say, not its name. */
export async function readDocumentFile(
  pictures: PictureProcess,
  path: string,
): Promise<Result<Document, DocumentError>> {
  if ((await stat(path)).size > MAX_DOCUMENT_BYTES) return err({ code: 'too_large' })
  const bytes = await readFile(path)
  if (isPdf(bytes)) return ok({ format: 'pdf', bytes })
  const picture = await pictures.encodeDocument(path)
  if (picture.ok) return ok({ format: 'webp', bytes: picture.value })
  const { code } = picture.error
  return err({ code: code === 'not_a_picture' ? 'not_a_document' : code })
}

/** By its first bytes, and by the mark at its end, which a file that broke off lacks. ISO 32000-2 §7.5. */
function isPdf(bytes: Uint8Array): boolean {
  const text = (from: number, to?: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1')
  return /^%PDF-[12]\.\d/.test(text(0, 8)) && text(-1_024).includes('%%EOF')
}

export const putDocument = (storage: Storage, id: string, { format, bytes }: Document): Promise<void> =>
  storage.put(fileName(id, format), bytes)

/** Null if there is no file. */
export const readDocument = (storage: Storage, id: string, format: DocumentFormat): Promise<Uint8Array | null> =>
  storage.read(fileName(id, format))

export const removeDocument = (storage: Storage, id: string, format: DocumentFormat): Promise<void> =>
  storage.remove(fileName(id, format))

const fileName = (id: string, format: DocumentFormat) => `documents/${id}.${format}`
