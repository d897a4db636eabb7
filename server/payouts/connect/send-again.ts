/** An admin sends a refused transfer again, at once instead of at its next attempt. */
import { takesTransfers } from '#domain/payments/connected-account'
import { TransferRefused } from '#domain/payments/transfer'
import { err, ok, type Result } from '#domain/result'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { mayDecide, type ConflictOfInterestError } from '#server/accounts/conflicts-of-interest'
import type { SettlementContext } from '#server/context'
import { lockAccount } from '#server/payouts/connect/accounts-queries'
import { sendTransfer } from '#server/payouts/connect/transfers'
import { claimRefusedTransfer, findTransfer, lockRefusedTransfer } from '#server/payouts/connect/transfers-queries'
import { transact } from '#server/platform/db/connect'

/**
 * `not_waiting`: it was sent, or someone has sent it again meanwhile. `account_restricted`: the mentor's account takes no
 * transfers; nothing was sent. `refused`: by the service, again. `unanswered`: its job tries again.
 */
type SendAgainError =
  | { code: 'not_waiting' | 'account_restricted' | 'refused' | 'unanswered' }
  | ConflictOfInterestError

/** `refusals`: how often it was refused when the page was made. Of two admins at once, one sends it. */
export async function sendTransferAgain(
  app: SettlementContext,
  actor: Actor,
  { id, refusals }: { id: string; refusals: number },
): Promise<Result<null, SendAgainError>> {
  const claimed = await claim(app, actor, id, refusals)
  if (!claimed.ok) return claimed
  try {
    await sendTransfer(app, id)
  } catch (error) {
    if (error instanceof TransferRefused) return err({ code: 'refused' })
    app.log.warn('job failed', { transferId: id, error })
    await transact(app.db, (tx) => app.queue(tx, 'transfer', { transferId: id })) // Nothing new if its job still waits.
    return err({ code: 'unanswered' })
  }
  return (await findTransfer(app.db, id))?.status === 'sent' ? ok(null) : err({ code: 'account_restricted' })
}

function claim(
  app: SettlementContext,
  actor: Actor,
  id: string,
  refusals: number,
): Promise<Result<null, SendAgainError>> {
  return transact(app.db, async (tx) => {
    const row = await lockRefusedTransfer(tx, id)
    if (row?.refusals !== refusals) return err({ code: 'not_waiting' })
    const decider = await mayDecide(tx, toAuditActor(actor), { accounts: [row.mentorAccountId], emails: [] })
    if (!decider.ok) return decider
    const account = await lockAccount(tx, row.accountId)
    if (!account || !takesTransfers(account)) return err({ code: 'account_restricted' })
    await claimRefusedTransfer(tx, id)
    await recordAuditEvent(tx, {
      at: app.now(),
      actor: decider.value,
      action: 'transfer.sent_again',
      subject: 'transfers',
      subjectId: id,
      before: { refusal: row.refusal },
      after: { booking: row.bookingId, amount: { amount: row.amount, currency: row.currency } },
    })
    return ok(null)
  })
}
