/** Opens the database that DATABASE_URL names, brought to the latest migration. */
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readTimeouts, type Config } from '#server/platform/config'
import type { App } from '#server/context'
import { connect, databaseFolder, isOutage, ping, type Database, type Db } from '#server/platform/db/connect'
import { hasPictures, readMode, rememberMode, type InstallationMode } from '#server/platform/db/installation-queries'
import { lockData } from '#server/platform/db/lock'
import { explainFailure, problemsOfDatabase } from '#server/platform/db/preflight'
import { migrate } from '#server/platform/db/migrate'
import { refuseToStart } from '#server/start/refuse'
import * as m from '#messages/operators'

/** While a database is away at the start: how often it is tried, and how often that is logged. */
const ASK_MS = 1_000
const LOG_EVERY = 30

type FindStorageProblems = (namesPictures: boolean) => Promise<string[]>

/**
 * Locks an embedded folder before it connects, since two processes on one folder silently lose rows.
 *
 * @param findStorageProblems what would fail later there, as lines for the operator: refused with what is wrong with the database,
 *   before that is changed. It receives whether the database names pictures, which the storage must then have.
 */
export async function openDatabase(
  config: Config,
  now: Date,
  log: App['log'],
  findStorageProblems: FindStorageProblems = async () => [],
): Promise<Database & { migrated: string[]; close: () => Promise<void> }> {
  const unlock = await lockFolder(config)
  const { database, migrated } = await connectAndMigrate(config, now, log, findStorageProblems).catch(
    (error: unknown) => refuseToStart(explainFailure(error)),
  )
  return {
    ...database,
    migrated,
    async close() {
      await database.db.destroy()
      await unlock()
    },
  }
}

async function lockFolder({ DATABASE_URL }: Config): Promise<() => Promise<void>> {
  const database = databaseFolder(DATABASE_URL)
  if (!database) return async () => {}
  const folder = dirname(database)
  const lock = await lockData(folder).catch((error: Error) =>
    refuseToStart(m.folderUnusable({ folder, reason: error.message })),
  )
  if (!lock.ok) refuseToStart(m.dataInUse({ folder, pid: String(lock.error.pid) }))
  return () => lock.value.release()
}

async function connectAndMigrate(config: Config, now: Date, log: App['log'], findStorageProblems: FindStorageProblems) {
  const { DATABASE_URL: url, DATABASE_CONNECTIONS: connections } = config
  const database = await connect(url, { connections })
  await awaitDatabase(database.db, config, log)
  const separate = url.startsWith('postgres') ? await connect(url, { connections: 1, unlimited: true }) : null
  const { db } = separate ?? database
  const { problems, namesPictures } = await examineDatabase(config, db, separate && database.db)
  const all = [...problems.map((problem) => `DATABASE_URL: ${problem}`), ...(await findStorageProblems(namesPictures))]
  if (all.length > 0) refuseToStart(all.join('\n'))
  const migrated = await migrate(db, { onLocked: (count) => log.warn('migration waits for a table', { count }) })
  if (migrated.length > 0) log.info('migrated', { count: migrated.length })
  await separate?.db.destroy()
  await markInstallation(database, config, now)
  return { database, migrated }
}

/** Why a start must not use a database, as sentences for the operator, and what the storage is compared with. Changes nothing. */
export async function examineDatabase(config: Config, db: Db, pool: Db | null) {
  const unfit = await problemsOfDatabase(db, pool)
  if (unfit.length > 0) return { problems: unfit, namesPictures: false }
  const misused = problemOfMode(config, await readMode(db))
  if (misused) return { problems: [misused], namesPictures: false } // Its files are not looked for in this storage.
  return { problems: [], namesPictures: await hasPictures(db) }
}

/** Waits while the server is away, as after a power cut that both had. What only a person can mend throws at once. */
async function awaitDatabase(db: Db, config: Config, log: App['log']): Promise<void> {
  const until = performance.now() + readTimeouts(config).database * 1_000
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await ping(db)
    } catch (error) {
      if (!isOutage(error) || performance.now() >= until) throw error
      if (attempts % LOG_EVERY === 0) log.warn('database awaited', { error })
      await pause(ASK_MS)
    }
  }
}

/** The first start decides what a database is for; it never changes by itself. */
async function markInstallation({ db }: Database, config: Config, now: Date): Promise<void> {
  const misused = problemOfMode(config, await rememberMode(db, purposeOf(config), now))
  if (misused) refuseToStart(`DATABASE_URL: ${misused}`)
}

const purposeOf = ({ mode, rehearsal }: Config) => (rehearsal ? 'rehearsal' : mode)

function problemOfMode(config: Config, known: InstallationMode | null): string | null {
  const wanted = purposeOf(config)
  if (known === null || known === wanted) return null
  return m.databaseOfMode({ known, wanted, isCopy: known === 'live' && wanted === 'rehearsal' })
}
