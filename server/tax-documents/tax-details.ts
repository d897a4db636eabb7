/**
 * Who a mentor is by law: for receipts, invoices and the seller report. Encrypted in the database as their bank details are, and
 * readable by the mentor and in the report that an admin downloads.
 */
import { isProven } from '#domain/accounts/account'
import { err, ok, type Result } from '#domain/result'
import type { TaxDetails } from '#domain/tax-documents/tax-details'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import type { App } from '#server/context'
import { mentorEvent } from '#server/mentors/audit'
import { queueMentorMail } from '#server/mentors/mails/queue-mail'
import { lockMentor } from '#server/mentors/queries'
import { openRecord, sealRecord, type Sealing } from '#server/payouts/sealed-record'
import { transact, type Db } from '#server/platform/db/connect'
import { findSealedTaxDetails, listSealedTaxDetails, upsertTaxDetails } from '#server/tax-documents/tax-details-queries'

const open = (app: Sealing, mentorId: string, sealed: string) =>
  openRecord(app, 'tax details', mentorId, sealed) as TaxDetails | null

/** Null if they gave none, or the secret that sealed them is another one now. */
export async function findTaxDetails(app: Sealing & { db: Db }, mentorId: string): Promise<TaxDetails | null> {
  const found = await findSealedTaxDetails(app.db, mentorId)
  return found ? open(app, mentorId, found.sealed) : null
}

/** By mentor's id. Those who gave none are left out. */
export async function listTaxDetails(app: Sealing & { db: Db }, mentorIds: string[]): Promise<Map<string, TaxDetails>> {
  const all = [...(await listSealedTaxDetails(app.db, mentorIds))]
  return new Map(
    all.flatMap(([id, sealed]) => {
      const details = open(app, id, sealed)
      return details ? [[id, details] as const] : []
    }),
  )
}

/**
 * Saves a mentor's tax details, and emails that they have changed. Does nothing if they are the same.
 *
 * @returns `unproven`: they have to confirm their identity first.
 */
export function saveTaxDetails(
  app: App,
  { mentorId, details }: { mentorId: string; details: TaxDetails },
  actor: Actor,
): Promise<Result<null, { code: 'unproven' }>> {
  return transact(app.db, async (tx) => {
    const now = app.now()
    if (!isProven(actor.session, now)) return err({ code: 'unproven' })
    await lockMentor(tx, mentorId)
    const known = await findTaxDetails({ ...app, db: tx }, mentorId)
    if (JSON.stringify(known) === JSON.stringify(details)) return ok(null)
    const sealed = sealRecord(app, 'tax details', mentorId, details)
    await upsertTaxDetails(tx, { mentorId, sealed, changedAt: now })
    await recordAuditEvent(tx, mentorEvent(app, toAuditActor(actor), 'mentor.tax_details_changed', mentorId))
    await queueMentorMail(app, tx, mentorId, 'tax_details_changed')
    return ok(null)
  })
}
