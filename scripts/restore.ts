/**
 * npm run restore -- <file> [--erasures <place>] [--as-live]
 *
 * Restores a backup into an empty database and an empty storage, which the settings name: reads the whole file first, loads it,
 * migrates it to this release, erases again who was erased since, and checks the invariants of bookings and money. Nothing
 * that runs may use the place. Exit code 0: restored, and all invariants hold; 1: not, with the reason.
 *
 *   --erasures <place>  where it is on record who was erased after the backup: the storage that was in use (its folder, or
 *                       s3:// and the name of its bucket) or a later backup. May be given several times. `none`: nothing of
 *                       it is left
 *   --as-live           the restored place takes the live site's place. Without it, such a backup is only opened for a
 *                       rehearsal
 *
 * Environment: the product's own settings.
 */
import { parseArgs } from 'node:util'
import { addToErasureLog } from '#server/privacy/leaving/erasure-log'
import { BackupError } from '#server/platform/backup/backup-error'
import { checkBackup } from '#server/platform/backup/check-backup'
import { loadBackup, problemOfPlace } from '#server/platform/backup/load-backup'
import { listBrokenInvariants } from '#server/platform/backup/broken-invariants'
import { problemOfPurpose, purposeOf } from '#server/platform/backup/purpose'
import { readStorage } from '#server/platform/config'
import type { Db } from '#server/platform/db/connect'
import { rememberMode } from '#server/platform/db/installation-queries'
import { claimStorage, connectStorage } from '#server/platform/storage/storage'
import { openEmptyDatabase } from './operator/empty-database.ts'
import { describeErasures, reapplyErasuresIn } from './operator/reapply-erasures.ts'
import { readErasureLogs } from './operator/erasure-sources.ts'
import { messageOf, readSettings, refuseSaying, type Refuse } from './operator/settings.ts'
import * as m from '#messages/operators'

const LINES = 20 // Of what does not hold.

const refuse: Refuse = refuseSaying(m.notRestored())

const given = readArguments()
const config = readSettings(refuse)
const key = config.BACKUP_KEY ?? null
const checked = await checkBackup(given.file, key).catch((error: unknown) => refuse(messageOf(error)))
const { header, manifest } = checked
const erasures = await readErasureLogs(given.erasures, config).catch((error: unknown) => refuse(messageOf(error)))
const misused = problemOfPurpose(header.mode, purposeOf(config), given)
if (misused) refuse(misused)
const storage = connectStorage(readStorage(config))
const database = await openEmptyDatabase(config.DATABASE_URL, refuse)
const problem = await problemOfPlace({ db: database.db, storage }).catch(messageOf)
if (problem) {
  await database.abandon()
  refuse(problem)
}
try {
  await loadBackup({ db: database.db, storage }, checked, {
    path: given.file,
    key,
    prepare: (schemas) => prepare(database.db, schemas),
  })
  await rememberMode(database.db, purposeOf(config), new Date())
  const claimed = await claimStorage(storage, purposeOf(config))
  if (claimed) throw new BackupError(claimed)
  await addToErasureLog(storage, erasures)
  const again = await reapplyErasuresIn(database, storage, config)
  const broken = await listBrokenInvariants(database.db, new Date(header.takenAt))
  const rows = Object.values(manifest.tables).reduce((sum, { count }) => sum + count, 0)
  console.log(m.restored({ time: header.takenAt, rows, files: manifest.files.count }))
  console.log(describeErasures(again, given.erasures.length > 0, header.takenAt))
  for (const { invariant, subject } of broken.slice(0, LINES)) console.log(m.doesNotHold({ invariant, subject }))
  if (broken.length > LINES) console.log(m.andMore({ count: String(broken.length - LINES) }))
  console.log(broken.length === 0 ? m.allHold({ mode: purposeOf(config) }) : m.restoredBroken())
  process.exitCode = broken.length === 0 ? 0 : 1
} catch (error) {
  console.error(m.restoreStopped({ error: messageOf(error) }))
  process.exitCode = 1
} finally {
  await database.close()
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        'as-live': { type: 'boolean', default: false },
        erasures: { type: 'string', multiple: true, default: [] },
      },
    })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) return refuse(m.restoreUsage())
    const { 'as-live': asLive, erasures } = values
    if (asLive && erasures.length === 0) return refuse(m.erasuresMissing())
    return { file, asLive, erasures: erasures.filter((place) => place !== 'none') }
  } catch {
    return refuse(m.restoreUsage()) // An unknown option.
  }
}

/** The tables of the demo's stand-ins, which a release does not have. */
async function prepare(db: Db, schemas: string[]): Promise<void> {
  if (schemas.length === 0) return
  const { migrateAllOfSandbox } = await import('../sandbox/schema.ts').catch(() => {
    throw new BackupError(m.standInPayments())
  })
  await migrateAllOfSandbox(db, schemas)
}
