export type Storage = {
  /** Writes the whole file or none of it; an existing one is replaced. */
  put: (path: string, bytes: Uint8Array) => Promise<void>
  read: (path: string) => Promise<Uint8Array | null>
  /** Removing a missing file is not an error. */
  remove: (path: string) => Promise<void>
}
