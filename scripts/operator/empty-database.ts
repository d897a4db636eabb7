/** Opens the database that a backup is restored into. */
import { existsSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { connect, databaseFolder, ping, type Database } from '#server/platform/db/connect'
import { lockData } from '#server/platform/db/lock'
import { explainFailure } from '#server/platform/db/preflight'
import * as m from '#messages/operators'

type EmptyDatabase = Database & {
  close(): Promise<void>
  /** Closes it, and removes what opening it made. */
  abandon(): Promise<void>
}

/** `refuse` exits with a line that says what to do. An embedded database that is not there is made. */
export async function openEmptyDatabase(url: string, refuse: (line: string) => never): Promise<EmptyDatabase> {
  const folder = databaseFolder(url)
  const isNew = folder !== null && !existsSync(folder)
  const taken = folder ? await lockData(dirname(folder)) : null
  if (taken && !taken.ok) return refuse(m.dataInUse({ folder: dirname(folder!), pid: String(taken.error.pid) }))
  const database = await connect(url, { connections: 2, unlimited: true })
  await ping(database.db).catch((error: unknown) => refuse(explainFailure(error)))
  const close = async () => {
    await database.db.destroy()
    if (taken?.ok) await taken.value.release()
  }
  return {
    ...database,
    close,
    async abandon() {
      await close()
      if (isNew) rmSync(folder, { recursive: true, force: true })
    },
  }
}
