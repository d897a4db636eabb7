/** SQL for which of the steps before a site opens its data prove to be done. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

/** `sellsNothing`: there are mentors, and every session with them is free. */
type LaunchProof = {
  hasMentor: boolean
  sellsNothing: boolean
  hasPayment: boolean
  hasSentEmail: boolean
  hasBackup: boolean
}

/**
 * A payment proves itself with a webhook, which may have been deleted by now if the payment is from before `eventsSince`.
 * Sent emails that are about no booking are deleted after 30 days; a member's verified address outlasts them.
 */
export async function readLaunchProof(db: Db, eventsSince: Date): Promise<LaunchProof> {
  // Not materialized: that would join all mentors with their sessions, and one offer is enough.
  const { rows } = await sql<LaunchProof>`
    with offers as not materialized (select coalesce(session_types.price_pence, mentors.price_pence) as price
      from mentors join session_types on mentor_id = mentors.id where status = 'accepted')
    select exists (select from mentors where status = 'accepted') as has_mentor,
      exists (select from offers) and not exists (select from offers where price > 0) as sells_nothing,
      exists (select from ledger where kind = 'charge'
        and (created_at < ${eventsSince} or exists (select from payment_events))) as has_payment,
      exists (select from outbox where state = 'sent')
        or exists (select from accounts where role = 'member' and email_verified) as has_sent_email,
      exists (select from audit_log where action = 'backup.made') as has_backup`.execute(db)
  return rows[0]!
}
