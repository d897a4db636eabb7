/** Reads a whole backup and compares it with its own manifest, before anything is restored from it. */
import { isDeepStrictEqual } from 'node:util'
import { BackupError, damaged } from '#server/platform/backup/backup-error'
import { readBackupFile } from '#server/platform/backup/backup-file'
import {
  addFile,
  createTally,
  FILES,
  HEADER,
  MANIFEST,
  parseTableName,
  type Header,
  type Manifest,
  type Tally,
} from '#server/platform/backup/manifest'
import * as m from '#messages/operators'

/** Throws a `BackupError` unless every row and file is there, and each as it was written. */
export async function checkBackup(path: string, key: string | null): Promise<{ header: Header; manifest: Manifest }> {
  let header: Header | null = null
  let manifest: Manifest | null = null
  const files = createTally()
  const tables = new Map<string, Tally>()
  for await (const { name, bytes } of readBackupFile(path, key)) {
    if (!header) {
      header = readHeader(name, bytes)
      for (const table of header.tables) tables.set(table.name, createTally())
    } else if (manifest) throw damaged()
    else if (name === MANIFEST) manifest = parse<Manifest>(bytes)
    else if (name.startsWith(FILES)) addFile(files, name.slice(FILES.length), bytes)
    else {
      const tally = tables.get(parseTableName(name) ?? '')
      if (!tally) throw damaged()
      tally.add(bytes, countLines(bytes))
    }
  }
  if (!header || !manifest) throw damaged()
  const sums = Object.fromEntries([...tables].map(([name, tally]) => [name, tally.sum()]))
  if (!isDeepStrictEqual(manifest.tables, sums) || !isDeepStrictEqual(manifest.files, files.sum())) throw damaged()
  return { header, manifest }
}

/** The names that a backup has of stored files, as they are in the storage. Throws a `BackupError` as reading it does. */
export async function listStoredNames(path: string, key: string | null): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of readBackupFile(path, key))
    if (name.startsWith(FILES)) names.push(name.slice(FILES.length))
  return names
}

function readHeader(name: string, bytes: Buffer): Header {
  if (name !== HEADER) throw new BackupError(m.noBackup())
  const header = parse<Header>(bytes)
  if (header.format === 1) return header
  throw new BackupError(m.backupNewer())
}

function parse<Value>(bytes: Buffer): Value {
  try {
    return JSON.parse(bytes.toString()) as Value
  } catch {
    throw damaged()
  }
}

function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1
  return count
}
