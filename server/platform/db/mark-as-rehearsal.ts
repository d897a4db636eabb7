/** Makes the restored copy of a live database one for rehearsing. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'
import { readMode } from '#server/platform/db/installation-queries'
import { findNewerMigration, migrate, readOwnership } from '#server/platform/db/migrate'
import * as m from '#messages/operators'

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
  if (there.name !== name) return m.copyOtherName({ found: there.name, name })
  if (there.others > 0) return m.copyConnected({ name })
  const ownership = await readOwnership(db)
  if (ownership === 'foreign') return m.copyForeign({ name })
  const newer = ownership === 'ours' ? await findNewerMigration(db) : null
  if (newer) return m.copyNewer({ name, migration: newer })
  const mode = await readMode(db)
  if (mode !== 'live') return mode ? m.copyOfMode({ name, mode }) : m.copyEmpty({ name })
  await migrate(db)
  await db.updateTable('installation').set({ mode: 'rehearsal' }).execute()
  return null
}
