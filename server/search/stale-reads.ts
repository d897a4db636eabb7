/**
 * Reads that may go to a standby of the database: of the public list, and of what stands around it. Never availability, holds,
 * money, accounts, or anything behind a sign-in; tests/architecture.test.ts lists what is read so.
 * Decision 0058.
 */
import type { App } from '#server/context'
import type { Db } from '#server/platform/db/connect'
import { pageVersion } from '#server/search/page-version-queries'

/**
 * Reads from a standby that has replayed every change that this process knows of, otherwise from the database itself. So no
 * row is older than the versions by which pages are cached.
 */
export async function readStale<Value>(app: App, query: (db: Db) => Promise<Value>): Promise<Value> {
  const known = { listings: app.directory.version, pages: pageVersion(app.db) }
  const found = await app.replica?.read(known, query)
  return found ? found.value : query(app.db)
}

/**
 * Reads from a standby, however far behind it is; null without one that answers. The caller has to read what is newer from
 * the database itself.
 */
export async function readEarlier<Value>(app: App, query: (db: Db) => Promise<Value>): Promise<Value | null> {
  const found = await app.replica?.read({ listings: 0, pages: 0 }, query)
  return found ? found.value : null
}
