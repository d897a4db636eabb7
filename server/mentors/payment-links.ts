/** Whether mentees may send someone else a link to pay for a mentor's sessions. Links that exist already stay. */
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import type { App } from '#server/context'
import { mentorEvent } from '#server/mentors/audit'
import { findMentorForDesk, setPaymentLinks } from '#server/mentors/desk-queries'
import { lockMentor } from '#server/mentors/queries'
import { transact } from '#server/platform/db/connect'

/** Saves and records the choice. Does nothing if it is the same. */
export function savePaymentLinks(
  app: App,
  { mentorId, accepts }: { mentorId: string; accepts: boolean },
  actor: Actor,
): Promise<void> {
  return transact(app.db, async (tx) => {
    await lockMentor(tx, mentorId)
    const { acceptsPaymentLinks: before } = await findMentorForDesk(tx, mentorId)
    if (before === accepts) return
    await setPaymentLinks(tx, mentorId, accepts)
    const change = { before: { accepts_payment_links: before }, after: { accepts_payment_links: accepts } }
    await recordAuditEvent(tx, mentorEvent(app, toAuditActor(actor), 'mentor.payment_links_changed', mentorId, change))
  })
}
