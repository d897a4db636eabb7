/** The oracles of `oracles.sql`, and what else an operator watches, as numbers. */
import { CompiledQuery, sql } from 'kysely'
import type { Db } from '#server/db/connect'
import oracles from './invariants-queries.sql?raw'

/** `subject`: the id of the booking, or of the refund. */
export type Violation = { oracle: string; subject: string }

/** Every violation among bookings made since then. Empty: all is well. */
export async function listViolations(db: Db, now: Date, since: Date): Promise<Violation[]> {
  return (await db.executeQuery<Violation>(CompiledQuery.raw(oracles, [now, since]))).rows
}

/** The names of all oracles, also of those that nothing violates. */
export const oracleNames = [...oracles.matchAll(/^select '([a-z_]+)'/gm)].map(([, name = '']) => name)

/** What waits: concerns that nobody resolved, events and refunds that are not done, holds that live. */
export async function countWaiting(db: Db) {
  const { rows } = await sql<Record<'concerns' | 'events' | 'refunds' | 'mails' | 'holds', number>>`
    select (select count(*)::int from concerns where resolved_at is null) as concerns,
      (select count(*)::int from payment_events where processed_at is null and gave_up_at is null) as events,
      (select count(*)::int from refunds where status = 'queued') as refunds,
      (select count(*)::int from mails where sent_at is null) as mails,
      (select count(*)::int from bookings where status = 'held') as holds
  `.execute(db)
  return rows[0]!
}
