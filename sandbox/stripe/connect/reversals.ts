/**
 * Reversals of transfers: the money goes back to the platform. Never more than was transferred: the transfer's
 * row is locked, so that concurrent reversals take turns. https://docs.stripe.com/api/transfer_reversals
 *
 * The account's balance may become negative, since the platform bears the losses of all accounts here
 * (`controller.losses.payments=application`). Stripe's reference promises less: a reversal is possible only if the
 * account's balance suffices. The transfer fault `balance_insufficient` refuses one for that reason.
 */
import { formatAmount } from '../amounts.ts'
import { badParameter, notFound, wrongState } from '../api/errors.ts'
import { cutPage, PAGE_PARAMETERS, readPage } from '../api/paging.ts'
import { metadata, optionalInteger, optionalText, rejectUnknown, type Parameters } from '../api/parameters.ts'
import { throwTransferFault } from '../faults/transfer-faults.ts'
import { newId } from '../ids.ts'
import { listObject } from '../objects/api-objects.ts'
import { recordBalanceTransaction } from '../objects/balances.ts'
import type { Change, ReversalRow, SandboxDb, TransferRow } from '../tables.ts'
import { recordEvents } from '../webhooks/events.ts'
import { findAccount } from './accounts.ts'
import { reversalObject } from './transfer-objects.ts'
import { readTransfer } from './transfers.ts'

/**
 * Takes back a part of a transfer or, without an amount, all that is left of it.
 *
 * Errors: 404 for an unknown transfer, 400 if less is left, 403 `account_invalid` if the account revoked its access.
 */
export async function createReversal(change: Change, transferId: string, parameters: Parameters) {
  const { tx, now } = change
  rejectUnknown(parameters, ['amount', 'description', 'metadata', 'expand'])
  const requested = optionalInteger(parameters, 'amount')
  if (requested !== null && requested < 1)
    throw badParameter('amount', 'Invalid positive integer', 'parameter_invalid_integer')
  const description = optionalText(parameters, 'description')
  const labels = metadata(parameters)

  const transfer = await lockTransfer(tx, transferId)
  await throwTransferFault(tx, 'reversal', transfer.destination)
  await findAccount(tx, transfer.destination)
  const amount = readAmount(transfer, requested)
  await tx
    .updateTable('transfers')
    .set((row) => ({ amountReversed: row('amountReversed', '+', amount) }))
    .where('id', '=', transferId)
    .execute()

  const [id, destinationPaymentRefund] = [newId('trr'), newId('pyr')]
  // Money that is still pending comes back pending.
  const availableOn = transfer.availableOn > now ? transfer.availableOn : now
  const moved = { currency: transfer.currency, description, availableOn }
  const returned = { account: null, type: 'transfer_refund' as const, amount, source: id, ...moved }
  const { id: balanceTransaction } = await recordBalanceTransaction(change, returned)
  const taken = { type: 'payment_refund' as const, amount: -amount, source: destinationPaymentRefund, ...moved }
  await recordBalanceTransaction(change, { account: transfer.destination, ...taken })
  const row = await tx
    .insertInto('transferReversals')
    .values({
      id,
      transfer: transferId,
      amount,
      currency: transfer.currency,
      balanceTransaction,
      destinationPaymentRefund,
      metadata: JSON.stringify(labels),
      createdAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordEvents(change, [{ type: 'transfer.reversed', object: await readTransfer(tx, transferId) }])
  return reversalObject(row)
}

async function lockTransfer(tx: SandboxDb, id: string): Promise<TransferRow> {
  const row = await tx.selectFrom('transfers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound('transfer', id, 'transfer')
  return row
}

function readAmount({ id, amount, amountReversed, currency }: TransferRow, requested: number | null): number {
  const left = amount - amountReversed
  if (left === 0) throw wrongState(`Transfer ${id} has already been fully reversed.`)
  if (requested === null || requested <= left) return requested ?? left
  const money = (minor: number) => formatAmount(minor, currency)
  const compared = amountReversed === 0 ? 'transfer amount' : 'unreversed amount on transfer'
  throw wrongState(
    `Reversal amount (${money(requested)}) is greater than ${compared} (${money(left)})`,
    undefined,
    'amount',
  )
}

export async function readReversal(db: SandboxDb, transfer: string, id: string) {
  const row = await db
    .selectFrom('transferReversals')
    .selectAll()
    .where('id', '=', id)
    .where('transfer', '=', transfer)
    .executeTakeFirst()
  if (!row) throw notFound('transfer reversal', id, 'id')
  return reversalObject(row)
}

/** 404 if the transfer does not exist. */
export async function listReversals(db: SandboxDb, transfer: string, parameters: Parameters) {
  rejectUnknown(parameters, PAGE_PARAMETERS)
  await readTransfer(db, transfer)
  const page = await readPage(db, parameters, { resource: 'transfer reversal', table: 'transferReversals' })
  const rows: ReversalRow[] = await db
    .selectFrom('transferReversals')
    .selectAll()
    .where(page.where)
    .where('transfer', '=', transfer)
    .orderBy('sequence', page.backwards ? 'asc' : 'desc')
    .limit(page.limit + 1)
    .execute()
  const cut = cutPage(rows, page)
  return listObject(cut.rows.map(reversalObject), cut.more, `/v1/transfers/${transfer}/reversals`)
}
