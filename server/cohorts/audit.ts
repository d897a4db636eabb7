/** Audit events about cohorts, for `recordAuditEvent`. */
import { toAuditActor, type Owner } from '#server/accounts/audit'
import type { App } from '#server/context'

/** Something that was done to a cohort, now. */
export function cohortEvent(
  app: Pick<App, 'now'>,
  actor: Owner,
  action: `cohort.${string}`,
  cohortId: string,
  change: { before?: Record<string, unknown>; after?: Record<string, unknown> } = {},
) {
  return { at: app.now(), actor: toAuditActor(actor), action, subject: 'cohorts', subjectId: cohortId, ...change }
}
