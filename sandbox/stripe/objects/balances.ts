/**
 * Balances. A balance is the sum of its balance transactions, so both always agree. The stand-in takes no fees: each
 * transaction's net is its amount. https://docs.stripe.com/api/balance_transactions
 *
 * `account` is the id of a connected account, or null for the platform. Amounts are in minor units.
 */
import { sql } from 'kysely'
import type Stripe from 'stripe'
import { notFound } from '../api/errors.ts'
import { cutPage, PAGE_PARAMETERS, readPage } from '../api/paging.ts'
import { optionalText, rejectUnknown, type Parameters } from '../api/parameters.ts'
import { newId } from '../ids.ts'
import type { AccountRow, BalanceTransactionRow, Card, Change, PaymentRow, SandboxDb } from '../tables.ts'
import { listObject, seconds } from './api-objects.ts'

const PENDING_MS = 3 * 24 * 60 * 60 * 1000
/** The platform is British. */
const PLATFORM_CURRENCY = 'gbp'
/** A test card that skips the pending balance. https://docs.stripe.com/testing#available-balance */
const AVAILABLE_AT_ONCE = '0077'

type NewBalanceTransaction = {
  account: string | null
  type: BalanceTransactionRow['type']
  amount: number
  currency: string
  /** Id of what caused it. */
  source: string
  description?: string | null
  /** Absent: at once. */
  availableOn?: Date
}

export function recordBalanceTransaction(
  { tx, now }: Change,
  { availableOn = now, description = null, ...transaction }: NewBalanceTransaction,
): Promise<BalanceTransactionRow> {
  return tx
    .insertInto('balanceTransactions')
    .values({ id: newId('txn'), ...transaction, description, createdAt: now, availableOn })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * When a charge's money can be used: three days later, as in the United Kingdom, but without regard to weekends.
 * https://docs.stripe.com/payouts#payout-speed
 */
export function chargeAvailableOn(chargedAt: Date, card: Card): Date {
  return card.last4 === AVAILABLE_AT_ONCE ? chargedAt : new Date(chargedAt.getTime() + PENDING_MS)
}

/** Stripe has other names for what is not paid by card. */
export const typesOfMethod = (method: PaymentRow['method']) =>
  method === 'card'
    ? ({ charge: 'charge', refund: 'refund' } as const)
    : ({ charge: 'payment', refund: 'payment_refund' } as const)

export type CurrencyBalance = { currency: string; available: number; pending: number }

/** The sums per currency at `now`, in the order of currencies. */
export async function sumBalances(db: SandboxDb, account: string | null, now: Date): Promise<CurrencyBalance[]> {
  // As float8, which both drivers read as a number.
  const sumWhere = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number>`coalesce(sum(amount) filter (where ${condition}), 0)::float8`
  return db
    .selectFrom('balanceTransactions')
    .select([
      'currency',
      sumWhere(sql<boolean>`available_on <= ${now}`).as('available'),
      sumWhere(sql<boolean>`available_on > ${now}`).as('pending'),
    ])
    .where('account', 'is not distinct from', account)
    .groupBy('currency')
    .orderBy('currency')
    .execute()
}

/**
 * The available balance in a currency, until the transaction ends: calls for one account take turns, so that two
 * cannot spend the same money.
 */
export async function lockAvailable({ tx, now }: Change, account: string | null, currency: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`sandbox_stripe.balance:${account}`}))`.execute(tx)
  const balances = await sumBalances(tx, account, now)
  return balances.find((balance) => balance.currency === currency)?.available ?? 0
}

/** GET /v1/balance of a connected account or the platform. Its own currency is listed even without transactions. */
export async function readBalance(db: SandboxDb, now: Date, account: AccountRow | null) {
  const sums = await sumBalances(db, account?.id ?? null, now)
  const defaultCurrency = account?.defaultCurrency ?? PLATFORM_CURRENCY
  const isListed = sums.some(({ currency }) => currency === defaultCurrency)
  const balances = isListed ? sums : [{ currency: defaultCurrency, available: 0, pending: 0 }, ...sums]
  const part = (name: 'available' | 'pending') =>
    balances.map(({ currency, [name]: amount }) => ({ amount, currency, source_types: { card: amount } }))
  return {
    object: 'balance',
    available: part('available'),
    livemode: false,
    pending: part('pending'),
  } satisfies Stripe.Balance
}

/** https://docs.stripe.com/reports/reporting-categories */
const CATEGORIES: Record<BalanceTransactionRow['type'], string> = {
  adjustment: 'dispute',
  charge: 'charge',
  payment: 'charge',
  payment_refund: 'refund',
  payout: 'payout',
  payout_failure: 'payout_reversal',
  refund: 'refund',
  refund_failure: 'refund_failure',
  transfer: 'transfer',
  transfer_refund: 'transfer_reversal',
}

export function balanceTransactionObject(row: BalanceTransactionRow, now: Date) {
  const isReinstated = row.type === 'adjustment' && row.amount > 0
  return {
    id: row.id,
    object: 'balance_transaction',
    amount: row.amount,
    available_on: seconds(row.availableOn),
    balance_type: 'payments',
    created: seconds(row.createdAt),
    currency: row.currency,
    description: row.description,
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    net: row.amount,
    reporting_category: isReinstated ? 'dispute_reversal' : CATEGORIES[row.type],
    source: row.source,
    status: row.availableOn <= now ? 'available' : 'pending',
    type: row.type,
  } satisfies Stripe.BalanceTransaction
}

/** 404 if it does not exist, or is of another account. */
export async function readBalanceTransaction(db: SandboxDb, id: string, account: string | null, now: Date) {
  const row = await db
    .selectFrom('balanceTransactions')
    .selectAll()
    .where('id', '=', id)
    .where('account', 'is not distinct from', account)
    .executeTakeFirst()
  if (!row) throw notFound('balance transaction', id, 'id')
  return balanceTransactionObject(row, now)
}

export async function listBalanceTransactions(
  db: SandboxDb,
  parameters: Parameters,
  account: string | null,
  now: Date,
) {
  rejectUnknown(parameters, [...PAGE_PARAMETERS, 'currency', 'source', 'type'])
  const page = await readPage(db, parameters, { resource: 'balance transaction', table: 'balanceTransactions' })
  const currency = optionalText(parameters, 'currency')?.toLowerCase() ?? null
  const source = optionalText(parameters, 'source')
  const type = optionalText(parameters, 'type')
  const rows = await db
    .selectFrom('balanceTransactions')
    .selectAll()
    .where(page.where)
    .where('account', 'is not distinct from', account)
    .$if(currency !== null, (query) => query.where('currency', '=', currency!))
    .$if(source !== null, (query) => query.where('source', '=', source!))
    .$if(type !== null, (query) => query.where('type', '=', type as BalanceTransactionRow['type']))
    .orderBy('sequence', page.backwards ? 'asc' : 'desc')
    .limit(page.limit + 1)
    .execute()
  const cut = cutPage(rows, page)
  return listObject(
    cut.rows.map((row) => balanceTransactionObject(row, now)),
    cut.more,
    '/v1/balance_transactions',
  )
}
