/** Opens the product's own database for a command beside it. */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '#server/platform/config'
import { connect, databaseFolder, type Database } from '#server/platform/db/connect'
import { lockData } from '#server/platform/db/lock'
import { explainFailure, explainUnusable } from '#server/platform/db/preflight'
import * as m from '#messages/operators'

type ProductDatabase = Database & { close(): Promise<void> }

/**
 * `refuse` exits with a line that says what to do. The embedded database allows one process at a time. `unlimited`: for
 * statements that take longer than a visitor would wait.
 */
export async function openProductDatabase(
  { DATABASE_URL }: Config,
  refuse: (line: string) => never,
  { unlimited = false } = {},
): Promise<ProductDatabase> {
  const lock = await lockEmbedded(DATABASE_URL, refuse)
  const database = await open(DATABASE_URL, unlimited, refuse)
  return {
    ...database,
    async close() {
      await database.db.destroy()
      await lock?.release()
    },
  }
}

/** Two processes on one embedded database silently lose rows. */
async function lockEmbedded(url: string, refuse: (line: string) => never) {
  const folder = databaseFolder(url)
  if (!folder) return null
  if (!existsSync(folder)) refuse(m.noData({ folder }))
  const taken = await lockData(dirname(folder))
  if (taken.ok) return taken.value
  return refuse(m.dataInUse({ folder: dirname(folder), pid: String(taken.error.pid) }))
}

async function open(url: string, unlimited: boolean, refuse: (line: string) => never): Promise<Database> {
  try {
    const opened = await connect(url, { connections: 2, unlimited })
    const unusable = await explainUnusable(opened.db)
    return unusable ? refuse(unusable) : opened
  } catch (error) {
    return refuse(explainFailure(error))
  }
}
