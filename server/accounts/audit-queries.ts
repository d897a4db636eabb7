/** SQL for the record of who did what to what. Rows are only ever added; `audit_log_is_append_only` sees to that. */
import { sql } from 'kysely'
import type { Db } from '#server/db/connect'

/** Whose doing it was. `address`: the client's IP address, null where there is none, as of a job. */
export type Actor =
  | { kind: 'account'; accountId: string; address: string | null }
  | { kind: 'visitor'; address: string | null }
  | { kind: 'product' | 'operator' }

/**
 * `action` is a noun and what happened to it, as in "account.password_changed". `before` and `after` hold what changed and
 * nothing secret: no password, no token, no hash of one.
 */
type Deed = {
  at: Date
  actor: Actor
  action: `${string}.${string}`
  subject: string
  subjectId: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Writes a deed down, in the transaction that does it. */
export async function recordDeed(tx: Db, deed: Deed): Promise<void> {
  const { actor } = deed
  await tx
    .insertInto('audit_log')
    .values({
      at: deed.at,
      actor: actor.kind,
      actor_id: actor.kind === 'account' ? actor.accountId : null,
      action: deed.action,
      subject: deed.subject,
      subject_id: deed.subjectId,
      before: deed.before ? JSON.stringify(deed.before) : null,
      after: deed.after ? JSON.stringify(deed.after) : null,
      address: 'address' in actor ? actor.address || null : null,
    })
    .execute()
}

/** What was done before this instant keeps only the network it came from: /24 of IPv4, /48 of IPv6. */
export async function cutAddresses(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('audit_log')
    .set({ address: sql`cut_address(address)` })
    .where('at', '<', before)
    .where('address', 'is not', null)
    .where(sql<boolean>`masklen(address) in (32, 128)`)
    .execute()
}
