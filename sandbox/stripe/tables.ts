/** Types of the stand-in's tables. They follow `migrations/`. */
import { join } from 'node:path'
import type { ColumnType, Generated, Kysely, Selectable } from 'kysely'
import type { Db } from '#server/platform/db/connect'
import { migrateSandbox } from '../schema.ts'

/** Read as a value, written as its JSON text: the two drivers serialise arrays differently. */
type Json<Value> = ColumnType<Value, string, string>
type Metadata = Record<string, string>

export type LineItem = { id: string; name: string; description: string | null; unit_amount: number; quantity: number }
export type Card = { brand: string; last4: string }
export type PaymentError = { code: string; decline_code: string; message: string }

/** https://docs.stripe.com/reports/balance-transaction-types */
type BalanceTransactionType =
  | 'adjustment'
  | 'charge'
  | 'payment'
  | 'payment_refund'
  | 'payout'
  | 'payout_failure'
  | 'refund'
  | 'refund_failure'
  | 'transfer'
  | 'transfer_refund'

/**
 * How far an account has come: `created` before its owner finished onboarding, `in_review` while Stripe verifies the
 * details, `restricted` until a document is uploaded. `rejected` is final.
 */
export type AccountStage = 'created' | 'in_review' | 'active' | 'restricted' | 'rejected'

interface SandboxTables {
  checkoutSessions: {
    id: string
    sequence: Generated<number>
    status: 'open' | 'complete' | 'expired'
    amountTotal: number
    currency: string
    lineItems: Json<LineItem[]>
    clientReferenceId: string | null
    customerEmail: string | null
    payerName: string | null
    /** Typed on the page of a session without `customerEmail`. */
    payerEmail: string | null
    metadata: Json<Metadata>
    paymentMetadata: Json<Metadata>
    paymentDescription: string | null
    paymentIntent: string | null
    paymentStatus: Generated<'unpaid' | 'paid'>
    cardOnly: Generated<boolean>
    successUrl: string
    cancelUrl: string | null
    locale: string | null
    submitType: string | null
    transferGroup: string | null
    createdAt: Date
    expiresAt: Date
  }
  paymentIntents: {
    id: string
    sequence: Generated<number>
    charge: string
    status: 'requires_payment_method' | 'processing' | 'succeeded'
    method: Generated<'card' | 'bacs_debit'>
    disputed: Generated<boolean>
    amount: number
    amountRefunded: Generated<number>
    /** The sum of the transfers that name this charge as their source. Reversals do not lower it. */
    amountTransferred: Generated<number>
    currency: string
    lastError: Json<PaymentError> | null
    card: Json<Card>
    metadata: Json<Metadata>
    description: string | null
    email: string | null
    transferGroup: string | null
    balanceTransaction: string | null
    createdAt: Date
    chargedAt: Date | null
  }
  refunds: {
    id: string
    sequence: Generated<number>
    paymentIntent: string
    charge: string
    amount: number
    currency: string
    status: 'pending' | 'succeeded' | 'failed'
    reason: string | null
    failureReason: string | null
    balanceTransaction: string | null
    failureBalanceTransaction: string | null
    metadata: Json<Metadata>
    createdAt: Date
  }
  disputes: {
    id: string
    sequence: Generated<number>
    paymentIntent: string
    charge: string
    amount: number
    currency: string
    status: 'needs_response' | 'under_review' | 'won' | 'lost'
    reason: string
    /** As Stripe's objects: the withdrawal, and the reinstatement of a dispute that was won. */
    balanceTransactions: ColumnType<object[], string | undefined, string>
    createdAt: Date
  }
  balanceTransactions: {
    id: string
    sequence: Generated<number>
    account: string | null
    type: BalanceTransactionType
    amount: number
    currency: string
    source: string
    description: string | null
    createdAt: Date
    availableOn: Date
  }
  accounts: {
    id: string
    sequence: Generated<number>
    stage: AccountStage
    deauthorized: Generated<boolean>
    country: string
    defaultCurrency: string
    email: string | null
    businessType: 'individual' | 'company' | 'non_profit' | null
    transfersRequested: boolean
    metadata: Json<Metadata>
    createdAt: Date
  }
  accountLinks: {
    token: string
    account: string
    kind: 'onboarding' | 'login'
    refreshUrl: string | null
    returnUrl: string | null
    createdAt: Date
    expiresAt: Date
    usedAt: Date | null
  }
  transfers: {
    id: string
    sequence: Generated<number>
    destination: string
    destinationPayment: string
    amount: number
    amountReversed: Generated<number>
    currency: string
    sourceTransaction: string | null
    transferGroup: string | null
    description: string | null
    balanceTransaction: string
    availableOn: Date
    metadata: Json<Metadata>
    createdAt: Date
  }
  transferReversals: {
    id: string
    sequence: Generated<number>
    transfer: string
    amount: number
    currency: string
    balanceTransaction: string
    destinationPaymentRefund: string
    metadata: Json<Metadata>
    createdAt: Date
  }
  payouts: {
    id: string
    sequence: Generated<number>
    account: string | null
    amount: number
    currency: string
    status: 'pending' | 'paid' | 'failed'
    destination: string
    balanceTransaction: string
    failureBalanceTransaction: string | null
    arrivalDate: Date
    createdAt: Date
  }
  events: {
    id: string
    sequence: Generated<number>
    type: string
    object: Json<object>
    /** The connected account whose event it is; null: the platform's. */
    account: string | null
    /** What the changed fields contained before. */
    previous: Json<object> | null
    idempotencyKey: string | null
    createdAt: Date
    attempts: Generated<number>
    nextAttemptAt: Date | null
    deliveredTo: Generated<number[]>
  }
  idempotencyKeys: {
    key: string
    endpoint: string
    fingerprint: string
    status: number | null
    body: string | null
    createdAt: Date
  }
  webhookFaults: {
    onlyRow: Generated<boolean>
    state: Json<object>
  }
  outages: {
    sequence: Generated<number>
    answer: string
    calls: string | null
    done: boolean
    milliseconds: Generated<number>
    remaining: number | null
  }
}

export type SandboxDb = Kysely<SandboxTables>
export type SessionRow = Selectable<SandboxTables['checkoutSessions']>
export type PaymentRow = Selectable<SandboxTables['paymentIntents']>
export type RefundRow = Selectable<SandboxTables['refunds']>
export type DisputeRow = Selectable<SandboxTables['disputes']>
export type BalanceTransactionRow = Selectable<SandboxTables['balanceTransactions']>
export type AccountRow = Selectable<SandboxTables['accounts']>
export type AccountLinkRow = Selectable<SandboxTables['accountLinks']>
export type TransferRow = Selectable<SandboxTables['transfers']>
export type ReversalRow = Selectable<SandboxTables['transferReversals']>
export type PayoutRow = Selectable<SandboxTables['payouts']>
export type OutageRow = Selectable<SandboxTables['outages']>
export type EventRow = Selectable<SandboxTables['events']>

/** One change of state: everything it does happens in `tx`, or not at all. */
export type Change = { tx: SandboxDb; now: Date; idempotencyKey: string | null }

/** The product's database, seen through the stand-in's own schema, which is created where needed. */
export async function openSandboxDb(db: Db): Promise<SandboxDb> {
  await migrateSandbox(db, 'sandbox_stripe', join(import.meta.dirname, 'migrations'))
  return sandboxTables(db)
}

/** The same of a schema that is there, such as in a transaction. */
export const sandboxTables = (db: Db) => db.withSchema('sandbox_stripe') as unknown as SandboxDb
