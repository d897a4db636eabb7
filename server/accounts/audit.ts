/** Audit events about accounts, for `recordAuditEvent`. */
import type { Session } from '#domain/accounts/account'
import type { Client } from '#domain/accounts/client'
import type { AuditActor } from '#server/accounts/audit-queries'
import type { App } from '#server/context'

/** The owner of an account, acting from this client. `ownReason`: what they typed for a decision about themselves. */
export const accountActor = (accountId: string, { address }: Pick<Client, 'address'>, ownReason = ''): AuditActor => {
  return { kind: 'account', accountId, address: address || null, ...(ownReason && { ownReason }) }
}

/** Who acts, and from where. `ownReason`: what an admin typed for a decision about themselves. */
export type Actor = Owner & { session: Session }

/** As much of it as acting for one's own account needs. */
export type Owner = { session: Pick<Session, 'accountId'>; client: Pick<Client, 'address'>; ownReason?: string }

export const toAuditActor = ({ session, client, ownReason }: Owner): AuditActor =>
  accountActor(session.accountId, client, ownReason)

/** Something that was done to an account, now. */
export function accountEvent(
  app: Pick<App, 'now'>,
  actor: AuditActor,
  action: `${string}.${string}`,
  accountId: string,
  change: { before?: Record<string, unknown>; after?: Record<string, unknown> } = {},
) {
  return { at: app.now(), actor, action, subject: 'accounts', subjectId: accountId, ...change }
}
