/** A row that somebody else holds, for tests of what waits for it. */
import { sql } from 'kysely'
import { inject, vi } from 'vitest'
import { transact, type Db } from '#server/db/connect'

/**
 * Runs `work` while another transaction has done `lock`, and says whether it was over before that one ended. On PGlite's
 * one connection it never is; on a server it is exactly when it waits for none of the locks.
 */
export async function passesLock(
  db: Db,
  { lock, work }: { lock: (tx: Db) => Promise<unknown>; work: () => Promise<unknown> },
): Promise<boolean> {
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const other = transact(db, async (tx) => {
    await lock(tx)
    locked.resolve()
    await release.promise
  })
  await Promise.race([locked.promise, other])
  let isOver = false
  const running = work().finally(() => (isOver = true))
  await vi.waitFor(
    async () => {
      if (!isOver && !(await isAnyoneWaiting(db))) throw new Error('Neither over nor waiting')
    },
    { interval: 5, timeout: 20_000 },
  )
  const wasOver = isOver
  release.resolve()
  await Promise.all([running, other])
  return wasOver
}

/** Whether a statement of this database waits for a lock. PGlite cannot be asked: its one connection is taken. */
async function isAnyoneWaiting(db: Db): Promise<boolean> {
  if (inject('database') === 'pglite') return true
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}
