/** Audit events about mentors, for `recordAuditEvent`. */
import type { AuditActor } from '#server/accounts/audit-queries'
import type { App } from '#server/context'

/** Something that was done to a mentor's record, now. */
export function mentorEvent(
  app: Pick<App, 'now'>,
  actor: AuditActor,
  action: `mentor.${string}`,
  mentorId: string,
  change: { before?: Record<string, unknown>; after?: Record<string, unknown> } = {},
) {
  return { at: app.now(), actor, action, subject: 'mentors', subjectId: mentorId, ...change }
}
