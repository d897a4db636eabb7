/** Runs the invariants of `invariants-queries.sql`, and counts what else an operator watches. */
import { CompiledQuery, sql } from 'kysely'
import type { EndpointMode } from '#domain/webhooks/webhook'
import type { Db } from '#server/platform/db/connect'
import invariants from './invariants-queries.sql?raw'

/** `subject`: the id of the booking or refund that breaks the invariant. */
export type Violation = { invariant: string; subject: string }

/** Every violation among bookings created since `since`. */
export async function listViolations(db: Db, now: Date, since: Date): Promise<Violation[]> {
  return (await db.executeQuery<Violation>(CompiledQuery.raw(invariants, [now, since]))).rows
}

/** The names of all invariants, violated or not. */
export const invariantNames = [...invariants.matchAll(/^select '([a-z_]+)'/gm)].map(([, name = '']) => name)

type Pending = Record<'concerns' | 'events' | 'refunds' | 'mails' | 'holds', number> &
  Record<'oldestEvent' | 'oldestRefund' | 'oldestMail' | 'oldestDelivery' | 'oldestJob' | 'lastWebhook', Date | null>

/**
 * Counts unresolved concerns, unprocessed events, queued refunds, unsent emails and live holds; since when the oldest of those
 * that wait has waited, and when the last webhook came. Deliveries of webhooks and jobs wait from the moment when they are due,
 * which may be ahead, since a receiver that is down for days is not ours to mend. Both have an index of those that wait.
 */
export async function countPending(db: Db, mode: EndpointMode) {
  const { rows } = await sql<Pending>`
    select (select count(*)::int from concerns where resolved_at is null) as concerns,
      (select count(*)::int from payment_events where processed_at is null and gave_up_at is null) as events,
      (select count(*)::int from refunds where status = 'queued') as refunds,
      (select count(*)::int from outbox where state = 'waiting') as mails,
      (select count(*)::int from bookings where status = 'held') as holds,
      (select min(received_at) from payment_events where processed_at is null and gave_up_at is null) as oldest_event,
      (select min(created_at) from refunds where status = 'queued') as oldest_refund,
      (select min(created_at) from outbox where state = 'waiting') as oldest_mail,
      (select min(next_at) from webhook_deliveries join webhook_endpoints on webhook_endpoints.id = endpoint_id
        where state = 'waiting' and is_on and mode = ${mode}) as oldest_delivery,
      (select min(start_after) from jobs.job where state < 'active' and not blocked) as oldest_job,
      (select max(received_at) from payment_events) as last_webhook
  `.execute(db)
  return rows[0]!
}
