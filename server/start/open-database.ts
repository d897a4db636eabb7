/** Opens the database that DATABASE_URL names, brought to the latest migration. */
import { dirname } from 'node:path'
import type { Config } from '#server/config'
import { connect, folderOf, type Database } from '#server/db/connect'
import { rememberMode } from '#server/db/installation-queries'
import { lockData } from '#server/db/lock'
import { migrate, readOwnership } from '#server/db/migrate'
import { refuseToStart } from '#server/start/refuse'

/** Locks an embedded folder before it connects, since two processes on one folder silently lose rows. */
export async function openDatabase(config: Config, now: Date): Promise<Database & { close: () => Promise<void> }> {
  const unlock = await lockFolder(config)
  const database = await connectAndMigrate(config, now).catch((error: unknown) =>
    refuseToStart(`The database cannot be used: ${error instanceof Error ? error.message : String(error)}`),
  )
  return {
    ...database,
    async close() {
      await database.db.destroy()
      await unlock()
    },
  }
}

async function lockFolder({ DATABASE_URL }: Config): Promise<() => Promise<void>> {
  const database = folderOf(DATABASE_URL)
  if (!database) return async () => {}
  const folder = dirname(database)
  const lock = await lockData(folder).catch((error: Error) =>
    refuseToStart(`DATABASE_URL: the folder ${folder} cannot be used (${error.message}).`),
  )
  if (!lock.ok) refuseToStart(`The data in ${folder} is in use by process ${lock.error.pid}. Stop that one first.`)
  return () => lock.value.release()
}

async function connectAndMigrate(config: Config, now: Date): Promise<Database> {
  const { DATABASE_URL: url, DATABASE_CONNECTIONS: connections } = config
  const database = await connect(url, { connections })
  const separate = url.startsWith('postgres') ? await connect(url, { connections: 1, unlimited: true }) : null
  const { db } = separate ?? database
  if ((await readOwnership(db)) === 'foreign')
    refuseToStart('DATABASE_URL: this database holds tables of something else. Name an empty one.')
  await migrate(db)
  await separate?.db.destroy()
  await markInstallation(database, config, now)
  return database
}

/** The first start decides whether a database is for a demo or for live use; it never changes. */
async function markInstallation({ db }: Database, config: Config, now: Date): Promise<void> {
  const mode = await rememberMode(db, config.mode, now)
  if (mode !== config.mode) {
    refuseToStart(`DATABASE_URL: this database was set up for ${mode} use, and LANDFALL_MODE is ${config.mode}.`)
  }
}
