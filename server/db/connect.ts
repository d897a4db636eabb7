/**
 * The database: an embedded PGlite folder (`file:./data`), PGlite in memory (`memory:`, tests) or a PostgreSQL server
 * (`postgres://…`). The same SQL runs on all of them. Decision 0002.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdir } from 'node:fs/promises'
import { Socket } from 'node:net'
import { resolve } from 'node:path'
import type { PGlite, PGliteOptions } from '@electric-sql/pglite'
import {
  Kysely,
  PGliteDialect,
  PostgresDialect,
  sql,
  type Dialect,
  type PostgresPool,
  type PostgresPoolClient,
  type Transaction,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Tables } from '#server/db/tables'

export type Db = Kysely<Tables>

/** `engine` is what pg-boss needs of the same connection; `close` ends both. */
export type Database = { db: Db; engine: { kind: 'pglite'; pglite: PGlite } | { kind: 'postgres'; pool: Pool } }

/** What a request may cost a PostgreSQL server, in milliseconds. A migration may take longer and sets none. */
const patience = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 10_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
}

/** A server that is told to give up after 10 s and says nothing for 12 is not there: frozen, or cut off without a word. */
const SILENCE_MILLISECONDS = 12_000

/** `connections` is the size of the pool on a PostgreSQL server; PGlite has just one. `onLost` hears of lost idle connections. */
export async function connect(
  url: string,
  options: { connections?: number; onLost?: (error: Error) => void; unlimited?: boolean; silence?: number } = {},
): Promise<Database> {
  if (/^postgres(ql)?:/.test(url)) {
    const { Pool, types } = await import('pg')
    types.setTypeParser(types.builtins.INT8, Number) // As PGlite does. Ours are counts, far below 2^53.
    const limits = options.unlimited ? {} : { ...patience, stream: () => openSocket(options.silence) }
    const pool = new Pool({ connectionString: url, max: options.connections ?? 8, keepAlive: true, ...limits })
    // Without listeners a restart of the database kills the process: one for connections that rest, and one for those at
    // work, whose question fails besides.
    pool.on('error', options.onLost ?? (() => {}))
    pool.on('connect', (client) => client.on('error', () => {}))
    return {
      db: new Kysely<Tables>({ dialect: guarded(new PostgresDialect({ pool: preparing(pool) })) }),
      engine: { kind: 'postgres', pool },
    }
  }
  const folder = folderOf(url)
  if (folder) await mkdir(folder, { recursive: true })
  return openEmbedded({ dataDir: folder ?? 'memory://' })
}

/**
 * A statement that begins, maybe after `select`, with a name in a comment is read by the server once for each connection, not each time, and is
 * known by that name from then on. For what is asked often, in always the same words: a name has one text.
 */
const PREPARED = /^\s*(?:select )?\/\* prepared: ([\w ]{1,60}) \*\//

function preparing(pool: Pool): PostgresPool {
  const clients = new WeakMap<PoolClient, PostgresPoolClient>()
  const wrap = (client: PoolClient): PostgresPoolClient => {
    const query = (text: string, values: unknown[]) => {
      const name = PREPARED.exec(text)?.[1]
      return name === undefined ? client.query(text, values) : client.query({ name, text, values })
    }
    const release = (destroy?: boolean) => client.release(destroy)
    return { query, release } as unknown as PostgresPoolClient // All that Kysely asks of it here: no cursors.
  }
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client) ?? wrap(client)
      clients.set(client, known)
      return known
    },
  }
}

/** Ends itself when nothing passes for so long. Not `query_timeout`: that would hand an open transaction to the next one. */
function openSocket(silence = SILENCE_MILLISECONDS): Socket {
  const socket = new Socket()
  const silent = () => Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' })
  return socket.setTimeout(silence, () => socket.destroy(silent()))
}

/** PGlite with the extensions our migrations ask for. `loadDataDir` starts from the copy of another one. */
export async function openEmbedded(options: PGliteOptions): Promise<Database> {
  const { PGlite } = await import('@electric-sql/pglite')
  const { btree_gist } = await import('@electric-sql/pglite/contrib/btree_gist')
  const { citext } = await import('@electric-sql/pglite/contrib/citext')
  const pglite = await PGlite.create({ ...options, extensions: { btree_gist, citext } })
  const db = new Kysely<Tables>({ dialect: guarded(new PGliteDialect({ pglite })) })
  return { db, engine: { kind: 'pglite', pglite } }
}

/** The folder of a `file:` address; null for a server or memory. */
export function folderOf(url: string): string | null {
  return url.startsWith('file:') ? resolve(url.slice('file:'.length)) : null
}

/** Errors that say the database cannot be reached now: refused, cut, starting, stopping, or too slow to wait for. */
export function isOutage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|57P0[123]|57014|55P03|40P01|08\d{3}|53300)$/.test(code))
    return true
  // "Not queryable": what a transaction meets that goes on, or is rolled back, on a connection that was cut.
  const words = /Connection terminated|timeout exceeded when trying to connect|is not queryable/
  return error instanceof Error && words.test(error.message)
}

/** Errors that say a row is in somebody else's hands for long: the database can be reached, and others need not wait. */
export function isContended(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(55P03|40P01)$/.test(String(error.code))
}

const insideTransaction = new AsyncLocalStorage<true>()

/**
 * Runs `work` in one transaction. Inside, only `tx` may be used: the root `db` would wait for ever for PGlite's one
 * connection (and starve a pool), so it throws instead. The network stays outside too: what must follow is a row.
 */
export function transact<Value>(db: Db, work: (tx: Transaction<Tables>) => Promise<Value>): Promise<Value> {
  return db.transaction().execute((tx) => insideTransaction.run(true, () => work(tx)))
}

/** For whatever reaches the same database by another way, such as the job queue. */
export function refuseInsideTransaction(): void {
  if (insideTransaction.getStore()) throw new Error('The root database was used inside a transaction. Use tx.')
}

/**
 * Asks the guard before anybody waits for a connection. Kysely lets the callers of PGlite's one connection wait before it
 * asks the driver for it, too late for the guard; so for PGlite the waiting line is here, and Kysely is told of none.
 */
function guarded(dialect: Dialect): Dialect {
  const single = dialect.createAdapter().supportsMultipleConnections === false
  return {
    createAdapter: () => Object.defineProperty(dialect.createAdapter(), 'supportsMultipleConnections', { value: true }),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createDriver() {
      const driver = dialect.createDriver()
      const acquire = driver.acquireConnection.bind(driver)
      const release = driver.releaseConnection.bind(driver)
      const line = single ? waitingLine() : null
      driver.acquireConnection = async (options) => {
        refuseInsideTransaction()
        await line?.enter()
        return acquire(options)
      }
      driver.releaseConnection = async (connection, options) => {
        await release(connection, options)
        line?.leave()
      }
      return driver
    },
  }
}

/** Lets one in at a time, in the order in which they came. */
function waitingLine() {
  const waiting: (() => void)[] = []
  let taken = false
  return {
    async enter(): Promise<void> {
      if (taken) return new Promise((enter) => waiting.push(enter))
      taken = true
    },
    leave(): void {
      const next = waiting.shift()
      if (next) next()
      else taken = false
    },
  }
}

/** Throws unless the database answers. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}
