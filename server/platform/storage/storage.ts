/**
 * Stores files as bytes under names such as `pictures/<key>/96.avif`, in a folder on disk or an S3 bucket. No other
 * module knows which (decision 0018).
 *
 * Errors: an invalid name throws, a failing store throws `StorageUnavailable`; a missing file reads as null.
 */
import { randomUUID } from 'node:crypto'
import { openBucket, type Bucket } from '#server/platform/storage/bucket'
import { openFolder } from '#server/platform/storage/folder'
import { StorageUnavailable, type Storage } from '#server/platform/storage/store'
import * as m from '#messages/operators'

/** No segment may begin with a dot, which excludes `.`, `..`, hidden files and a folder's half-written ones. */
const FILE_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/
const MAX_NAME_LENGTH = 200

/** Does nothing before the first file. */
export function connectStorage(place: { folder: string } | { bucket: Bucket }): Storage {
  const store = 'folder' in place ? openFolder(place.folder) : openBucket(place.bucket)
  return {
    put: async (path, bytes) => store.put(checked(path), bytes).catch(unavailable),
    read: async (path) => store.read(checked(path)).catch(unavailable),
    remove: async (path) => store.remove(checked(path)).catch(unavailable),
    list: (folder) => ours(store.list(folder)),
  }
}

/** Without what others put there, such as the marks of folders that a service's own page makes. */
async function* ours(names: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const name of names) if (isName(name)) yield name
}

function unavailable(error: unknown): never {
  throw new StorageUnavailable(error)
}

const isName = (path: string) => path.length <= MAX_NAME_LENGTH && FILE_NAME.test(path)

function checked(path: string): string {
  if (!isName(path)) throw new Error(`Not a name for a file: ${path}`)
  return path
}

/** Writes a small file, reads it and removes it. Null, or why that failed, without the service's response. */
export async function tryStorage(storage: Storage): Promise<string | null> {
  const path = `preflight/${randomUUID()}`
  const bytes = Buffer.from('Written at a start, and removed at once.\n')
  try {
    await storage.put(path, bytes)
    const read = await storage.read(path)
    await storage.remove(path)
    return read && bytes.equals(read) ? null : m.storageLost()
  } catch (error) {
    return m.storageUnusable({ code: error instanceof StorageUnavailable ? error.code : 'unknown' })
  }
}

const CLAIM = 'installation/mode'

type Purpose = 'demo' | 'live' | 'rehearsal'

/**
 * Whether another kind of start has marked this storage as its own. Null, or why a start for `mode` must not use it: a rehearsal on
 * the copy of a live database would remove the pictures of the live one.
 */
export async function findOthersClaim(storage: Storage, mode: Purpose): Promise<string | null> {
  const claim = await storage.read(CLAIM)
  const known = claim ? Buffer.from(claim).toString().trim() : mode // An editor ends a line.
  if (known === mode) return null
  return m.storageOfMode({ known, wanted: mode, file: CLAIM })
}

/**
 * For a database that names files. Null, or why the storage cannot be theirs: it has no file at all, as the folder of a disk that
 * is not mounted. Storage that only lacks its mark is of a release before the marks.
 */
export async function findMissingFiles(storage: Storage): Promise<string | null> {
  if (!(await isEmpty(storage))) return null
  return m.storageEmpty({ file: CLAIM })
}

/** What cannot be listed is something. */
async function isEmpty(storage: Storage): Promise<boolean> {
  try {
    for await (const _file of storage.list()) return false
    return true
  } catch {
    return false
  }
}

/** Marks storage as what the first start on it was for. Null, or why that cannot be: `findOthersClaim`. */
export async function claimStorage(storage: Storage, mode: Purpose): Promise<string | null> {
  if (!(await storage.read(CLAIM))) await storage.put(CLAIM, Buffer.from(mode))
  return findOthersClaim(storage, mode)
}
