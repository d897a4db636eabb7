/** A migrated database of a test file's own, on whichever of the two this run is about. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { inject } from 'vitest'
import { connect, type Database } from '#server/db/connect'
import { migrate } from '#server/db/migrate'

export type TestDatabase = Database & { url: string; close: () => Promise<void> }

export async function openTestDatabase(): Promise<TestDatabase> {
  const url = inject('database') === 'postgres' ? await createDatabase() : 'memory:'
  const database = await connect(url, { connections: 16 })
  await migrate(database.db)
  return { ...database, url, close: () => database.db.destroy() }
}

/** An empty database on the run's PostgreSQL server. It goes with the server at the end of the run. */
export async function createDatabase(): Promise<string> {
  const server = process.env['TEST_DATABASE_URL']
  if (!server) throw new Error('TEST_DATABASE_URL is not set: run this file in the postgres project')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Empties every table of the product and the sandbox, so that each test starts alone. */
export async function emptyDatabase({ db }: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'sandbox_stripe', 'sandbox_mail')
      and tablename not in ('kysely_migration', 'kysely_migration_lock', 'migrations')`.execute(db)
  await sql.raw(`truncate ${rows.map((table) => table.name).join(', ')} cascade`).execute(db)
}
