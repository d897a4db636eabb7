/**
 * The database: an embedded PGlite folder (`file:./data`), PGlite in memory (`memory:`, tests) or a PostgreSQL server
 * (`postgres://…`). The same SQL runs on all of them. Decision 0002.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, PostgresDialect, type Dialect, type Transaction } from 'kysely'
import type { Pool } from 'pg'
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

/** `connections` is the size of the pool on a PostgreSQL server; PGlite has just one. `onLost` hears of lost idle connections. */
export async function connect(
  url: string,
  options: { connections?: number; onLost?: (error: Error) => void; unlimited?: boolean } = {},
): Promise<Database> {
  if (/^postgres(ql)?:/.test(url)) {
    const { Pool, types } = await import('pg')
    types.setTypeParser(types.builtins.INT8, Number) // As PGlite does. Ours are counts, far below 2^53.
    const limits = options.unlimited ? {} : patience
    const pool = new Pool({ connectionString: url, max: options.connections ?? 8, keepAlive: true, ...limits })
    pool.on('error', options.onLost ?? (() => {})) // Without a listener a restart of the database kills the process.
    return {
      db: new Kysely<Tables>({ dialect: guarded(new PostgresDialect({ pool })) }),
      engine: { kind: 'postgres', pool },
    }
  }
  const { PGlite } = await import('@electric-sql/pglite')
  const { btree_gist } = await import('@electric-sql/pglite/contrib/btree_gist')
  const { citext } = await import('@electric-sql/pglite/contrib/citext')
  const folder = folderOf(url)
  if (folder) await mkdir(folder, { recursive: true })
  const pglite = await PGlite.create(folder ?? 'memory://', { extensions: { btree_gist, citext } })
  return {
    db: new Kysely<Tables>({ dialect: guarded(new PGliteDialect({ pglite })) }),
    engine: { kind: 'pglite', pglite },
  }
}

/** The folder of a `file:` address; null for a server or memory. */
export function folderOf(url: string): string | null {
  return url.startsWith('file:') ? resolve(url.slice('file:'.length)) : null
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

function guarded(dialect: Dialect): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createDriver() {
      const driver = dialect.createDriver()
      const acquire = driver.acquireConnection.bind(driver)
      driver.acquireConnection = (options) => {
        refuseInsideTransaction()
        return acquire(options)
      }
      return driver
    },
  }
}
