/** Loads a backup that was checked into an empty database and an empty storage. */
import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { BackupError } from '#server/platform/backup/backup-error'
import { readBackupFile } from '#server/platform/backup/backup-file'
import { FILES, FILES_AT_ONCE, parseTableName, type Header, type Manifest } from '#server/platform/backup/manifest'
import {
  analyze,
  closeTables,
  countRows,
  listTables,
  listWritten,
  openTables,
  setSequences,
  writeRows,
} from '#server/platform/backup/rows-queries'
import type { Entry } from '#server/platform/backup/tar'
import { transact, type Db } from '#server/platform/db/connect'
import { migrate, readOwnership } from '#server/platform/db/migrate'
import type { Storage } from '#server/platform/storage/store'
import * as m from '#messages/operators'

type Place = {
  /** Of a connection without limits of time. */
  db: Db
  storage: Storage
}

/** Why this place is not empty, as a sentence; null if it is. */
export async function problemOfPlace({ db, storage }: Place): Promise<string | null> {
  if ((await readOwnership(db)) !== 'empty') return m.databaseNotEmpty()
  for await (const path of storage.list()) {
    return m.storageNotEmpty({ path })
  }
  return null
}

/**
 * Brings the empty database to the backup's schema, loads all rows in one transaction and all files, and then migrates to the
 * present. Throws if what is there afterwards is not what the manifest counts.
 *
 * @param prepare makes the tables beside ours that the backup has, of these schemas.
 */
export async function loadBackup(
  { db: root, storage }: Place,
  { header, manifest }: { header: Header; manifest: Manifest },
  { path, key, prepare }: { path: string; key: string | null; prepare: (schemas: string[]) => Promise<void> },
): Promise<void> {
  const db = root.withoutPlugins()
  await migrate(root, { upTo: header.migration })
  await prepare([...new Set(header.tables.map(({ name }) => name.split('.')[0]!))].filter((name) => name !== 'public'))
  await transact(db, async (tx) => {
    const there = await listTables(tx)
    if (!isDeepStrictEqual(there, header.tables))
      throw new BackupError(m.tablesDiffer({ migration: header.migration, version: header.version }))
    const keys = await openTables(tx, there)
    await Readable.from(loadTables(tx, readBackupFile(path, key))).forEach(
      ({ name, bytes }: Entry) => storage.put(name.slice(FILES.length), bytes),
      { concurrency: FILES_AT_ONCE },
    )
    await setSequences(tx, manifest.sequences)
    for (const { name } of there) {
      const count = await countRows(tx, name)
      const expected = manifest.tables[name]!.count
      if (count !== expected) throw new BackupError(m.rowsDiffer({ table: name, count, expected }))
    }
    await closeTables(tx, there, keys)
  })
  await migrate(root)
  await analyze(db)
}

/** Writes the rows of all tables, and leaves the files to the caller. */
async function* loadTables(tx: Db, entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
  const written = new Map<string, string[]>()
  for await (const { name, bytes } of entries) {
    const table = parseTableName(name)
    if (table) {
      const columns = written.get(table) ?? (await listWritten(tx, { name: table, columns: [] }))
      written.set(table, columns)
      await writeRows(tx, table, columns, readRows(bytes))
    } else if (name.startsWith(FILES) && name !== `${FILES}installation/mode`) {
      yield { name, bytes }
    }
  }
}

const readRows = (bytes: Buffer) => bytes.toString().split('\n').slice(0, -1).map(unescapeRow)

const unescapeRow = (line: string) =>
  line.includes('\\') ? line.replaceAll(/\\(.)/g, (_, next: string) => (next === 'n' ? '\n' : next)) : line
