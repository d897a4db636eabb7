/**
 * Payouts from a balance to a bank account, which the control page makes. https://docs.stripe.com/api/payouts
 *
 *   pending ──▶ paid ──▶ failed      (banks return money for days)
 *      └─────────────────▶ failed    (the money is back in the balance)
 */
import { notFound, wrongState } from '../api/errors.ts'
import { cutPage, PAGE_PARAMETERS, readPage } from '../api/paging.ts'
import { optionalText, readOptionalChoice, rejectUnknown, type Parameters } from '../api/parameters.ts'
import { newId } from '../ids.ts'
import { listObject } from '../objects/api-objects.ts'
import { lockAvailable, recordBalanceTransaction, sumBalances } from '../objects/balances.ts'
import type { Change, PayoutRow, SandboxDb } from '../tables.ts'
import { recordEvents } from '../webhooks/events.ts'
import { findAccount } from './accounts.ts'
import { payoutObject } from './transfer-objects.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Pays out all that is available, one payout per currency, to a connected account or, if null, to the platform. Returns
 * the ids. 400 if nothing is available or the account's payouts are disabled.
 */
export async function payOut(change: Change, account: string | null): Promise<string[]> {
  const { tx, now } = change
  if (account !== null && (await findAccount(tx, account)).stage !== 'active')
    throw wrongState(`Payouts of account ${account} are disabled.`, 'payouts_not_allowed')
  const ids: string[] = []
  for (const { currency } of await sumBalances(tx, account, now)) {
    const amount = await lockAvailable(change, account, currency)
    if (amount > 0) ids.push(await insertPayout(change, { account, amount, currency }))
  }
  if (ids.length === 0) throw wrongState('No money is available to pay out.', 'balance_insufficient')
  return ids
}

async function insertPayout(
  change: Change,
  payout: Pick<PayoutRow, 'account' | 'amount' | 'currency'>,
): Promise<string> {
  const { tx, now } = change
  const id = newId('po')
  const taken = { ...payout, type: 'payout' as const, amount: -payout.amount, source: id, description: 'STRIPE PAYOUT' }
  const { id: balanceTransaction } = await recordBalanceTransaction(change, taken)
  const row = await tx
    .insertInto('payouts')
    .values({
      id,
      ...payout,
      status: 'pending',
      destination: newId('ba'),
      balanceTransaction,
      arrivalDate: new Date(now.getTime() + DAY_MS),
      createdAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordEvents(change, [{ type: 'payout.created', object: payoutObject(row), account: row.account }])
  return id
}

/**
 * The bank accepts a pending payout, or returns a pending or paid one because its account was closed. 400 if the
 * payout's status does not allow it.
 */
export async function settlePayout(change: Change, id: string, outcome: 'paid' | 'failed'): Promise<void> {
  const { tx } = change
  const row = await tx
    .updateTable('payouts')
    .set({ status: outcome })
    .where('id', '=', id)
    .where('status', 'in', outcome === 'failed' ? ['pending', 'paid'] : ['pending'])
    .returningAll()
    .executeTakeFirst()
  if (!row) throw wrongState(`Payout ${id} cannot become \`${outcome}\`.`)
  const settled = outcome === 'failed' ? await returnPayout(change, row) : row
  await recordEvents(change, [{ type: `payout.${outcome}`, object: payoutObject(settled), account: row.account }])
}

async function returnPayout(change: Change, { id, account, amount, currency }: PayoutRow): Promise<PayoutRow> {
  const returned = { account, type: 'payout_failure' as const, amount, currency, source: id }
  const { id: failureBalanceTransaction } = await recordBalanceTransaction(change, returned)
  return change.tx
    .updateTable('payouts')
    .set({ failureBalanceTransaction })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** 404 if it does not exist, or is of another account. */
export async function readPayout(db: SandboxDb, id: string, account: string | null) {
  const row = await db
    .selectFrom('payouts')
    .selectAll()
    .where('id', '=', id)
    .where('account', 'is not distinct from', account)
    .executeTakeFirst()
  if (!row) throw notFound('payout', id, 'payout')
  return payoutObject(row)
}

export async function listPayouts(db: SandboxDb, parameters: Parameters, account: string | null) {
  rejectUnknown(parameters, [...PAGE_PARAMETERS, 'destination', 'status'])
  const page = await readPage(db, parameters, { resource: 'payout', table: 'payouts' })
  const status = readOptionalChoice(parameters, 'status', ['pending', 'paid', 'failed'])
  const destination = optionalText(parameters, 'destination')
  const rows = await db
    .selectFrom('payouts')
    .selectAll()
    .where(page.where)
    .where('account', 'is not distinct from', account)
    .$if(status !== null, (query) => query.where('status', '=', status!))
    .$if(destination !== null, (query) => query.where('destination', '=', destination!))
    .orderBy('sequence', page.backwards ? 'asc' : 'desc')
    .limit(page.limit + 1)
    .execute()
  const cut = cutPage(rows, page)
  return listObject(cut.rows.map(payoutObject), cut.more, '/v1/payouts')
}
