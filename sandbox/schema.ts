/**
 * The sandbox keeps its state in database schemas of its own, as the services it stands for keep theirs: the product's
 * migrations and queries never see them. Numbered SQL files, each run once, in one transaction.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#server/db/connect'

const ONE_AT_A_TIME = 7_204_518 // Any constant: processes that start together on one server take turns.

/** Brings a sandbox schema up to date with the SQL files of a folder. Safe to call at every start and from several processes. */
export async function migrateSandbox(
  db: Db,
  schema: 'sandbox_stripe' | 'sandbox_mail' | 'sandbox_clock',
  folder: string,
): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const files = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
  )
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(ONE_AT_A_TIME)})`.execute(tx)
    await sql`create schema if not exists ${sql.id(schema)}`.execute(tx)
    await sql`create table if not exists ${sql.id(schema, 'migrations')} (name text primary key)`.execute(tx)
    const done = await sql<{ name: string }>`select name from ${sql.id(schema, 'migrations')}`.execute(tx)
    const known = new Set(done.rows.map((row) => row.name))
    for (const file of files.filter(({ name }) => !known.has(name))) {
      // PGlite runs one statement per query, so the whole file is one.
      await sql.raw(`do $migration$ begin execute $file$${file.text}$file$; end $migration$`).execute(tx)
      await sql`insert into ${sql.id(schema, 'migrations')} (name) values (${file.name})`.execute(tx)
    }
  })
}
