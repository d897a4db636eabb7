/** Makes our transfers and reversals agree with the payment service's, also those whose answers were lost. */
import type { SettlementContext } from '#server/context'
import { recordReversal } from '#server/payouts/connect/reversals'
import { recordTransfer } from '#server/payouts/connect/transfers'
import {
  findTransfer,
  findTransferOfService,
  listReversals,
  reversalKey,
} from '#server/payouts/connect/transfers-queries'

/**
 * Reads a transfer at the service, with what was taken back of it, and records what we did not know. One that was not made by
 * us is left alone: reconciling raises a concern.
 */
export async function settleTransfer(app: SettlementContext, serviceId: string): Promise<void> {
  const read = await app.payments.readTransfer(serviceId)
  const row = read && (await findTransferOfService(app.db, read.transfer))
  if (!row) return
  if (row.status === 'queued') await recordTransfer(app, row, read.transfer)
  const known = await listReversals(app.db, row.id)
  for (const reversal of read.reversals) {
    const ours = known.find((each) => each.serviceId === reversal.id || reversalKey(each) === reversal.key)
    if (ours && ours.status !== 'sent') await recordReversal(app, ours, reversal)
  }
}

/** Records a queued transfer that the service has made. False if it has not. */
export async function settleQueuedTransfer(app: SettlementContext, transferId: string): Promise<boolean> {
  const row = await findTransfer(app.db, transferId)
  if (row?.status !== 'queued') return true
  for (const { id } of await app.payments.listTransfers(row.bookingId)) await settleTransfer(app, id)
  return (await findTransfer(app.db, transferId))?.status !== 'queued'
}
