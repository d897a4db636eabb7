/**
 * Stores files as bytes under names such as `pictures/<key>/96.avif`, in a folder on disk or an S3 bucket. No other
 * module knows which (decision 0009).
 *
 * Errors: an invalid name or a failing store throws; a missing file reads as null.
 */
import { openBucket, type Bucket } from '#server/storage/bucket'
import { openFolder } from '#server/storage/folder'
import type { Storage } from '#server/storage/store'

/** No segment may begin with a dot, which excludes `.`, `..`, hidden files and a folder's half-written ones. */
const FILE_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/
const MAX_NAME_LENGTH = 200

/** Does nothing before the first file. */
export function connectStorage(place: { folder: string } | { bucket: Bucket }): Storage {
  const store = 'folder' in place ? openFolder(place.folder) : openBucket(place.bucket)
  return {
    put: async (path, bytes) => store.put(checked(path), bytes),
    read: async (path) => store.read(checked(path)),
    remove: async (path) => store.remove(checked(path)),
  }
}

function checked(path: string): string {
  if (path.length > MAX_NAME_LENGTH || !FILE_NAME.test(path)) throw new Error(`Not a name for a file: ${path}`)
  return path
}
