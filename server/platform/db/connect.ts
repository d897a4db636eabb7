/**
 * The database: an embedded PGlite folder (`file:./data`), PGlite in memory (`memory:`, tests) or a PostgreSQL server
 * (`postgres://…`). The same SQL runs on all of them. Decision 0002.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import { resolve } from 'node:path'
import type { PGlite, PGliteOptions } from '@electric-sql/pglite'
import {
  CamelCasePlugin,
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
import type { Tables } from '#server/platform/db/tables'
import { makeFolder } from '#server/platform/make-folder'

export type Db = Kysely<Tables>

/** `engine` is the same connection for pg-boss. `db.destroy` ends both. */
export type Database = { db: Db; engine: { kind: 'pglite'; pglite: PGlite } | { kind: 'postgres'; pool: Pool } }

/** Limits on a PostgreSQL server, in milliseconds. Migrations may take longer and have none (`unlimited`). */
const timeouts = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 10_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
}

/**
 * How many may wait for a connection: about as many as get one within a second. The next request gets an error at once, instead of
 * waiting until the browser has given up (decision 0049).
 */
const MAX_WAITING = 500

/** Longer than `statement_timeout`: a server that is silent for so long is frozen or cut off. */
const SILENCE_MS = 12_000

/**
 * Limits of another pool on the same server: pg-boss's. Without them a query to a machine that is gone, and so never says
 * no, would occupy a connection for as long as the operating system goes on trying. Waits for locks have no limit of their own.
 */
export function limitsOfStatements(silence?: number) {
  const { connectionTimeoutMillis, statement_timeout } = timeouts
  return { keepAlive: true, connectionTimeoutMillis, statement_timeout, stream: () => openSocket(silence) }
}

/**
 * `connections`: pool size on a PostgreSQL server (PGlite has one). `onLost`: called when an idle connection is lost.
 */
export async function connect(
  url: string,
  options: { connections?: number; onLost?: (error: Error) => void; unlimited?: boolean; silence?: number } = {},
): Promise<Database> {
  if (/^postgres(ql)?:/.test(url)) {
    const { Pool, types } = await import('pg')
    types.setTypeParser(types.builtins.INT8, Number) // As PGlite does. All ours are counts, far below 2^53.
    const limits = options.unlimited ? {} : { ...timeouts, stream: () => openSocket(options.silence) }
    const pool = new Pool({ connectionString: url, max: options.connections ?? 8, keepAlive: true, ...limits })
    // Without these listeners a restart of the database would kill the process: one for idle connections, one for busy ones,
    // whose queries fail as well.
    pool.on('error', options.onLost ?? (() => {}))
    pool.on('connect', (client) => client.on('error', () => {}))
    return {
      db: openKysely(guarded(new PostgresDialect({ pool: preparing(pool) }))),
      engine: { kind: 'postgres', pool },
    }
  }
  const folder = databaseFolder(url)
  if (folder) await makeFolder(folder)
  return openEmbedded({ dataDir: folder ?? 'memory://' })
}

/**
 * A statement that begins, maybe after `select`, with a name in a comment is sent under that name, so that the server
 * parses it once for each connection, not each time. For statements that run often and always have the same text.
 * Decision 0002.
 */
const PREPARED = /^\s*(?:select )?\/\* prepared: ([\w ]{1,60}) \*\//

function preparing(pool: Pool): PostgresPool {
  const clients = new WeakMap<PoolClient, PostgresPoolClient>()
  const wrap = (client: PoolClient): PostgresPoolClient => {
    // With a callback: a result that pg itself promises outlives the young generation's collections, so that reading a large
    // table made the heap grow until the next full one (docs/performance.md). Kysely adds its caller to an error's stack.
    const query = (text: string, values: unknown[]) =>
      new Promise((resolve, reject) => {
        const name = PREPARED.exec(text)?.[1]
        client.query({ text, values, ...(name !== undefined && { name }) }, (error, result) =>
          error ? reject(error) : resolve(result),
        )
      })
    const release = (destroy?: boolean) => client.release(destroy)
    return { query, release } as unknown as PostgresPoolClient // All that Kysely asks of it here: no cursors.
  }
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      if (pool.waitingCount >= MAX_WAITING) throw tooManyWait()
      const client = await pool.connect()
      const known = clients.get(client) ?? wrap(client)
      clients.set(client, known)
      return known
    },
  }
}

/** With PostgreSQL's own code for it, `too_many_connections`. */
const tooManyWait = () => Object.assign(new Error('Too many wait for a connection to the database'), { code: '53300' })

/**
 * A socket that closes after silence. Not `query_timeout`, which would return a connection with an open transaction.
 */
function openSocket(silence = SILENCE_MS): Socket {
  const socket = new Socket()
  const silent = () => Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' })
  return socket.setTimeout(silence, () => socket.destroy(silent()))
}

/** PGlite with the extensions that the migrations need. The option `loadDataDir` starts from the copy of a database. */
export async function openEmbedded(options: PGliteOptions): Promise<Database> {
  const { PGlite } = await import('@electric-sql/pglite')
  const { btree_gist } = await import('@electric-sql/pglite/contrib/btree_gist')
  const { citext } = await import('@electric-sql/pglite/contrib/citext')
  const pglite = await PGlite.create({ ...options, extensions: { btree_gist, citext } })
  const db = openKysely(guarded(new PGliteDialect({ pglite })))
  return { db, engine: { kind: 'pglite', pglite } }
}

/**
 * Kysely on a dialect, with camelCase names for snake_case tables and columns. SQL text is sent as it is written; the
 * columns of its result are renamed like all others. JSON in a column keeps its keys. Decision 0002.
 */
export function openKysely(dialect: Dialect): Db {
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] })
}

/** The folder of a `file:` address; null for a server or memory. */
export function databaseFolder(url: string): string | null {
  return url.startsWith('file:') ? resolve(url.slice('file:'.length)) : null
}

/** PostgreSQL's code of an error, or Node's. Empty without one. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** The constraint that an error says was violated. Empty if it is another error. */
export const errorConstraint = (error: unknown): string =>
  error instanceof Error && 'constraint' in error ? String(error.constraint) : ''

/** Whether the error means that the database is unavailable: refused, cut off, starting, stopping, too slow, or full. */
export function isOutage(error: unknown): boolean {
  if (
    cannotWrite(error) ||
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|57P0[123]|57014|55P03|40P01|08\d{3}|53[0234]00)$/.test(
      errorCode(error),
    )
  )
    return true
  // "Not queryable": the error of a transaction that continues, or is rolled back, on a lost connection.
  const words = /Connection terminated|timeout exceeded when trying to connect|is not queryable/
  return error instanceof Error && words.test(error.message)
}

/**
 * Whether the error means that nothing can be written, while reading may go on: the disk is full (the embedded
 * database says so in the same way) or fails, or the server is read-only, as a standby is.
 */
export const cannotWrite = (error: unknown): boolean => /^(53100|25006|58030)$/.test(errorCode(error))

/**
 * Does what a read does beside reading, such as noting when an account was last seen. It is left out while nothing can be
 * written, so that reading goes on.
 */
export async function whereWritable(work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!cannotWrite(error)) throw error
  })
}

/** Whether the error means that a row stays locked: the database is available, so other work can go on. */
export function isContended(error: unknown): boolean {
  return /^(55P03|40P01)$/.test(errorCode(error))
}

/**
 * One for all copies of this module in a process: the start opens the database by the source file, and the bundle has a
 * copy of its own, whose `transact` this must know of.
 */
const insideTransaction = shared('landfall: inside a transaction', () => new AsyncLocalStorage<true>())

function shared<Value>(name: string, make: () => Value): Value {
  const slots = globalThis as unknown as Record<symbol, Value | undefined>
  return (slots[Symbol.for(name)] ??= make())
}

/**
 * Runs `work` in one transaction. Inside, use only `tx`: the root `db` would wait for ever for PGlite's one connection
 * (and could exhaust a pool), so it throws. Do not use the network inside either; write a row for what must follow.
 */
export function transact<Value>(db: Db, work: (tx: Transaction<Tables>) => Promise<Value>): Promise<Value> {
  return db.transaction().execute((tx) => insideTransaction.run(true, () => work(tx)))
}

/** For code that reaches the same database by another way, such as the job queue. */
export function refuseInsideTransaction(): void {
  if (insideTransaction.getStore()) throw new Error('The root database was used inside a transaction. Use tx.')
}

/**
 * Calls `refuseInsideTransaction` before waiting for a connection. Kysely itself queues the callers of PGlite's single
 * connection before it calls the driver, which would be too late. So the queue for PGlite is here, and Kysely is configured so
 * that the driver supports several connections.
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
      const lock = single ? createMutex() : null
      driver.acquireConnection = async (options) => {
        refuseInsideTransaction()
        await lock?.acquire()
        return acquire(options)
      }
      driver.releaseConnection = async (connection, options) => {
        await release(connection, options)
        lock?.release()
      }
      return driver
    },
  }
}

/** First come, first served. These 15 lines need no library. */
function createMutex() {
  const waiting: (() => void)[] = []
  let taken = false
  return {
    async acquire(): Promise<void> {
      if (taken) return new Promise((resolve) => waiting.push(resolve))
      taken = true
    },
    release(): void {
      const next = waiting.shift()
      if (next) next()
      else taken = false
    },
  }
}

/** Throws if the database does not respond. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}
