/**
 * Migrations of the sandbox. It keeps its state in database schemas of its own, which the product's migrations and
 * queries never see. The SQL files are numbered, and each runs once.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

const LOCK_ID = 7_204_518 // An arbitrary constant: processes that start together take turns.

type Schema = 'sandbox_stripe' | 'sandbox_mail' | 'sandbox_clock'

const FOLDERS: Record<Schema, string> = {
  sandbox_clock: 'clock/migrations',
  sandbox_mail: 'mailbox/migrations',
  sandbox_stripe: 'stripe/migrations',
}

/** Makes the tables of these schemas, for a backup that has them. */
export async function migrateAllOfSandbox(db: Db, schemas: string[]): Promise<void> {
  for (const schema of Object.keys(FOLDERS) as Schema[])
    if (schemas.includes(schema)) await migrateSandbox(db, schema, join(import.meta.dirname, FOLDERS[schema]))
}

/**
 * Migrates a sandbox schema with the SQL files of a folder, in one transaction. Safe at every start, and in several
 * processes at once.
 */
export async function migrateSandbox(db: Db, schema: Schema, folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const files = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
  )
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_ID)})`.execute(tx)
    await sql`create schema if not exists ${sql.id(schema)}`.execute(tx)
    await sql`create table if not exists ${sql.id(schema, 'migrations')} (name text primary key)`.execute(tx)
    const done = await sql<{ name: string }>`select name from ${sql.id(schema, 'migrations')}`.execute(tx)
    const applied = new Set(done.rows.map((row) => row.name))
    for (const file of files.filter(({ name }) => !applied.has(name))) {
      // PGlite runs one statement per query, so the whole file is one.
      await sql.raw(`do $migration$ begin execute $file$${file.text}$file$; end $migration$`).execute(tx)
      await sql`insert into ${sql.id(schema, 'migrations')} (name) values (${file.name})`.execute(tx)
    }
  })
}
