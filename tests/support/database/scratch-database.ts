/** Databases on the run's PostgreSQL server, for products that tests start as processes. */
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { ahead } from '../clock/shifted-clock.mjs'

export type ScratchDatabase = { name: string; url: string; drop(): Promise<void> }

/** For `options` of a new database: one that cannot hold every letter. */
export const IN_ASCII = "encoding 'SQL_ASCII' locale_provider libc locale 'C'"

/** A new database: empty, or a copy of `template`. Dropping it closes all of its connections. `options`: PostgreSQL's own. */
export async function createScratchDatabase(template = 'template0', options = ''): Promise<ScratchDatabase> {
  const server = process.env['TEST_DATABASE_URL']
  if (!server)
    throw new Error('TEST_DATABASE_URL is not set: vitest.config.ts starts a server for projects that need one')
  const name = `scratch_${randomBytes(6).toString('hex')}`
  await query(server, `create database ${name} template ${template} ${options}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  if (ahead !== 0) await shiftDatabaseClock(url.href, ahead)
  return { name, url: url.href, drop: async () => void (await query(server, `drop database ${name} with (force)`)) }
}

/** Moves the clock that the product reads from this database, for connections from now on. */
export async function shiftDatabaseClock(url: string, milliseconds: number): Promise<void> {
  await query(
    url,
    `create or replace function public.clock_timestamp() returns timestamptz language sql
     return pg_catalog.clock_timestamp() + interval '${milliseconds} milliseconds'`,
  )
  await query(url, `alter database ${new URL(url).pathname.slice(1)} set search_path = public, pg_catalog`)
}

/** Runs one statement on its own connection. */
export async function query<Row extends object>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {}) // Of a server that ends: the statement fails as well.
  await client.connect()
  try {
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end()
  }
}

export type Lock = { release(): Promise<void> }

/** Blocks claims until released. What is taken can be read. */
export function lockClaims(url: string): Promise<Lock> {
  return holdLock(url, 'lock table claims in exclusive mode')
}

/** Blocks new entries of the ledger until released. */
export function lockLedger(url: string): Promise<Lock> {
  return holdLock(url, 'lock table ledger in share mode')
}

/** Keeps the running jobs of this name from ending until released. */
export function lockRunningJobs(url: string, name: string): Promise<Lock> {
  return holdLock(url, `select id from jobs.job where name = $1 and state = 'active' for update`, [name])
}

/** Ends the connections that wait for a lock, so that what a killed process had begun to write is not written afterwards. */
export async function endWaiting(url: string): Promise<void> {
  await query(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
}

async function holdLock(url: string, statement: string, values: unknown[] = []): Promise<Lock> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await client.query(statement, values)
  return { release: () => client.end() }
}

/** How many connections to this database wait for a lock. */
export async function countWaiting(url: string): Promise<number> {
  const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await query(url, waiting)).length
}
