/**
 * The time of a demo: real time and how far it was moved, kept in the schema `sandbox_clock` of the database handed in, so
 * that a restart keeps it and every process on that database has it. It only goes forward. Never for live use.
 *
 * `jobs` is the same time for pg-boss, whose SQL reads it through a function of its own schema.
 */
import { join } from 'node:path'
import { sql } from 'kysely'
import { clockChanges } from '#domain/time/wall-time'
import type { Db } from '#server/db/connect'
import { migrateSandbox } from './schema.ts'

const LOOK_MILLISECONDS = 1_000
const YEAR_MS = 366 * 24 * 60 * 60 * 1000
const FARTHEST = 20 * YEAR_MS // Ahead of real time: zone rules are known some way into the future, not for ever.

export type SandboxClock = Awaited<ReturnType<typeof openClock>>

/** Throws on a database that was set up live: no clock there can be moved. */
export async function openClock(db: Db) {
  await refuseLiveData(db)
  await migrateSandbox(db, 'sandbox_clock', join(import.meta.dirname, 'clock/migrations'))

  let moved = 0
  /** Another process may have moved it. Never back: an answer may be older than what `forward` has just heard. */
  const look = async () => {
    const { rows } = await sql<Row>`select milliseconds from sandbox_clock.moved`.execute(db)
    moved = Math.max(moved, Number(rows[0]?.milliseconds ?? 0))
  }
  await look()
  const now = () => new Date(Date.now() + moved)

  let looking: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => {}) // While the database cannot be reached, the time known goes on.
  }, LOOK_MILLISECONDS)
  timer.unref()

  /** Moves the time of every process on this database, and gives the new time. Others notice within some two seconds. */
  async function forward(milliseconds: number): Promise<Date> {
    if (!Number.isSafeInteger(milliseconds) || milliseconds <= 0) throw new RangeError('Time only moves forward')
    const { rows } = await sql<Row>`
      update sandbox_clock.moved set milliseconds = milliseconds + ${milliseconds}
      where milliseconds + ${milliseconds} <= ${FARTHEST} returning milliseconds`.execute(db)
    if (!rows[0]) throw new RangeError('Time cannot be moved that far')
    moved = Math.max(moved, Number(rows[0].milliseconds))
    return now()
  }

  /** When clocks in this zone are next changed; null when they are not within two years. */
  function nextClockChange(zone: string): Date | null {
    return clockChanges(zone, now(), new Date(now().getTime() + 2 * YEAR_MS))[0]?.at ?? null
  }

  return {
    now,
    forward,
    nextClockChange,
    /** To the very instant of it. Null, and nothing moves, when there is none. Throws `RangeError` for an unknown zone. */
    async toNextClockChange(zone: string): Promise<Date | null> {
      await look()
      const change = nextClockChange(zone)
      return change && forward(change.getTime() - now().getTime())
    },
    /** The `clock` of pg-boss, which needs `moveJobs`, too. Its timers are real: they only say how often it looks. */
    jobs: {
      now: () => now().getTime(),
      setTimeout: (run: () => void, milliseconds: number): unknown => setTimeout(run, milliseconds),
      clearTimeout: (handle: unknown) => clearTimeout(handle as NodeJS.Timeout),
      setInterval: (run: () => void, milliseconds: number): unknown => setInterval(run, milliseconds),
      clearInterval: (handle: unknown) => clearInterval(handle as NodeJS.Timeout),
    },
    /** Lets pg-boss's SQL in this schema follow, from now on and in every process. To be called once its schema is there. */
    moveJobs: (schema: string) => moveJobs(db, schema),
    async close(): Promise<void> {
      clearInterval(timer)
      await looking
    },
  }
}

type Row = { milliseconds: number | string }

const ONE_AT_A_TIME = 7_204_519 // Any constant: of processes that start together the second would fail to replace it.

/**
 * Puts the moved time into the function by which all of pg-boss's SQL asks for the time. Real time, read by the database,
 * is what is moved, so that no two processes need agree to the millisecond. Its own way of doing so (`AttachableClock`) is
 * undone when a process ends, and others would go on without it.
 */
async function moveJobs(db: Db, schema: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(ONE_AT_A_TIME)})`.execute(tx)
    await sql`
      create or replace function ${sql.id(schema, 'job_now')}() returns timestamp with time zone as $$
        select pg_catalog.now() + coalesce((select milliseconds from sandbox_clock.moved), 0) * interval '1 millisecond'
      $$ language sql stable`.execute(tx)
  })
}

/** A database says itself what it was set up for. One that holds no product, as in a test of the sandbox alone, says nothing. */
async function refuseLiveData(db: Db): Promise<void> {
  const known = await sql<{ name: string | null }>`select to_regclass('public.installation')::text as name`.execute(db)
  if (!known.rows[0]?.name) return
  const installation = await db.selectFrom('installation').select('mode').executeTakeFirst()
  if (installation?.mode === 'live') throw new Error('The clock of a live site cannot be moved.')
}
