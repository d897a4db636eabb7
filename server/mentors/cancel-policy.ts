/** The cancellation policy of a mentor. It counts for bookings that are held from then on; earlier ones keep theirs. */
import { CANCEL_POLICIES, type CancelPolicy } from '#domain/bookings/refunds/refund-rule'
import { lockMentor } from '#server/mentors/queries'
import { err, ok, type Result } from '#domain/result'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { mentorEvent } from '#server/mentors/audit'
import { findMentorForDesk, setCancelPolicy } from '#server/mentors/desk-queries'

type SaveCancelPolicyError = { code: 'unknown_policy' }

/** Saves and records the policy. Does nothing if it is the same. */
export async function saveCancelPolicy(
  app: App,
  { mentorId, typed }: { mentorId: string; typed: string },
  actor: Actor,
): Promise<Result<null, SaveCancelPolicyError>> {
  const wanted = CANCEL_POLICIES.find((policy) => policy === typed)
  if (!wanted) return err({ code: 'unknown_policy' })
  await transact(app.db, async (tx) => {
    await lockMentor(tx, mentorId)
    const { cancelPolicy } = await findMentorForDesk(tx, mentorId)
    if (cancelPolicy === wanted) return
    await setCancelPolicy(tx, mentorId, wanted)
    const change = { before: policyFact(cancelPolicy), after: policyFact(wanted) }
    await recordAuditEvent(tx, mentorEvent(app, toAuditActor(actor), 'mentor.cancel_policy_changed', mentorId, change))
  })
  return ok(null)
}

const policyFact = (policy: CancelPolicy) => ({ cancel_policy: policy })
