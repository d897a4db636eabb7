/** Why the payment service refused a transfer to a mentor, or to take one back, for admins. */
import { toTransferRefusal, type TransferRefusal } from '#domain/payments/transfer'
import * as m from '#messages/admin'

const TRANSFER: Record<TransferRefusal, (code: { code: string }) => string> = {
  balance: m.refusedForBalance,
  account: m.refusedForAccount,
  amount: m.refusedForAmount,
  other: m.refusedForCode,
}

/** A sentence, from the service's own code. */
export const describeTransferRefusal = (code: string): string => TRANSFER[toTransferRefusal(code)]({ code })

/** A sentence, from the service's own code. It takes back from the balance of the mentor's account. */
export const describeReversalRefusal = (code: string): string =>
  toTransferRefusal(code) === 'balance' ? m.refusedForMentorBalance() : describeTransferRefusal(code)
