/** What the webhook inbox and reconciling, which know nothing of payouts, hand over to them. */
import type { TransferSettlement } from '#server/context'
import { settleAccountEvent } from '#server/payouts/connect/accounts'
import { reconcileTransfers } from '#server/payouts/connect/reconcile-transfers'
import { settleTransfer } from '#server/payouts/connect/settle-transfers'

export const transferSettlement: TransferSettlement = {
  async settle(app, event) {
    const { type, objectId, account } = event
    if (!type.startsWith('transfer.')) return settleAccountEvent(app, event)
    if (objectId && account === null) await settleTransfer(app, objectId)
  },
  reconcile: reconcileTransfers,
}
