/**
 * SQL for the audit log: who did what to what. Rows are only ever added; the trigger `audit_log_is_append_only` sees to
 * that.
 */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'

/**
 * Who did it. `address`: the client's IP address; null if there is none, as for a job. `ownReason`: why they decide something
 * about themselves, as they typed it; `aboutThemselves`: the same once it is known to be about them (`conflicts-of-interest.ts`).
 * `program`: the name of the API key that did it.
 */
export type AuditActor =
  | { kind: 'account'; accountId: string; address: string | null; ownReason?: string; aboutThemselves?: string }
  | { kind: 'visitor'; address: string | null }
  | { kind: 'product' | 'operator'; program?: string }

/**
 * `action` is a noun and what happened to it, such as "account.password_changed". `before` and `after` hold what
 * changed and nothing secret: no password, no token, no hash of one.
 */
type AuditEvent = {
  at: Date
  actor: AuditActor
  action: `${string}.${string}`
  subject: string
  subjectId: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Call it in the transaction that makes the change. */
export async function recordAuditEvent(tx: Db, event: AuditEvent): Promise<void> {
  const { actor } = event
  const own = actor.kind === 'account' && actor.aboutThemselves ? { aboutThemselves: actor.aboutThemselves } : null
  const byApiKey = 'program' in actor ? { program: actor.program } : null
  const after = event.after || own || byApiKey ? { ...event.after, ...own, ...byApiKey } : null
  await tx
    .insertInto('auditLog')
    .values({
      at: event.at,
      actor: actor.kind,
      actorId: actor.kind === 'account' ? actor.accountId : null,
      action: event.action,
      subject: event.subject,
      subjectId: event.subjectId,
      before: event.before ? JSON.stringify(event.before) : null,
      after: after && JSON.stringify(after),
      address: 'address' in actor ? actor.address || null : null,
    })
    .execute()
}

/** What was done to one thing, newest first, with the name of the account that did it. */
export function listAuditEvents(db: Db, { subject, id }: { subject: string; id: string }, limit: number) {
  return db
    .selectFrom('auditLog')
    .leftJoin('accounts', 'accounts.id', 'actorId')
    .select(['auditLog.id', 'at', 'actor', 'actorId', 'action', 'before', 'after', 'accounts.name as actorName'])
    .where('subject', '=', subject)
    .where('subjectId', '=', id)
    .orderBy('at', 'desc')
    .orderBy('auditLog.id', 'desc')
    .limit(limit)
    .execute()
}

/** `actor`: an account's id. `action`: a noun, or a noun and what happened. `about`: the id of what it was done to. */
type AuditFilter = { actor: string | null; action: string; about: string }

/** The latest events first. `before`: the id of the last event of the page before. */
export function listAuditLog(
  db: Db,
  { actor, action, about }: AuditFilter,
  page: { before: number | null; limit: number },
) {
  let query = db
    .selectFrom('auditLog')
    .leftJoin('accounts', 'accounts.id', 'actorId')
    .select(['auditLog.id', 'at', 'actor', 'actorId', 'action', 'subject', 'subjectId', 'before', 'after', 'address'])
    .select('accounts.name as actorName')
  if (actor) query = query.where('actorId', '=', actor)
  if (action.includes('.')) query = query.where('action', '=', action)
  else if (action) query = query.where('action', '>=', `${action}.`).where('action', '<', `${action}/`)
  if (about) query = query.where('subjectId', '=', about)
  if (page.before !== null) query = query.where('auditLog.id', '<', page.before)
  return query.orderBy('auditLog.id', 'desc').limit(page.limit).execute()
}

/** Shortens the addresses of events before this instant to their network: /24 of IPv4, /48 of IPv6. */
export async function shortenAuditAddresses(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('auditLog')
    .set({ address: sql`cut_address(address)` })
    .where('at', '<', before)
    .where('address', 'is not', null)
    .where(sql<boolean>`masklen(address) in (32, 128)`)
    .execute()
}

/**
 * Leaves of the events about what was erased only who did what, when, to which id. The database refuses it for anything
 * that is not erased.
 */
export async function emptyAuditEvents(
  tx: Db,
  subject: 'accounts' | 'mentors' | 'bookings' | 'cohorts',
  ids: string[],
): Promise<void> {
  await tx
    .updateTable('auditLog')
    .set({ before: null, after: null, address: null } as never)
    .where('subject', '=', subject)
    .where('subjectId', 'in', ids)
    .where((row) =>
      row.or([row('before', 'is not', null), row('after', 'is not', null), row('address', 'is not', null)]),
    )
    .execute()
}
