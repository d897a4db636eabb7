/** Audit events about mentors, for `recordAuditEvent`. */
import type { Session } from '#domain/accounts/account'
import type { Client } from '#domain/accounts/client'
import { accountActor } from '#server/accounts/audit'
import type { Actor } from '#server/accounts/audit-queries'
import type { App } from '#server/context'

/** Who acts, and from where. */
export type By = { session: Session; client: Pick<Client, 'address'> }

export const actorOf = ({ session, client }: By): Actor => accountActor(session.accountId, client)

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
