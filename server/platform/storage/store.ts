export type Storage = {
  /** Writes the whole file or none of it; an existing one is replaced. */
  put: (path: string, bytes: Uint8Array) => Promise<void>
  read: (path: string) => Promise<Uint8Array | null>
  /** Removing a missing file is not an error. */
  remove: (path: string) => Promise<void>
  /** The names of all files of ours, or of those below a folder such as `pictures/`. Files of this moment may be missing. */
  list: (folder?: string) => AsyncIterable<string>
}

/** The disk is full or fails, or the bucket refuses or does not respond. `code`: the disk's word for it, or the service's. */
export class StorageUnavailable extends Error {
  readonly code: string

  constructor(cause: unknown) {
    super('Storage is full or does not respond', { cause })
    this.name = 'StorageUnavailable'
    this.code = errorCode(cause)
  }
}

/** `EACCES` of a disk, `NoSuchBucket` or `TimeoutError` of a bucket. */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
