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
import { listBroken } from '#server/platform/backup/list-broken'
import { problemOfPurpose, purposeOf } from '#server/platform/backup/purpose'
import { readStorage } from '#server/platform/config'
import type { Db } from '#server/platform/db/connect'
import { rememberMode } from '#server/platform/db/installation-queries'
import { claimStorage, connectStorage } from '#server/platform/storage/storage'
import { openEmptyDatabase } from './operator/empty-database.ts'
import { describeErasures, eraseAgainIn } from './operator/erase-again.ts'
import { readErasureLogs } from './operator/erasure-sources.ts'
import { readSettings, refuseSaying, type Refuse } from './operator/settings.ts'

const LINES = 20 // Of what does not hold.
const USAGE = 'Write: npm run restore -- landfall.backup'
const ERASURES_MISSING =
  'Say where it is on record who was erased after the backup: --erasures and the old STORAGE_FOLDER, s3:// with the old bucket, or a later backup; --erasures none if nothing of them is left.'

const refuse: Refuse = refuseSaying('Nothing was restored.')

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

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
  const again = await eraseAgainIn(database, storage, config)
  const broken = await listBroken(database.db, new Date(header.takenAt))
  const rows = Object.values(manifest.tables).reduce((sum, { count }) => sum + count, 0)
  console.log(`Restored what there was at ${header.takenAt}: ${rows} rows and ${manifest.files.count} files.`)
  console.log(describeErasures(again, given.erasures.length > 0, header.takenAt))
  for (const { invariant, subject } of broken.slice(0, LINES)) console.log(`Does not hold: ${invariant}  ${subject}`)
  if (broken.length > LINES) console.log(`and ${broken.length - LINES} more`)
  console.log(
    broken.length === 0
      ? `All invariants hold. Start it as ${purposeOf(config)}; everyone signs in again.`
      : 'It is restored, and what is listed above needs a person before it is used.',
  )
  process.exitCode = broken.length === 0 ? 0 : 1
} catch (error) {
  console.error(
    `The restore stopped: ${messageOf(error)} Remove the database and the files, and begin again with empty ones.`,
  )
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
    if (file === undefined || more.length > 0) return refuse(USAGE)
    const { 'as-live': asLive, erasures } = values
    if (asLive && erasures.length === 0) return refuse(ERASURES_MISSING)
    return { file, asLive, erasures: erasures.filter((place) => place !== 'none') }
  } catch {
    return refuse(USAGE) // An unknown option.
  }
}

/** The tables of the demo's stand-ins, which a release does not have. */
async function prepare(db: Db, schemas: string[]): Promise<void> {
  if (schemas.length === 0) return
  const { migrateAllOfSandbox } = await import('../sandbox/schema.ts').catch(() => {
    throw new BackupError(
      'It has payments of a stand-in, which only the sources have: restore it with npm run restore there.',
    )
  })
  await migrateAllOfSandbox(db, schemas)
}
