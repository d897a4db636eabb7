/** Audit events about mentors, for `recordAuditEvent`. */
import type { Session } from '#domain/accounts/account'
import type { Client } from '#domain/accounts/client'
import { accountActor } from '#server/accounts/audit'
import type { Actor } from '#server/accounts/audit-queries'
import type { App } from '#server/context'

/** Who acts, and from where. `ownReason`: what an admin typed for a decision about themselves. */
export type By = Owner & { session: Session }

/** As much of it as acting for one's own account needs. */
export type Owner = { session: Pick<Session, 'accountId'>; client: Pick<Client, 'address'>; ownReason?: string }

export const actorOf = ({ session, client, ownReason }: Owner): Actor =>
  accountActor(session.accountId, client, ownReason)

/** Something that was done to a mentor's record, now. */
export function mentorEvent(
  app: Pick<App, 'now'>,
  actor: Actor,
  action: `mentor.${string}`,
  mentorId: string,
  change: { before?: Record<string, unknown>; after?: Record<string, unknown> } = {},
) {
  return { at: app.now(), actor, action, subject: 'mentors', subjectId: mentorId, ...change }
}
