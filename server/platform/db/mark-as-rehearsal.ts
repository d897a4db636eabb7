/** Makes the restored copy of a live database one for rehearsing. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'
import { readMode } from '#server/platform/db/installation-queries'
import { migrate, problemOfNewer, readOwnership } from '#server/platform/db/migrate'

/**
 * Marks the copy of a live database as a rehearsal's, brought to the newest schema; this cannot be undone. Refuses, with a
 * sentence, what is none: the name must be the one of this database, and no other session may be connected to it, as the live
 * product would be.
 *
 * @param db of one connection, without limits.
 */
export async function markAsRehearsal(db: Db, name: string): Promise<string | null> {
  const { rows } = await sql<{ name: string; others: number }>`
    select current_database() as name, (select count(*) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()) as others`.execute(
    db,
  )
  const there = rows[0]!
  if (there.name !== name) return `The database is ${there.name}, not ${name}.`
  if (there.others > 0) return `Something else is connected to ${name}: an unused copy has no connections.`
  const ownership = await readOwnership(db)
  if (ownership === 'foreign') return `${name} holds tables of another program.`
  const newer = ownership === 'ours' ? await problemOfNewer(db) : null
  if (newer) return `${name} is from a newer release: ${newer}.`
  const mode = await readMode(db)
  if (mode !== 'live')
    return `${name} is no copy of a live database: it ${mode ? `was set up for ${mode} use` : 'is empty'}.`
  await migrate(db)
  await db.updateTable('installation').set({ mode: 'rehearsal' }).execute()
  return null
}
