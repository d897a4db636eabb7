/** SQL for the sessions whose reminders are due. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

export type DueSession = { id: string; startsAt: Date }

/** Maximum of each kind that a round queues. The next round, a minute later, continues. */
const ROUND = 500

/** Whether the emails of a kind about a booking's present start are in the outbox. */
const isQueued = (kind: string) => sql`exists (
  select from outbox o where o.subject = b.id and o.kind = ${kind} and o.recipient = 'mentor'
    and o.version = floor(extract(epoch from b.starts_at))::bigint::text)`

/**
 * Confirmed sessions that begin after `from` and at the latest at `to`, without their reminder. Without those whose people
 * were notified of the start since the moment of the reminder, `leadMinutes` before it.
 */
export async function listDueBefore(
  db: Db,
  due: { kind: string; from: Date; to: Date; leadMinutes: number },
): Promise<DueSession[]> {
  const { rows } = await sql<DueSession>`
    select b.id, b.starts_at from bookings b
    where b.status = 'confirmed' and b.mentor_id is not null and b.starts_at > ${due.from} and b.starts_at <= ${due.to}
      and not ${isQueued(due.kind)}
      and not exists (
        select from outbox o where o.subject = b.id and o.kind in ('booking_confirmed', 'session_moved')
          and o.created_at > b.starts_at - ${due.leadMinutes} * interval '1 minute')
    order by b.starts_at limit ${ROUND}
  `.execute(db)
  return rows
}

/** Sessions that ended after `from` and at the latest at `to`, without the email that follows. */
export async function listDueAfter(db: Db, due: { from: Date; to: Date }): Promise<DueSession[]> {
  const { rows } = await sql<DueSession>`
    select b.id, b.starts_at from bookings b
    where b.status in ('confirmed', 'completed') and b.mentor_id is not null
      and b.starts_at > ${due.from}::timestamptz - interval '4 hours' and b.starts_at <= ${due.to}
      and b.starts_at + b.minutes * interval '1 minute' > ${due.from}
      and b.starts_at + b.minutes * interval '1 minute' <= ${due.to}
      and not ${isQueued('session_over')}
    order by b.starts_at limit ${ROUND}
  `.execute(db)
  return rows
}
