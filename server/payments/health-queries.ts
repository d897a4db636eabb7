/** SQL for whether the product's work gets done: webhooks, comparisons, jobs. */
import { sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '#domain/time/wall-time'
import type { Db } from '#server/platform/db/connect'

/** `comparedUntil`: how far the hourly comparison got; null before the first. */
type Health = {
  lastWebhook: Date | null
  comparedUntil: Date | null
  eventsWaiting: number
  refundsWaiting: number
  mailsWaiting: number
  repaired: { at: Date; action: string; what: string | null }[]
}

/** What was repaired since `since`, the latest first, and what waits. */
export async function readHealth(db: Db, since: Date): Promise<Health> {
  const { rows } = await sql<Omit<Health, 'repaired'>>`
    select (select max(received_at) from payment_events) as last_webhook,
      (select done_until from reconciliations where scope = 'recent') as compared_until,
      (select count(*)::int from payment_events where processed_at is null and gave_up_at is null) as events_waiting,
      (select count(*)::int from refunds where status = 'queued') as refunds_waiting,
      (select count(*)::int from outbox where state = 'waiting') as mails_waiting`.execute(db)
  const repaired = await db
    .selectFrom('auditLog')
    .select(['at', 'action', sql<string | null>`coalesce(after->>'what', after->>'type')`.as('what')])
    .where('at', '>=', since)
    .where('actor', '=', 'product')
    .where('action', 'in', ['books.repaired', 'payment_event.recovered'])
    .orderBy('at', 'desc')
    .limit(20)
    .execute()
  return { ...rows[0]!, repaired }
}

/**
 * Whether there were holds without a webhook, an hour ago or longer. The payment service sends one for every hold within 35 minutes
 * of its beginning, whether it was paid or not.
 */
export async function isMissingWebhooks(db: Db, now: Date): Promise<boolean> {
  const [from, until] = [new Date(now.getTime() - 30 * DAY_MS), new Date(now.getTime() - HOUR_MS)]
  const { rows } = await sql<{ isMissing: boolean }>`
    select exists (select from bookings where checkout_id is not null and created_at < ${until}
      and created_at > greatest((select max(received_at) from payment_events), ${from})) as is_missing`.execute(db)
  return rows[0]!.isMissing
}

/** Jobs that a person can have tried again; the others have rounds of their own. */
const RETRIED = ['refund', 'transfer', 'reversal', 'event', 'remove-picture', 'remove-document', 'send-mail']

type FailedJob = { id: string; name: string; data: Record<string, string>; failedAt: Date }

/** Jobs that have used up their attempts, unless the same was queued again since. */
export async function listFailedJobs(db: Db, limit: number): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id, name, data, completed_on as failed_at from jobs.job as failed
    where state = 'failed' and name = any(${RETRIED}::text[]) and not exists (
      select from jobs.job as later
      where later.name = failed.name and later.data = failed.data and later.created_on > failed.created_on)
    order by completed_on limit ${limit}`.execute(db)
  return rows
}

type RetriedJob = { id: string; name: string; at: Date; state: 'done' | 'waiting' | 'failed' }

/** What came of the jobs that an admin has had tried again since `since`, the latest first. */
export async function listRetriedJobs(db: Db, since: Date): Promise<RetriedJob[]> {
  const { rows } = await sql<RetriedJob>`
    select failed.id, failed.name, retried.at,
      case later.state when 'completed' then 'done' when 'failed' then 'failed' else 'waiting' end as state
    from (select subject_id, max(at) as at from audit_log
      where action = 'job.queued_again' and at >= ${since} group by subject_id) as retried
    join jobs.job as failed on failed.id = retried.subject_id::uuid,
    lateral (select state from jobs.job as later
      where later.name = failed.name and later.data = failed.data and later.created_on > failed.created_on
      order by created_on desc limit 1) as later
    order by retried.at desc limit 10`.execute(db)
  return rows
}
