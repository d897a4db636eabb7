/**
 * Transfers from the platform's balance to a connected account's, as separate charges and transfers.
 * https://docs.stripe.com/connect/separate-charges-and-transfers
 *
 * The stand-in converts no currency: the account's balance grows in the transfer's own.
 */
import type Stripe from 'stripe'
import { accountInvalid, badParameter, notFound, wrongState } from '../api/errors.ts'
import { cutPage, PAGE_PARAMETERS, readPage } from '../api/paging.ts'
import {
  mergeMetadata,
  metadata,
  optionalText,
  readOptionalChoice,
  rejectUnknown,
  requiredCurrency,
  requiredInteger,
  requiredText,
  type Parameters,
} from '../api/parameters.ts'
import { throwTransferFault } from '../faults/transfer-faults.ts'
import { newId } from '../ids.ts'
import { listObject } from '../objects/api-objects.ts'
import { lockAvailable, recordBalanceTransaction } from '../objects/balances.ts'
import { checkStep } from '../objects/session-parameters.ts'
import type { Change, SandboxDb, TransferRow } from '../tables.ts'
import { recordEvents } from '../webhooks/events.ts'
import { changedAttributes } from './account-objects.ts'
import { canReceiveTransfers } from './countries.ts'
import { takeFromCharge, type Funds } from './source-charges.ts'
import { balanceInsufficient, cannotReceive } from './transfer-errors.ts'
import { transferObject } from './transfer-objects.ts'

const KNOWN = [
  'amount',
  'currency',
  'description',
  'destination',
  'expand',
  'metadata',
  'source_transaction',
  'source_type',
  'transfer_group',
]

/**
 * Transfers from a charge (`source_transaction`), even while its money is pending, or from the available balance.
 *
 * Errors: 400 `resource_missing` for an unknown destination, 400 `insufficient_capabilities_for_transfer` unless it can
 * receive transfers, 403 `account_invalid` if it revoked its access, 400 `balance_insufficient`, and 400 without a code
 * if the charge has another currency, or less is left of it.
 */
export async function createTransfer(change: Change, parameters: Parameters) {
  rejectUnknown(parameters, KNOWN)
  const amount = requiredInteger(parameters, 'amount')
  if (amount < 1) throw badParameter('amount', 'Invalid positive integer', 'parameter_invalid_integer')
  const currency = requiredCurrency(parameters, 'currency')
  checkStep(amount, currency, 'amount')
  readOptionalChoice(parameters, 'source_type', ['card'])
  const destination = requiredText(parameters, 'destination')
  const source = optionalText(parameters, 'source_transaction')
  const given = {
    amount,
    currency,
    destination,
    description: optionalText(parameters, 'description'),
    metadata: JSON.stringify(metadata(parameters)),
  }
  const group = optionalText(parameters, 'transfer_group', 500)

  await throwTransferFault(change.tx, 'transfer', destination)
  await assertCanReceive(change.tx, destination)
  const funds = source
    ? await takeFromCharge(change, source, { amount, currency, group })
    : await takeFromBalance(change, { amount, currency, group })
  return writeTransfer(change, given, funds)
}

async function assertCanReceive(tx: SandboxDb, destination: string): Promise<void> {
  // Locked, so that a concurrent restriction of the account comes wholly before or after.
  const account = await tx
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', destination)
    .forShare()
    .executeTakeFirst()
  if (!account) throw badParameter('destination', `No such destination: '${destination}'`, 'resource_missing')
  if (account.deauthorized) throw accountInvalid(destination)
  if (account.stage !== 'active' || !account.transfersRequested) throw cannotReceive()
  if (canReceiveTransfers(account.country)) return
  throw wrongState(
    `Funds can't be sent to accounts located in ${account.country} because it's restricted outside of your platform's region. Learn more: https://docs.stripe.com/connect/cross-border-payouts.`,
  )
}

type Wanted = { amount: number; currency: string; group: string | null }

async function takeFromBalance(change: Change, { amount, currency, group }: Wanted): Promise<Funds> {
  if ((await lockAvailable(change, null, currency)) < amount) throw balanceInsufficient()
  return { sourceTransaction: null, transferGroup: group, availableOn: change.now }
}

type Given = Pick<TransferRow, 'amount' | 'currency' | 'destination' | 'description'> & { metadata: string }

async function writeTransfer(change: Change, given: Given, funds: Funds) {
  const { amount, currency, destination, description } = given
  const [id, destinationPayment] = [newId('tr'), newId('py')]
  const moved = { currency, description, availableOn: funds.availableOn }
  const taken = { account: null, type: 'transfer' as const, amount: -amount, source: id, ...moved }
  const { id: balanceTransaction } = await recordBalanceTransaction(change, taken)
  const received = { account: destination, type: 'payment' as const, amount, source: destinationPayment, ...moved }
  await recordBalanceTransaction(change, received)
  const row = await change.tx
    .insertInto('transfers')
    .values({ id, ...given, ...funds, destinationPayment, balanceTransaction, createdAt: change.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  const object = transferObject(row, [])
  await recordEvents(change, [{ type: 'transfer.created', object }])
  return object
}

/** Changes the description and metadata. 404 if it does not exist. */
export async function updateTransfer(change: Change, id: string, parameters: Parameters) {
  rejectUnknown(parameters, ['description', 'metadata', 'expand'])
  const description = optionalText(parameters, 'description')
  const before = await change.tx.selectFrom('transfers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!before) throw notFound('transfer', id, 'transfer')
  const row = await change.tx
    .updateTable('transfers')
    .set({
      description: description ?? before.description,
      metadata: JSON.stringify(mergeMetadata(before.metadata, parameters)),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const [[object], [earlier]] = [await withReversals(change.tx, [row]), await withReversals(change.tx, [before])]
  await recordEvents(change, [
    { type: 'transfer.updated', object: object!, previous: changedAttributes(earlier!, object!) },
  ])
  return object!
}

export async function readTransfer(db: SandboxDb, id: string): Promise<Stripe.Transfer> {
  const rows = await db.selectFrom('transfers').selectAll().where('id', '=', id).execute()
  const [object] = await withReversals(db, rows)
  if (!object) throw notFound('transfer', id, 'transfer')
  return object
}

export async function listTransfers(db: SandboxDb, parameters: Parameters) {
  rejectUnknown(parameters, [...PAGE_PARAMETERS, 'destination', 'transfer_group'])
  const page = await readPage(db, parameters, { resource: 'transfer', table: 'transfers' })
  const destination = optionalText(parameters, 'destination')
  const group = optionalText(parameters, 'transfer_group')
  const rows = await db
    .selectFrom('transfers')
    .selectAll()
    .where(page.where)
    .$if(destination !== null, (query) => query.where('destination', '=', destination!))
    .$if(group !== null, (query) => query.where('transferGroup', '=', group!))
    .orderBy('sequence', page.backwards ? 'asc' : 'desc')
    .limit(page.limit + 1)
    .execute()
  const cut = cutPage(rows, page)
  return listObject(await withReversals(db, cut.rows), cut.more, '/v1/transfers')
}

async function withReversals(db: SandboxDb, rows: TransferRow[]) {
  const reversed = rows.filter(({ amountReversed }) => amountReversed > 0).map(({ id }) => id)
  const reversals =
    reversed.length === 0
      ? []
      : await db
          .selectFrom('transferReversals')
          .selectAll()
          .where('transfer', 'in', reversed)
          .orderBy('sequence', 'desc')
          .execute()
  return rows.map((row) =>
    transferObject(
      row,
      reversals.filter(({ transfer }) => transfer === row.id),
    ),
  )
}
