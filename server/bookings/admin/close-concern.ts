/** Closes a concern, with what an admin has decided about it in the audit log. */
import { recordAuditEvent, type AuditActor } from '#server/accounts/audit-queries'
import type { SettlementContext } from '#server/context'
import type { Db } from '#server/platform/db/connect'
import { resolveConcern, type LockedConcern } from '#server/platform/concerns-queries'

type Close = { action: `concern.${string}`; actor: AuditActor; reason?: string }

export async function closeConcern(
  app: Pick<SettlementContext, 'now'>,
  tx: Db,
  { id: subjectId, kind, subject }: LockedConcern,
  { action, actor, reason }: Close,
): Promise<void> {
  const at = app.now()
  await resolveConcern(tx, { kind, subject, at })
  const after = { kind, of: subject, ...(reason && { reason }) }
  await recordAuditEvent(tx, { at, actor, action, subject: 'concerns', subjectId, after })
}
