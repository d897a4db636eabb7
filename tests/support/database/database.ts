/** A migrated database for a test file: PGlite or PostgreSQL, as the Vitest project says. */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { inject } from 'vitest'
import { connect, openEmbedded, type Database, type Db } from '#server/platform/db/connect'
import { migrate } from '#server/platform/db/migrate'
import { openJobs } from '#server/jobs'
import { socketFolder } from './postgres.ts'

type MigratedDatabase = Database & { url: string }
export type TestDatabase = MigratedDatabase & { close: () => Promise<void> }

export async function openTestDatabase(): Promise<TestDatabase> {
  const database = unused.pop() ?? (await openMigrated())
  migrated ??= await describeSchema(database)
  return { ...database, close: () => giveBack(database) }
}

async function openMigrated(): Promise<MigratedDatabase> {
  if (inject('database') === 'pglite')
    return { ...(await openEmbedded({ loadDataDir: await migratedCopy() })), url: 'memory:' }
  const url = await createDatabase(await migratedTemplate())
  const database = await connect(bySocket(url), { connections: 16 })
  // What is kept for the next file must not keep the process.
  if (database.engine.kind === 'postgres') database.engine.pool.options.allowExitOnIdle = true
  return { ...database, url }
}

/**
 * Databases that an earlier test file of this process has closed. Opening another takes most of a second of a core, and
 * PostgreSQL plans every statement anew for a new connection.
 */
const unused: MigratedDatabase[] = []
let migrated: string | undefined

/** Keeps a database for the next test file, unless its schema was changed. */
async function giveBack(database: MigratedDatabase): Promise<void> {
  await emptyDatabase(database)
  await sql`delete from jobs.job`.execute(database.db)
  // Not on PostgreSQL: the pool would believe that its statements are still prepared.
  if (database.engine.kind === 'pglite') await sql`discard all`.execute(database.db)
  if ((await describeSchema(database)) === migrated) unused.push(database)
  else await database.db.destroy()
}

/**
 * All of the schema that a test may change, and the rows that `emptyDatabase` leaves. Without the tables that the sandbox
 * makes when it is first opened, which stay.
 */
async function describeSchema({ db }: Database): Promise<string> {
  const { rows } = await sql<{ schema: string }>`
    with ours as (select oid from pg_namespace where nspname in ('public', 'jobs'))
    select md5(concat(
      (select string_agg(concat(oid, relname, relkind, relnatts), ' ' order by oid) from pg_class
        where relnamespace in (select oid from ours)),
      (select string_agg(concat(oid, conname, convalidated), ' ' order by oid) from pg_constraint
        where connamespace in (select oid from ours)),
      (select string_agg(concat(pg_trigger.oid, tgname, tgenabled), ' ' order by pg_trigger.oid)
        from pg_trigger join pg_class on pg_class.oid = tgrelid where relnamespace in (select oid from ours)),
      (select string_agg(concat(oid, proname, md5(prosrc)), ' ' order by oid) from pg_proc
        where oid > 16383 and pronamespace in (select oid from ours)),
      (select string_agg(topics::text, ' ' order by topics::text) from topics))) as schema`.execute(db)
  return rows[0]!.schema
}

/**
 * A migrated PGlite to start from: loading a copy takes a fraction of making one. Kept between runs under the hash of
 * what made it, so that a changed migration makes a new one.
 */
async function migratedCopy(): Promise<Blob> {
  const path = join(tmpdir(), `landfall-template-${(await hashOfSchema()).slice(0, 16)}.tar`)
  if (!existsSync(path)) {
    const database = await openEmbedded({})
    await migrate(database.db)
    const jobs = await openJobs(database, 'memory:', () => {})
    await jobs.close()
    if (database.engine.kind !== 'pglite') throw new Error('Only PGlite is copied')
    const copy = await database.engine.pglite.dumpDataDir('none')
    await database.db.destroy()
    const half = `${path}.${randomUUID()}` // Several test files may be making it: the last replaces the same bytes.
    await writeFile(half, new Uint8Array(await copy.arrayBuffer()))
    await rename(half, path)
  }
  return new Blob([new Uint8Array(await readFile(path))])
}

/** Of all that decides what a migrated database holds. */
async function hashOfSchema(): Promise<string> {
  const hash = createHash('sha256')
  const sources = [...globSync('server/platform/db/migrations/*.sql').toSorted(), 'package-lock.json', 'server/jobs.ts']
  for (const file of sources) hash.update(await readFile(file))
  return hash.digest('hex')
}

/**
 * A database on the run's PostgreSQL server: empty, or a copy of another. It goes with the server at the end of the
 * run.
 */
export async function createDatabase(template = 'template1'): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer((client) => client.query(`create database ${name} template ${template}`))
  return databaseUrl(name)
}

/**
 * The name of a migrated database to copy, on the run's PostgreSQL server. The first test file creates it while the
 * others wait. No connection to it stays open, because PostgreSQL cannot copy a database that is in use.
 */
async function migratedTemplate(): Promise<string> {
  const name = `migrated_${(await hashOfSchema()).slice(0, 16)}`
  await onServer(async (client) => {
    await client.query(`select pg_advisory_lock(hashtext('${name}'))`) // Until this connection ends.
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return
    const half = `half_${randomUUID().replaceAll('-', '')}`
    await client.query(`create database ${half}`)
    const database = await connect(databaseUrl(half), { connections: 2 })
    await migrate(database.db)
    const jobs = await openJobs(database, databaseUrl(half), () => {})
    await jobs.close()
    await database.db.destroy()
    await client.query(`alter database ${half} rename to ${name}`)
  })
  return name
}

async function onServer<Value>(work: (client: Client) => Promise<Value>): Promise<Value> {
  const client = new Client({ connectionString: databaseUrl() })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The address of a database on the run's PostgreSQL server, by default the server's own. */
function databaseUrl(name?: string): string {
  const server = process.env['TEST_DATABASE_URL']
  if (!server) throw new Error('TEST_DATABASE_URL is not set: run this file in the postgres project')
  const url = new URL(server)
  if (name) url.pathname = `/${name}`
  return url.href
}

/** The address by the server's socket, if it is ours. */
function bySocket(url: string): string {
  const log = process.env['TEST_DATABASE_LOG']
  return log ? `${url}?host=${socketFolder(log)}` : url
}

/** The lines that the run's PostgreSQL server has logged; null on PGlite and on a server that keeps no log for us. */
export function readServerLog(): string[] | null {
  const file = process.env['TEST_DATABASE_LOG']
  return file && inject('database') === 'postgres' ? readFileSync(file, 'utf8').split('\n') : null
}

/** Empties every table of the product and the sandbox, so that each test starts without rows. */
export async function emptyDatabase({ db }: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'sandbox_stripe', 'sandbox_mail')
      and tablename not in ('kysely_migration', 'migrations', 'topics', 'listing_version', 'page_version')`.execute(db)
  const names = rows.map((table) => table.name)
  await emptyTables(db, names)
}

const emptiers = new WeakMap<Db, Map<string, string>>()

/**
 * Empties the given tables without triggers and foreign keys, so the caller must name all tables that depend on each
 * other. Deleting a test's few rows takes a tenth of the time of truncating so many tables, and most of it was planning, so
 * that a function does it, whose plans stay. A role that cannot switch triggers off truncates instead.
 */
export async function emptyTables(db: Db, names: string[]): Promise<void> {
  const known = emptiers.get(db) ?? new Map<string, string>()
  emptiers.set(db, known)
  const list = names.join(', ')
  const emptier = known.get(list) ?? `testing.empty_${known.size}`
  if (!known.has(list)) {
    await sql`create schema if not exists testing`.execute(db)
    const definition = `
      create or replace function ${emptier}() returns void language plpgsql as $$ begin
        if current_setting('is_superuser')::boolean then
          perform set_config('session_replication_role', 'replica', true);
          ${names.map((name) => `delete from ${name};`).join('\n')}
        else
          truncate ${list} cascade;
        end if;
      end $$`
    await sql.raw(definition).execute(db)
    known.set(list, emptier)
  }
  await sql.raw(`select ${emptier}()`).execute(db)
}
