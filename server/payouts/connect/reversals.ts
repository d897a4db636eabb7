/** Takes back what a mentor owes of a transfer, and records what came of it. Sent under one key, as transfers are. */
import { hasOldKey } from '#domain/payments/idempotency-key'
import { TransferRefused, type TransferReversal } from '#domain/payments/transfer'
import type { SettlementContext } from '#server/context'
import { queueMentorMail } from '#server/mentors/mails/queue-mail'
import { insertLedgerEntry } from '#server/payments/ledger-queries'
import {
  findReversal,
  markReversalRefused,
  markReversalSent,
  reversalKey,
  type ReversalOfTransfer,
} from '#server/payouts/connect/transfers-queries'
import { lockPayouts } from '#server/payouts/payouts-queries'
import { transact } from '#server/platform/db/connect'
import { recordTransferEvent } from '#server/platform/events/record-event'

/**
 * Sends a queued reversal. Safe to repeat. One that the service refuses is not sent again: what is owed is set off against
 * the mentor's next transfers.
 *
 * @throws if it could not be sent, so that its job tries again.
 */
export async function sendReversal(app: SettlementContext, reversalId: string): Promise<void> {
  const row = await findReversal(app.db, reversalId)
  if (row?.status !== 'queued' || row.transfer === null) return
  const { transfer, amount, currency } = row
  const key = reversalKey(row)
  let sent: TransferReversal
  try {
    sent =
      (await findSent(app, row, transfer)) ?? (await app.payments.reverseTransfer({ transfer, amount, currency, key }))
  } catch (error) {
    if (!(error instanceof TransferRefused)) throw error
    app.log.warn('reversal refused', { bookingId: row.bookingId, error })
    await transact(app.db, async (tx) => {
      await lockPayouts(tx)
      await markReversalRefused(tx, row.id, error.code)
    })
    return
  }
  await recordReversal(app, row, sent)
}

async function findSent(app: SettlementContext, row: ReversalOfTransfer, transfer: string) {
  if (!hasOldKey(row, app.now())) return undefined
  const made = await app.payments.readTransfer(transfer)
  return made?.reversals.find(({ key }) => key === reversalKey(row))
}

/**
 * Records that the service has taken money back, once: its entry in the ledger, and the email to the mentor.
 *
 * @throws if it differs from ours.
 */
export async function recordReversal(
  app: SettlementContext,
  row: ReversalOfTransfer,
  sent: TransferReversal,
): Promise<void> {
  const { id, bookingId, mentorId, reference, amount, currency } = row
  if (sent.amount !== amount || sent.currency !== currency)
    throw new Error(`The reversal ${sent.id} differs from ours, ${id}`)
  const at = app.now()
  await transact(app.db, async (tx) => {
    if (!(await markReversalSent(tx, id, { serviceId: sent.id, sentAt: at }))) return
    const entry = { bookingId, currency, serviceId: sent.id, createdAt: at }
    await insertLedgerEntry(tx, { ...entry, kind: 'transfer_reversal', amountPence: amount })
    await recordTransferEvent(app, tx, 'transfer.reversed', { ...row, id: row.transferId }, { reversalId: id })
    await queueMentorMail(app, tx, mentorId, 'transfer_reversed', { reference, amountPence: amount, currency }, id)
  })
}
