/** Admins do not decide about themselves unless there is no other admin: then they give a reason for the audit log. Decision 0042. */
import {
  findConflictOfInterest,
  type Decider,
  type ConflictOfInterest,
  type PeopleOf,
} from '#domain/accounts/conflict-of-interest'
import { hasOtherAdmin } from '#server/accounts/people-queries'
import { err, ok, type Result } from '#domain/result'
import type { AuditActor } from '#server/accounts/audit-queries'
import { findAccount } from '#server/accounts/queries'
import type { Db } from '#server/platform/db/connect'

/** It is about who decides. `alone`: a reason is all that is missing. */
export type ConflictOfInterestError = { code: 'own'; matter: ConflictOfInterest }

/** What there is to know of an admin before something is shown to them to decide. */
export async function findDecider(db: Db, accountId: string): Promise<Decider> {
  const account = await findAccount(db, accountId)
  const email = account?.emailVerified ? account.email : null
  return { accountId, email, isAlone: !(await hasOtherAdmin(db, accountId)) }
}

/**
 * Call it in the transaction of the decision, before anything is written.
 *
 * @returns who decides, as the audit log is to keep it.
 */
export async function mayDecide(
  db: Db,
  actor: AuditActor,
  people: PeopleOf,
): Promise<Result<AuditActor, ConflictOfInterestError>> {
  if (actor.kind !== 'account') return ok(actor)
  const matter = findConflictOfInterest(await findDecider(db, actor.accountId), people)
  if (matter === null) return ok(actor)
  const { ownReason } = actor
  return matter === 'alone' && ownReason ? ok({ ...actor, aboutThemselves: ownReason }) : err({ code: 'own', matter })
}
