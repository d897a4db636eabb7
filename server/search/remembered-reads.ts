/**
 * Rows that many pages show, remembered until this process learns of a change. They are valid as long as the versions by which pages
 * are cached, so a page that is rendered again reads only what may have changed. Decision 0012.
 */
import type { App } from '#server/context'
import { listListed, type MentorSummary } from '#server/mentors/queries'
import type { Db } from '#server/platform/db/connect'
import type { Directory } from '#server/search/engine/directory'
import { pageVersion } from '#server/search/page-version-queries'
import { readStale } from '#server/search/stale-reads'

const MAX_MENTORS = 2_000 // About 2 MB. Forgets all of them when it is full.

type Query<Value> = (db: Db) => Promise<Value>
type Remembered = { versions: string; rows: Map<Query<unknown>, unknown>; mentors: Map<number, MentorSummary> }

const remembered = new WeakMap<Directory, Remembered>()

/** What was read since the versions that this process knows. */
function current(app: App): Remembered {
  const versions = `${app.directory.version} ${pageVersion(app.db)}`
  const known = remembered.get(app.directory)
  if (known?.versions === versions) return known
  const fresh: Remembered = { versions, rows: new Map(), mentors: new Map() }
  remembered.set(app.directory, fresh)
  return fresh
}

/**
 * As `readStale`, once for the versions that this process knows.
 *
 * @param query The same function in each call, since its rows are remembered by it.
 */
export async function readRemembered<Value>(app: App, query: Query<Value>): Promise<Value> {
  const { rows } = current(app)
  if (!rows.has(query)) rows.set(query, await readStale(app, (db) => query(db)))
  return rows.get(query) as Value
}

/** Accepted mentors by the numbers of their listings, in that order. */
export async function readListed(app: App, numbers: number[]): Promise<MentorSummary[]> {
  const { mentors } = current(app)
  const unread = numbers.filter((number) => !mentors.has(number))
  const read = unread.length > 0 ? await readStale(app, (db) => listListed(db, unread)) : []
  const found = new Map(read.map((mentor) => [mentor.number, mentor]))
  const listed = numbers.flatMap((number) => mentors.get(number) ?? found.get(number) ?? [])
  if (mentors.size + found.size > MAX_MENTORS) mentors.clear()
  for (const [number, mentor] of found) mentors.set(number, mentor)
  return listed
}
