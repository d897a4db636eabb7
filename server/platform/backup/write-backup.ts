/** Writes a backup: the database as it is at one moment, and then the files. */
import { Readable } from 'node:stream'
import { createBackupFile, type BackupFile } from '#server/platform/backup/backup-file'
import {
  addFile,
  createTally,
  FILES,
  FILES_AT_ONCE,
  HEADER,
  MANIFEST,
  PARTS_OF_TABLES,
  type Header,
  type Manifest,
  type Tally,
  type TableShape,
} from '#server/platform/backup/manifest'
import { freeze, listSequences, listTables, readMigration, readRows } from '#server/platform/backup/rows-queries'
import { BackupError } from '#server/platform/backup/backup-error'
import { transact, type Db } from '#server/platform/db/connect'
import { readMode } from '#server/platform/db/installation-queries'
import type { Storage } from '#server/platform/storage/store'
import * as m from '#messages/operators'

/** Of one entry. Rows are never split between two. */
const PART_BYTES = 1_048_576

type Source = {
  /** Of a connection without limits of time: the snapshot lasts as long as it takes to read all rows. */
  db: Db
  storage: Storage
  now: Date
  version: string
}

/**
 * Rows come from one snapshot, so they agree with each other whatever is written meanwhile. Files come after it: their names are
 * never used again, so every file is there that a row names, unless it was removed since.
 *
 * @param key null: unencrypted.
 * @returns the manifest, once the file is complete and on the disk. When it throws, no file is left.
 */
export async function writeBackup(source: Source, path: string, key: string | null): Promise<Manifest> {
  const file = createBackupFile(path, key)
  try {
    const rows = await transact(source.db.withoutPlugins(), (tx) => addRows(source, file, tx))
    const manifest = { ...rows, files: await addFiles(source.storage, file) }
    await file.add({ name: MANIFEST, bytes: toJson(manifest) })
    await file.close()
    return manifest
  } catch (error) {
    await file.abandon()
    throw error
  }
}

async function addRows({ now, version }: Source, file: BackupFile, tx: Db): Promise<Omit<Manifest, 'files'>> {
  await freeze(tx)
  const mode = await readMode(tx)
  if (!mode) throw new BackupError(m.noSiteYet())
  const tables = await listTables(tx)
  const migration = await readMigration(tx)
  const header: Header = { format: 1, takenAt: now.toISOString(), version, mode, migration, tables }
  await file.add({ name: HEADER, bytes: toJson(header) })
  const sums: Manifest['tables'] = {}
  for (const table of tables) {
    const tally = createTally()
    await addTable(file, tx, table, tally)
    sums[table.name] = tally.sum()
  }
  return { tables: sums, sequences: await listSequences(tx) }
}

async function addTable(file: BackupFile, tx: Db, table: TableShape, tally: Tally): Promise<void> {
  let part = 0
  let lines: string[] = []
  let size = 0
  const flush = async () => {
    if (lines.length === 0) return
    const bytes = Buffer.from(lines.join(''))
    tally.add(bytes, lines.length)
    part += 1
    await file.add({ name: `${PARTS_OF_TABLES}${table.name}/${String(part).padStart(6, '0')}.rows`, bytes })
    lines = []
    size = 0
  }
  for await (const rows of readRows(tx, table)) {
    for (const row of rows) {
      const line = `${escapeRow(row)}\n`
      lines.push(line)
      size += line.length
      if (size >= PART_BYTES) await flush()
    }
  }
  await flush()
}

/** A row on one line. */
const escapeRow = (row: string) =>
  /[\\\n]/.test(row) ? row.replaceAll('\\', '\\\\').replaceAll('\n', String.raw`\n`) : row

async function addFiles(storage: Storage, file: BackupFile) {
  const tally = createTally()
  const files = Readable.from(storage.list()).map(
    async (path: string) => ({ path, read: await storage.read(path) }),
    // They still follow each other in the order of the list. Nothing else is read ahead, which by default it would be.
    { concurrency: FILES_AT_ONCE, highWaterMark: FILES_AT_ONCE },
  )
  for await (const { path, read } of files as AsyncIterable<{ path: string; read: Uint8Array | null }>) {
    if (!read) continue // Removed since it was listed.
    const bytes = Buffer.from(read.buffer, read.byteOffset, read.byteLength)
    addFile(tally, path, bytes)
    await file.add({ name: FILES + path, bytes })
  }
  return tally.sum()
}

const toJson = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
