/**
 * Whom a mentor's money goes to. It is encrypted in the database, since someone who has it could pretend to be the mentor to
 * their bank, and readable by the mentor and in what an admin downloads to pay them.
 */
import { lockMentor } from '#server/mentors/queries'
import { isProven } from '#domain/accounts/account'
import type { Payee } from '#domain/payments/payee'
import { err, ok, type Result } from '#domain/result'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { mentorEvent } from '#server/mentors/audit'
import { queueMentorMail } from '#server/mentors/mails/queue-mail'
import { findSealedPayee, upsertPayee } from '#server/payouts/payees-queries'
import { openRecord, sealRecord, type Sealing } from '#server/payouts/sealed-record'

export const sealPayee = (app: Sealing, mentorId: string, payee: Payee): string =>
  sealRecord(app, 'payee', mentorId, payee)

/** Null if it was sealed under another secret, or for another mentor. */
export const openPayee = (app: Sealing, mentorId: string, sealed: string): Payee | null =>
  openRecord(app, 'payee', mentorId, sealed) as Payee | null

export async function findPayee(app: Pick<App, 'db' | 'secretFor'>, mentorId: string): Promise<Payee | null> {
  const found = await findSealedPayee(app.db, mentorId)
  return found ? openPayee(app, mentorId, found.sealed) : null
}

/**
 * Saves whom a mentor's money goes to, and emails that it has changed: an intruder in their session would change it
 * first. Does nothing if it is the same. `unproven`: they have to confirm their identity before.
 */
export function savePayee(
  app: App,
  { mentorId, payee }: { mentorId: string; payee: Payee },
  actor: Actor,
): Promise<Result<null, { code: 'unproven' }>> {
  return transact(app.db, async (tx) => {
    const now = app.now()
    if (!isProven(actor.session, now)) return err({ code: 'unproven' })
    await lockMentor(tx, mentorId)
    const found = await findSealedPayee(tx, mentorId)
    const known = found ? openPayee(app, mentorId, found.sealed) : null
    if (JSON.stringify(known) === JSON.stringify(payee)) return ok(null)
    await upsertPayee(tx, { mentorId, sealed: sealPayee(app, mentorId, payee), changedAt: now })
    await recordAuditEvent(tx, mentorEvent(app, toAuditActor(actor), 'mentor.payee_changed', mentorId))
    await queueMentorMail(app, tx, mentorId, 'payee_changed')
    return ok(null)
  })
}
