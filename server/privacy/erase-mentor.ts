/** Takes a person out of their mentor's record, and out of what they wrote as a mentor. */
import { takesTransfers } from '#domain/payments/connected-account'
import { openAmount } from '#domain/payments/earnings'
import { minutesAfter } from '#domain/time/wall-time'
import { eraseWordsOfMentor, hasOpenSessions } from '#server/privacy/erase-bookings-queries'
import { deleteEntriesForMentor } from '#server/waitlist/waitlist-queries'
import type { App, SettlementContext } from '#server/context'
import type { Db } from '#server/platform/db/connect'
import { hideDocument } from '#server/mentors/checks/documents-queries'
import { findRecord } from '#server/mentors/record/content-queries'
import { eraseMentorRow, listAllDocuments } from '#server/privacy/erase-mentor-queries'
import { raiseConcern, resolveConcern } from '#server/platform/concerns-queries'
import { listEarnings } from '#server/payouts/earnings-queries'
import { findAccount } from '#server/payouts/connect/accounts-queries'
import { isConnectOn } from '#server/payouts/connect/connect-setting'
import { openPayee } from '#server/payouts/payees'
import { deletePayee, findSealedPayee } from '#server/payouts/payees-queries'
import { deleteListing } from '#server/search/listings-queries'
import { deleteOldTaxDetails } from '#server/tax-documents/retention'

const DAY_MINUTES = 1_440

type ErasingApp = Pick<SettlementContext, 'now' | 'queue' | 'config'> & Pick<App, 'secretFor'>

/**
 * Erases the mentor's record of an account, in the caller's transaction. Pictures that nothing points at any more are
 * removed by the hourly job, documents by a job of their own.
 *
 * @returns the record's id, null without one; `open` while its sessions are not settled or payouts for them are to come:
 *   then nothing is erased.
 */
export async function eraseMentorProfile(
  app: ErasingApp,
  tx: Db,
  account: { id: string; closedAt: Date | null },
): Promise<string | null | 'open'> {
  const record = await findRecord(tx, { account: account.id }, { lock: true })
  if (!record) return null
  if (await hasOpenSessions(tx, record.id)) return 'open'
  if (await waitsForPayout(app, tx, record.id, account.closedAt ?? app.now())) return 'open'
  for (const id of await listAllDocuments(tx, record.id)) {
    await hideDocument(tx, record.id, id, app.now())
    await app.queue(tx, 'remove-document', { documentId: id })
  }
  await eraseWordsOfMentor(tx, record.id)
  await eraseMentorRow(tx, record.id, app.now())
  await deletePayee(tx, record.id)
  await deleteOldTaxDetails(app, tx, record.id)
  await deleteListing(tx, record.id)
  await deleteEntriesForMentor(tx, record.id)
  return record.id
}

/**
 * Whether the record has to stay for money that is to be paid out, or set off. With bank details, or an
 * account that takes transfers, it stays until they are paid. Without them the payout is impossible: an admin is notified, and the record stays no longer than that of a guest. What is
 * owed then remains in the ledger, to a mentor without a name.
 */
async function waitsForPayout(app: ErasingApp, tx: Db, mentorId: string, closedAt: Date): Promise<boolean> {
  const concern = { kind: 'payout_impossible', subject: mentorId, at: app.now() } as const
  const open = (await listEarnings(tx, { mentorId, unsettled: true })).filter(({ disputed }) => !disputed)
  const byCurrency = [...Map.groupBy(open, ({ currency }) => currency).values()]
  const isOwed = byCurrency.some((all) => all.reduce((sum, session) => sum + openAmount(session), 0) > 0)
  const payee = await findSealedPayee(tx, mentorId)
  const account = isConnectOn(app) ? await findAccount(tx, mentorId) : null
  const hasPayee = payee !== undefined && openPayee(app, mentorId, payee.sealed) !== null
  const payable = isOwed && (hasPayee || (account !== null && takesTransfers(account)))
  const isOver = app.now() >= minutesAfter(closedAt, app.config.KEEP_GUEST_DAYS * DAY_MINUTES)
  const waits = open.length > 0 && (payable || !isOver)
  if (waits && isOwed && !payable) await raiseConcern(tx, { ...concern, bookingId: null })
  else await resolveConcern(tx, concern)
  return waits
}
