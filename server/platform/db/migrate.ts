/**
 * Migrates a database to the newest schema by numbered SQL files, also while other processes work with it. Each file runs in a
 * transaction of its own, except those that say in their first line that they cannot. Decision 0047.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { isContended, transact, type Db } from '#server/platform/db/connect'
import * as m from '#messages/operators'

const OUR_FILES = join(import.meta.dirname, 'migrations')

/**
 * The first line of a file whose statements cannot run in a transaction, as `create index concurrently`. Each has to end with
 * a line's end, and to be right when it runs again: what was interrupted starts anew.
 */
const OUTSIDE = /^-- Outside a transaction\b/

/** How long a migration waits for a table. Everyone who comes after it waits as well. */
const LOCK_TIMEOUT_MS = 3_000
const TRIES = 20
const BETWEEN_TRIES_MS = 2_000

/** Kysely's, with which releases before this one took turns. */
const TURN = '3853314791062309107'
const BETWEEN_TURNS_MS = 100

/**
 * `empty`, `ours`, or `foreign` (tables of another product). A foreign database is never migrated, and only an empty
 * one gets demo data. Tables that this role may not read count, those of extensions do not.
 */
export async function readOwnership(db: Db): Promise<'empty' | 'ours' | 'foreign'> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
      and not exists (select from pg_depend
        where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`.execute(db)
  if (rows.length === 0) return 'empty'
  if (!rows.some((table) => table.name === 'kysely_migration')) return 'foreign'
  // Other programs use Kysely too. An interrupted first start leaves the table without rows.
  const done = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const ours = new Set((await readFiles(OUR_FILES)).map(({ name }) => name))
  return done.rows.length === 0 || done.rows.some(({ name }) => ours.has(name)) ? 'ours' : 'foreign'
}

type Options = {
  /** The folder of the files. */
  from?: string
  /** Called when something else has kept a table locked for too long, before the next try. */
  onLocked?: (tried: number) => void
  triesWaitMs?: number
  /** The name of the last one to run, as for a backup that an older release made. */
  upTo?: string
}

/**
 * Runs the migrations that have not run yet, and returns their names. Several processes take turns for as long as it takes, so
 * pass a connection without a limit for statements. A file that fails leaves nothing behind, and in an empty database neither do
 * those before it.
 */
export async function migrate(
  db: Db,
  { from = OUR_FILES, onLocked = () => {}, triesWaitMs = BETWEEN_TRIES_MS, upTo }: Options = {},
): Promise<string[]> {
  const all = await readFiles(from)
  const files = upTo === undefined ? all : all.slice(0, all.findIndex(({ name }) => name === upTo) + 1)
  if (files.length === 0) throw new Error(m.migrationUnknown({ migration: upTo ?? '' }))
  return db
    .withoutPlugins()
    .connection()
    .execute(async (one) => {
      await sql`set lock_timeout = 0`.execute(one)
      await takeTurn(one)
      try {
        const pending = await listPending(one, files)
        for (const group of groupFiles(pending, files.length === pending.length)) {
          if (group[0]!.isOutside) await runOutside(one, group[0]!)
          else await tryUntilFree(() => runTogether(one, group), onLocked, triesWaitMs)
        }
        return pending.map(({ name }) => name)
      } finally {
        await sql`select pg_advisory_unlock(${sql.lit(TURN)})`.execute(one)
        await sql`reset lock_timeout`.execute(one)
      }
    })
}

/**
 * Asks again and again instead of waiting in one statement: that would have a snapshot, which `create index concurrently` of
 * the one whose turn it is waits for.
 */
async function takeTurn(one: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${sql.lit(TURN)}) as got`.execute(one)
    if (rows[0]!.got) return
    await pause(BETWEEN_TURNS_MS)
  }
}

type File = { name: string; text: string; isOutside: boolean }

async function readFiles(from: string): Promise<File[]> {
  const names = (await readdir(from)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(from, name), 'utf8')
      return { name: name.replace('.sql', ''), text, isOutside: OUTSIDE.test(text) }
    }),
  )
}

/** The table has Kysely's name and columns: databases have it from releases that migrated by Kysely. */
async function listPending(one: Db, files: File[]): Promise<File[]> {
  await sql`create table if not exists kysely_migration (
    name varchar(255) primary key, timestamp varchar(255) not null)`.execute(one)
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(one)
  const names = rows.map(({ name }) => name)
  const newer = findNewer(names, files)
  if (newer) throw new Error(m.migratedByNewer({ migration: newer }))
  return files.filter(({ name }) => !names.includes(name))
}

/** How many migrations of this release have not run in a database of ours. */
export async function countPending(db: Db): Promise<number> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const done = new Set(rows.map(({ name }) => name))
  return (await readFiles(OUR_FILES)).filter(({ name }) => !done.has(name)).length
}

/** The newest migration of a database of ours that a newer release has migrated; null if none has. */
export async function findNewerMigration(db: Db): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return findNewer(
    rows.map(({ name }) => name),
    await readFiles(OUR_FILES),
  )
}

const findNewer = (done: string[], files: File[]): string | null =>
  done.findLast((name) => !files.some((file) => file.name === name)) ?? null

/**
 * What runs in one transaction. In a database that is in use one file after the other: each keeps what it locks until the end,
 * and locking two tables in the opposite order to others makes them fail.
 */
function groupFiles(files: File[], isEmpty: boolean): File[][] {
  const groups: File[][] = []
  for (const file of files) {
    const last = groups.at(-1)
    if (isEmpty && last && !file.isOutside && !last[0]!.isOutside) last.push(file)
    else groups.push([file])
  }
  return groups
}

function runTogether(one: Db, files: File[]): Promise<void> {
  return transact(one, async (tx) => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx)
    for (const { name, text } of files) {
      // In a `do` block, since a file has many statements and PGlite runs one per query.
      await sql.raw(`do $migration$ begin execute $file$${text}$file$; end $migration$`).execute(tx)
      await remember(tx, name)
    }
  })
}

/** Waits for locks as long as it takes: what cannot run in a transaction blocks no other session. */
async function runOutside(one: Db, { name, text }: File): Promise<void> {
  for (const statement of text.split(/;\s*\n/).filter((part) => part.replaceAll(/^\s*--.*$/gm, '').trim() !== ''))
    await sql.raw(statement).execute(one)
  await remember(one, name)
}

async function remember(one: Db, name: string): Promise<void> {
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(one)
}

async function tryUntilFree(run: () => Promise<void>, onLocked: (tried: number) => void, waitMs: number) {
  for (let tried = 1; ; tried += 1) {
    try {
      return await run()
    } catch (error) {
      if (!isContended(error)) throw error
      if (tried === TRIES) {
        throw new Error(m.tableLocked({ tries: TRIES }), { cause: error })
      }
      onLocked(tried)
      await pause(waitMs)
    }
  }
}
