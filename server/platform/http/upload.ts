/**
 * Receives an uploaded file from a multipart form (RFC 7578) into the system's temporary folder, never whole in memory.
 * Parts and fields are counted while they are parsed.
 */
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { lstat, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Busboy } from '@fastify/busboy'
import { err, ok, type Result } from '#domain/result'
import { BodyRefused } from '#server/platform/http/request-body'
import { MAX_PICTURE_BYTES } from '#server/platform/storage/picture-encoding'

/** A picture and the rest of its form. */
export const MAX_UPLOAD_BYTES = MAX_PICTURE_BYTES + 64 * 1024

/** Longer than a request may take to arrive, so that it ends only forms that the parser never finishes. */
const DEADLINE_MS = 45_000

const LIMITS = { parts: 8, fields: 7, files: 1, fieldSize: 1_000, headerPairs: 20, headerSize: 4_000 }

const PREFIX = 'landfall-upload-'

/** An upload waits at most 17 minutes for its turn: behind 16 pictures, each a minute. */
const MAX_AGE_MS = 60 * 60_000

/** Call `remove` when the file is no longer needed. */
export type Upload = { path: string; remove: () => Promise<void> }

/**
 * `no_file`: the field has no file. `malformed`: not a multipart form, one that broke off, or one with too many parts.
 */
export type UploadError = { code: 'no_file' | 'malformed' | 'too_large' | 'busy' }

export const isUpload = ({ headers }: Request) => /^multipart\/form-data\b/i.test(headers.get('content-type') ?? '')

/** Reads the request's body to its end and keeps the file of one field. Always settles, whatever the body holds. */
export async function receiveUpload(
  request: Request,
  field: string,
  deadlineMs = DEADLINE_MS,
): Promise<Result<Upload, UploadError>> {
  const path = join(tmpdir(), PREFIX + randomBytes(16).toString('hex'))
  const remove = () => rm(path, { force: true })
  try {
    const bytes = await writeFile(request, field, path, deadlineMs)
    if (bytes > MAX_PICTURE_BYTES) throw new BodyRefused('too_large')
    if (bytes > 0) return ok({ path, remove })
    await remove()
    return err({ code: 'no_file' })
  } catch (error) {
    await remove()
    if (isFault(error)) throw error
    return err({ code: error instanceof BodyRefused ? error.code : 'malformed' })
  }
}

/**
 * Removes what killed products have left in the temporary folder: our user's files that are so old that no process can
 * still need them. Other products on this machine, and in containers that share the folder, may be receiving newer ones.
 *
 * @param now the machine's time, by which files are dated.
 */
export async function removeAbandonedUploads(now: Date): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  for (const name of names.filter((each) => each.startsWith(PREFIX))) {
    const path = join(tmpdir(), name)
    const file = await lstat(path).catch(() => null) // Null if another process has just removed it.
    if (!file?.isFile() || file.uid !== (process.getuid?.() ?? file.uid)) continue
    if (now.getTime() - file.mtimeMs > MAX_AGE_MS) await rm(path, { force: true }).catch(() => {})
  }
}

/** Returns the number of bytes; 0 without a file. */
async function writeFile(request: Request, field: string, path: string, deadlineMs: number): Promise<number> {
  const type = request.headers.get('content-type') ?? ''
  const form = Busboy({ headers: { 'content-type': type }, limits: { ...LIMITS, fileSize: MAX_PICTURE_BYTES + 1 } })
  const kept: { file: Readable; written: Promise<number> }[] = []
  form.on('file', (name: string, file: Readable) => {
    file.on('error', () => {}) // The form breaks off, which the pipeline below reports.
    if (name !== field) return void file.resume()
    const target = createWriteStream(path, { flags: 'wx', mode: 0o600 })
    const written = pipeline(file, target).then(() => target.bytesWritten)
    written.catch((error: Error) => form.destroy(error)) // Ends the form, since the rest of the file cannot be written.
    kept.push({ file, written })
  })
  for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const) {
    form.on(limit, () => form.destroy(new Error('The form has too many parts')))
  }
  // The parser never finishes a form with parts behind its end. Nor does a pipeline with a stuck stream end by a signal.
  const deadline = Promise.withResolvers<never>()
  const timer = setTimeout(() => deadline.reject(new Error('The form was never finished')), deadlineMs)
  const received = pipeline(request.body as ReadableStream, form).then(async () => (await kept[0]?.written) ?? 0)
  try {
    return await Promise.race([received, deadline.promise])
  } catch (error) {
    form.destroy()
    // With an error: a file that is read to its end counts as finished otherwise, and what it is written to never ends.
    for (const { file } of kept) file.destroy(error as Error)
    await Promise.allSettled(kept.map(({ written }) => written)) // So that the file is closed and can be removed.
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Whether the disk failed. A connection that broke off is not our error. */
const isFault = (error: unknown) =>
  error instanceof Error && 'syscall' in error && 'code' in error && error.code !== 'ECONNRESET'
