/**
 * The clock of a demo: real time plus an offset that is kept in the schema `sandbox_clock` of the given database, so
 * that it survives a restart and all processes on that database share it. It only moves forward. Never for live use.
 *
 * pg-boss follows it too: `jobs` is its clock, and `moveJobs` changes the time that its SQL reads.
 */
import { join } from 'node:path'
import { sql } from 'kysely'
import { clockChanges } from '#domain/time/wall-time'
import type { Db } from '#server/platform/db/connect'
import { migrateSandbox } from './schema.ts'

const POLL_MS = 1_000
const YEAR_MS = 366 * 24 * 60 * 60 * 1000
const MAX_OFFSET_MS = 20 * YEAR_MS // Zone rules are known for some years ahead only.

export type SandboxClock = Awaited<ReturnType<typeof openClock>>

/** Throws on a live database. */
export async function openClock(db: Db) {
  await refuseLiveDatabase(db)
  await migrateSandbox(db, 'sandbox_clock', join(import.meta.dirname, 'clock/migrations'))

  let offset = 0 // Milliseconds.
  /**
   * Reads the offset, which another process may have moved. Never lowers it: this read may be older than a `forward`.
   */
  const poll = async () => {
    const { rows } = await sql<Row>`select milliseconds from sandbox_clock.moved`.execute(db)
    offset = Math.max(offset, Number(rows[0]?.milliseconds ?? 0))
  }
  await poll()
  const now = () => new Date(Date.now() + offset)

  let polling: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    polling = polling.then(poll).catch(() => {}) // While the database is unreachable, the last offset stays.
  }, POLL_MS)
  timer.unref()

  /**
   * Moves the clock of every process on this database and returns the new time. The others follow within two seconds.
   */
  async function forward(milliseconds: number): Promise<Date> {
    if (!Number.isSafeInteger(milliseconds) || milliseconds <= 0) throw new RangeError('Time only moves forward')
    const { rows } = await sql<Row>`
      update sandbox_clock.moved set milliseconds = milliseconds + ${milliseconds}
      where milliseconds + ${milliseconds} <= ${MAX_OFFSET_MS} returning milliseconds`.execute(db)
    if (!rows[0]) throw new RangeError('Time cannot be moved that far')
    offset = Math.max(offset, Number(rows[0].milliseconds))
    return now()
  }

  /** The next clock change in this zone; null if there is none within two years. */
  function nextClockChange(zone: string): Date | null {
    return clockChanges(zone, now(), new Date(now().getTime() + 2 * YEAR_MS))[0]?.at ?? null
  }

  return {
    now,
    forward,
    nextClockChange,
    /**
     * Moves to the instant of the next clock change in a zone. A zone without one leaves the clock as it is and gives null.
     * Throws `RangeError` for an unknown zone.
     */
    async toNextClockChange(zone: string): Promise<Date | null> {
      await poll()
      const change = nextClockChange(zone)
      return change && forward(change.getTime() - now().getTime())
    },
    /**
     * The `clock` option of pg-boss, to be used with `moveJobs`. Its timers run in real time: they only set how often
     * it polls.
     */
    jobs: {
      now: () => now().getTime(),
      setTimeout: (run: () => void, milliseconds: number): unknown => setTimeout(run, milliseconds),
      clearTimeout: (handle: unknown) => clearTimeout(handle as NodeJS.Timeout),
      setInterval: (run: () => void, milliseconds: number): unknown => setInterval(run, milliseconds),
      clearInterval: (handle: unknown) => clearInterval(handle as NodeJS.Timeout),
    },
    /**
     * Makes pg-boss's SQL in this schema follow the clock, in every process. Call it once pg-boss has created its
     * schema.
     */
    moveJobs: (schema: string) => moveJobs(db, schema),
    async close(): Promise<void> {
      clearInterval(timer)
      await polling
    },
  }
}

type Row = { milliseconds: number | string }

const LOCK_ID = 7_204_519 // An arbitrary constant: two processes that replaced the function at once would collide.

/**
 * Replaces the function from which all of pg-boss's SQL reads the time: the database's time plus the offset, so that
 * processes need not agree to the millisecond. pg-boss's own way (`AttachableClock`) is undone when one process ends,
 * and the others would go on without it.
 */
async function moveJobs(db: Db, schema: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_ID)})`.execute(tx)
    await sql`
      create or replace function ${sql.id(schema, 'job_now')}() returns timestamp with time zone as $$
        select pg_catalog.now() + coalesce((select milliseconds from sandbox_clock.moved), 0) * interval '1 millisecond'
      $$ language sql stable`.execute(tx)
  })
}

/**
 * Throws if the database was set up for live use, or for rehearsing it. One without the product's tables, as in tests of the sandbox, passes.
 */
async function refuseLiveDatabase(db: Db): Promise<void> {
  const table = await sql<{ name: string | null }>`select to_regclass('public.installation')::text as name`.execute(db)
  if (!table.rows[0]?.name) return
  const installation = await db.selectFrom('installation').select('mode').executeTakeFirst()
  if (installation && installation.mode !== 'demo') throw new Error('The clock of a live site cannot be moved.')
}
