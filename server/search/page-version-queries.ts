/**
 * Follows the version of what public pages show beside the mentors. Triggers raise it with every change of the tables that
 * such pages read (`server/platform/db/migrations/0036_page_version.sql`), as the last thing before the commit.
 */
import type { Db } from '#server/platform/db/connect'

const known = new WeakMap<Db, number>()

/** The version that this process knows. */
export const pageVersion = (db: Db): number => known.get(db) ?? 0

/**
 * Learns of changes by any process. `follow` is done before this process knows of one: pages of the version that it learns
 * of show what follows it.
 */
export async function readPageVersion(db: Db, follow = async () => {}): Promise<void> {
  const { version } = await db.selectFrom('pageVersion').select('version').executeTakeFirstOrThrow()
  if (pageVersion(db) !== version) await follow()
  known.set(db, version)
}
