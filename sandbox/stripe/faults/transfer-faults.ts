/** Transfers and reversals that are refused on purpose. Other faults of theirs are outages (`faults.ts`). */
import { accountInvalid, type StripeApiError } from '../api/errors.ts'
import { balanceInsufficient, cannotReceive } from '../connect/transfer-errors.ts'
import type { SandboxDb } from '../tables.ts'
import { takeTransferFault, type TransferFault } from './faults.ts'

const refusals: Record<TransferFault['code'], (account: string) => StripeApiError> = {
  balance_insufficient: balanceInsufficient,
  insufficient_capabilities_for_transfer: cannotReceive,
  account_invalid: accountInvalid,
}

/** Throws the error of the next fault for this kind of call, and uses one of its `times`. */
export async function throwTransferFault(tx: SandboxDb, call: TransferFault['call'], account: string): Promise<void> {
  const code = await takeTransferFault(tx, call)
  if (code) throw refusals[code](account)
}
