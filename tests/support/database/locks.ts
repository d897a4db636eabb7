/** For tests of what waits for a lock. */
import { sql } from 'kysely'
import { inject, vi } from 'vitest'
import { transact, type Db } from '#server/platform/db/connect'

/**
 * Runs `work` while another transaction holds the locks that `lock` takes. True if `work` ended before that transaction
 * did, which means that it waits for none of them. Always false on PGlite, which has one connection.
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
      if (!isOver && !(await hasWaitingStatement(db))) throw new Error('Neither over nor waiting')
    },
    { interval: 5, timeout: 20_000 },
  )
  const wasOver = isOver
  release.resolve()
  await Promise.all([running, other])
  return wasOver
}

/**
 * True if a statement in this database waits for a lock. On PGlite the only connection is taken, so the answer is
 * known.
 */
async function hasWaitingStatement(db: Db): Promise<boolean> {
  if (inject('database') === 'pglite') return true
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}
