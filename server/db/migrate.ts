/** Migrates a database to the newest schema. Migrations are numbered SQL files, run together in one transaction. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator, type MigrationProvider } from 'kysely/migration'
import type { Db } from '#server/db/connect'

const folder = join(import.meta.dirname, 'migrations')

/**
 * `empty`, `ours`, or `foreign` (tables of another product). A foreign database is never migrated, and only an empty
 * one gets demo data.
 */
export async function readOwnership(db: Db): Promise<'empty' | 'ours' | 'foreign'> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(db)
  if (rows.length === 0) return 'empty'
  return rows.some((table) => table.name === 'kysely_migration') ? 'ours' : 'foreign'
}

/**
 * Runs the migrations that have not run yet. If several processes start together, one migrates and the others wait for
 * Kysely's advisory lock, so pass a connection without a lock timeout. A failing file rolls everything back and throws.
 */
export async function migrate(db: Db): Promise<void> {
  const { error } = await new Migrator({ db: db.withoutPlugins(), provider: sqlFiles }).migrateToLatest()
  if (error) throw error
}

const sqlFiles: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    return Object.fromEntries(
      names.map((name, n) => [name.replace('.sql', ''), { up: (db) => runFile(db, texts[n]!) }]),
    )
  },
}

/** In a `do` block, since a file has many statements and PGlite runs one per query. */
async function runFile(db: Db, text: string): Promise<void> {
  await sql.raw(`do $migration$ begin execute $file$${text}$file$; end $migration$`).execute(db)
}
