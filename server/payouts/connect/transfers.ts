/**
 * Sends transfers to mentors' accounts and records what came of them. A transfer is a row before it is a call, and is sent
 * under the same key until the service has it, so that the money moves once.
 */
import { hasOldKey } from '#domain/payments/idempotency-key'
import { takesTransfers } from '#domain/payments/connected-account'
import { toTransferRefusal, TransferRefused, type Transfer } from '#domain/payments/transfer'
import type { SettlementContext } from '#server/context'
import { queueMentorMail } from '#server/mentors/mails/queue-mail'
import { refreshAccount } from '#server/payouts/connect/accounts'
import {
  deleteQueuedTransfer,
  enterTransfer,
  findQueuedTransfer,
  findTransfer,
  markTransferRefused,
  transferKey,
  type TransferRow,
} from '#server/payouts/connect/transfers-queries'
import { lockPayouts } from '#server/payouts/payouts-queries'
import { recordTransferEvent } from '#server/platform/events/record-event'
import { raiseConcern, resolveConcern } from '#server/platform/concerns-queries'
import { transact } from '#server/platform/db/connect'

/**
 * Sends a queued transfer. Safe to repeat.
 *
 * @throws if it could not be sent, so that its job tries again. A refusal also raises a concern, unless the account takes no
 *   transfers: then the transfer is deleted, and its money waits until the account does.
 */
export async function sendTransfer(app: SettlementContext, transferId: string): Promise<void> {
  const row = await findQueuedTransfer(app.db, transferId)
  if (!row) return
  let sent: Transfer
  try {
    sent = (await findSent(app, row)) ?? (await app.payments.transfer(describe(row)))
  } catch (error) {
    if (!(error instanceof TransferRefused)) throw error
    if (await waitsForAccount(app, row, error)) return
    await recordRefusal(app, row, error)
    throw error
  }
  await recordTransfer(app, row, sent)
}

async function findSent(app: SettlementContext, row: TransferRow): Promise<Transfer | undefined> {
  if (!hasOldKey(row, app.now())) return undefined
  return (await app.payments.listTransfers(row.bookingId)).find(({ key }) => key === transferKey(row))
}

function describe(row: TransferRow & { hasRoom: boolean }) {
  const { id, bookingId: group, accountId: account, amount, currency, refusals } = row
  const key = transferKey(row)
  const paymentIntent = row.hasRoom ? row.paymentIntent : null
  // A deleted transfer's number is given again, and the service repeats a refusal under the same key.
  return { account, amount, currency, paymentIntent, group, key, idempotencyKey: `${key}:${id}:${refusals + 1}` }
}

/**
 * Records that the service has made a transfer, once: its entry in the ledger, and the email to the mentor.
 *
 * @throws if it differs from ours, or ours was deleted meanwhile: reconciling then raises a concern.
 */
export async function recordTransfer(app: SettlementContext, row: TransferRow, sent: Transfer): Promise<void> {
  const { id, mentorId, amount, currency, accountId } = row
  if (sent.amount !== amount || sent.currency !== currency || sent.account !== accountId)
    throw new Error(`The transfer ${sent.id} differs from ours, ${id}`)
  const at = app.now()
  await transact(app.db, async (tx) => {
    const entered = await enterTransfer(tx, id, { serviceId: sent.id, sentAt: at })
    if (!entered) {
      if ((await findTransfer(tx, id))?.serviceId === sent.id) return
      throw new Error(`The transfer ${sent.id} is not ours any more: ${id}`)
    }
    const { reference, setOff, refusals } = entered
    const facts = { reference, amountPence: amount, currency, ...(setOff > 0 && { setOffPence: setOff }) }
    await queueMentorMail(app, tx, mentorId, 'transferred', facts, id)
    await recordTransferEvent(app, tx, 'transfer.sent', row)
    if (refusals > 0) await resolveConcern(tx, { kind: 'transfer_failed', subject: id, at })
  })
}

/** Reads the account of a refused transfer again. If it takes none, deletes the transfer: nothing was sent. */
async function waitsForAccount(app: SettlementContext, row: TransferRow, { code }: TransferRefused): Promise<boolean> {
  if (toTransferRefusal(code) !== 'account') return false
  const account = await refreshAccount(app, row.accountId)
  if (account && takesTransfers(account)) return false
  await transact(app.db, async (tx) => {
    await lockPayouts(tx)
    await deleteQueuedTransfer(tx, row)
    await recordTransferEvent(app, tx, 'transfer.refused', row, { reason: code })
    await resolveConcern(tx, { kind: 'transfer_failed', subject: row.id, at: app.now() })
  })
  return true
}

async function recordRefusal(app: SettlementContext, row: TransferRow, { code }: TransferRefused): Promise<void> {
  const { id: subject, bookingId } = row
  await transact(app.db, async (tx) => {
    await markTransferRefused(tx, subject, code)
    await raiseConcern(tx, { kind: 'transfer_failed', subject, bookingId, at: app.now() })
    await recordTransferEvent(app, tx, 'transfer.refused', row, { reason: code })
  })
}
