/**
 * npm run backup -- <folder or file>
 *
 * Writes the database and all stored files into one file, encrypted if BACKUP_KEY is set. In a folder the file is named by its
 * time. On PostgreSQL the product may run; with the embedded database, stop it first. Prints the file and what is in it, and
 * records it in the audit log. Exit code 0: the file is complete and on the disk; 1: there is none, with the reason.
 *
 * Environment: the product's own settings.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { writeBackup } from '#server/platform/backup/write-backup'
import { hasPictures } from '#server/platform/db/installation-queries'
import { openStorage } from '#server/start/open-storage'
import * as storageModule from '#server/platform/storage/storage'
import { openProductDatabase } from './operator/product-database.ts'
import { messageOf, readSettings, refuseSaying, type Refuse } from './operator/settings.ts'
import * as m from '#messages/operators'

const MEGABYTE = 1_000_000

const refuse: Refuse = refuseSaying(m.notBackedUp())

const [given, ...more] = process.argv.slice(2)
if (given === undefined || more.length > 0) refuse(m.backupUsage())
const config = readSettings(refuse)
const begun = new Date()
const path = backupPath(given, begun, config.BACKUP_KEY !== undefined)
const database = await openProductDatabase(config, refuse, { unlimited: true })
try {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const { storage, findMismatch } = openStorage(storageModule, config)
  const mismatch = await findMismatch(await hasPictures(database.db))
  if (mismatch) throw new Error(mismatch) // Else one would find out at the restore that all pictures are lost.
  const source = { db: database.db, storage, now: begun, version }
  const { tables, files } = await writeBackup(source, path, config.BACKUP_KEY ?? null)
  const rows = Object.values(tables).reduce((sum, { count }) => sum + count, 0)
  await recordAuditEvent(database.db, {
    at: begun,
    actor: { kind: 'operator' },
    action: 'backup.made',
    subject: 'backup',
    subjectId: basename(path),
    after: { rows, files: files.count },
  })
  const bookings = tables['public.bookings']?.count ?? 0
  const megabytes = (statSync(path).size / MEGABYTE).toFixed(1)
  console.log(path)
  console.log(m.backupMade({ rows, bookings, files: files.count, megabytes }))
  if (!config.BACKUP_KEY) console.log(m.backupPlain())
} catch (error) {
  console.error(`${m.notBackedUp()} ${messageOf(error)}`)
  process.exitCode = 1
} finally {
  await database.close()
}

/** A backup is never written over another. */
function backupPath(target: string, at: Date, isSealed: boolean): string {
  const isFolder = existsSync(target) && statSync(target).isDirectory()
  const time = at.toISOString().replaceAll(':', '').replace(/\.\d+/, '')
  const file = resolve(isFolder ? join(target, `landfall-${time}${isSealed ? '.backup' : '.tar.zst'}`) : target)
  if (existsSync(file)) refuse(m.fileThere({ file }))
  return file
}
