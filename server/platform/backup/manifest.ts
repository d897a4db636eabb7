/** What a backup says of itself: before its content what it is, and after it what there was. */
import { createHash } from 'node:crypto'
import type { InstallationMode } from '#server/platform/db/installation-queries'

export const HEADER = 'backup.json'
export const MANIFEST = 'manifest.json'

/** `columns` in the order in which a row has them. */
export type TableShape = { name: string; columns: string[] }

export type Header = {
  format: 1
  /** ISO 8601, UTC. */
  takenAt: string
  version: string
  mode: InstallationMode
  /** The name of the newest migration that the database had. */
  migration: string
  tables: TableShape[]
}

type Sum = { count: number; bytes: number; sha256: string }

/** By table its rows, and all files of the storage. `sequences`: the last value that each gave out. */
export type Manifest = {
  tables: Record<string, Sum>
  sequences: { name: string; value: string }[]
  files: Sum
}

/** Counts what passes by. */
export function createTally() {
  const hash = createHash('sha256')
  let count = 0
  let size = 0
  return {
    add(bytes: Buffer, counts: number) {
      hash.update(bytes)
      size += bytes.length
      count += counts
    },
    sum: (): Sum => ({ count, bytes: size, sha256: hash.copy().digest('hex') }),
  }
}

export type Tally = ReturnType<typeof createTally>

/** A file counts by its name and its bytes. */
export function addFile(tally: Tally, name: string, bytes: Buffer): void {
  tally.add(Buffer.from(`${name} ${bytes.length}\n`), 0)
  tally.add(bytes, 1)
}

export const PARTS_OF_TABLES = 'tables/'
export const FILES = 'files/'
/** A bucket takes tens of milliseconds for each, however small it is; each is in memory, with 10 MB at most. */
export const FILES_AT_ONCE = 4

/** `public.bookings` of `tables/public.bookings/000001.rows`; null of anything else. */
export const parseTableName = (name: string) => /^tables\/([a-z_]+\.[a-z_]+)\/\d+\.rows$/.exec(name)?.[1] ?? null
