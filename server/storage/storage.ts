/**
 * Where files are kept: under a name such as `pictures/<key>/96.avif`, as bytes. A folder on disk, or a bucket of a service
 * that speaks S3. Everything goes through these three calls, so nothing else knows which (decision 0009).
 *
 * Errors: a name outside the rules and a store that fails throw; a file that is not there is null.
 */
import { openBucket, type Bucket } from '#server/storage/bucket'
import { openFolder } from '#server/storage/folder'
import type { Storage } from '#server/storage/store'

/** No segment may begin with a dot: that excludes `.`, `..`, hidden files and the half-written ones of a folder. */
const FILE_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/
const LONGEST_NAME = 200 // Characters.

/** Nothing is made or asked for before the first file. */
export function connectStorage(place: { folder: string } | { bucket: Bucket }): Storage {
  const store = 'folder' in place ? openFolder(place.folder) : openBucket(place.bucket)
  return {
    put: async (path, bytes) => store.put(checked(path), bytes),
    read: async (path) => store.read(checked(path)),
    remove: async (path) => store.remove(checked(path)),
  }
}

function checked(path: string): string {
  if (path.length > LONGEST_NAME || !FILE_NAME.test(path)) throw new Error(`Not a name for a file: ${path}`)
  return path
}
