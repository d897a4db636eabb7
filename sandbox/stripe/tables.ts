/** Types of the stand-in's tables. They follow `migrations/`. */
import { join } from 'node:path'
import type { ColumnType, Generated, Kysely, Selectable } from 'kysely'
import type { Db } from '#server/db/connect'
import { migrateSandbox } from '../schema.ts'

/** Read as a value, written as its JSON text: the two drivers serialise arrays differently. */
type Json<Value> = ColumnType<Value, string, string>
type Metadata = Record<string, string>

export type LineItem = { id: string; name: string; description: string | null; unit_amount: number; quantity: number }
export type Card = { brand: string; last4: string }
export type PaymentError = { code: string; decline_code: string; message: string }

interface SandboxTables {
  checkout_sessions: {
    id: string
    sequence: Generated<number>
    status: 'open' | 'complete' | 'expired'
    amount_total: number
    currency: string
    line_items: Json<LineItem[]>
    client_reference_id: string | null
    customer_email: string | null
    payer_name: string | null
    metadata: Json<Metadata>
    payment_metadata: Json<Metadata>
    payment_description: string | null
    payment_intent: string | null
    payment_status: Generated<'unpaid' | 'paid'>
    card_only: Generated<boolean>
    success_url: string
    cancel_url: string | null
    locale: string | null
    submit_type: string | null
    created_at: Date
    expires_at: Date
  }
  payment_intents: {
    id: string
    sequence: Generated<number>
    charge: string
    status: 'requires_payment_method' | 'processing' | 'succeeded'
    method: Generated<'card' | 'bacs_debit'>
    disputed: Generated<boolean>
    amount: number
    amount_refunded: Generated<number>
    currency: string
    last_error: Json<PaymentError> | null
    card: Json<Card>
    metadata: Json<Metadata>
    description: string | null
    email: string | null
    created_at: Date
    charged_at: Date | null
  }
  refunds: {
    id: string
    sequence: Generated<number>
    payment_intent: string
    charge: string
    amount: number
    currency: string
    status: 'pending' | 'succeeded' | 'failed'
    reason: string | null
    failure_reason: string | null
    metadata: Json<Metadata>
    created_at: Date
  }
  disputes: {
    id: string
    sequence: Generated<number>
    payment_intent: string
    charge: string
    amount: number
    currency: string
    status: 'needs_response' | 'under_review' | 'won' | 'lost'
    reason: string
    created_at: Date
  }
  events: {
    id: string
    sequence: Generated<number>
    type: string
    object: Json<object>
    idempotency_key: string | null
    created_at: Date
    attempts: Generated<number>
    next_attempt_at: Date | null
    delivered_to: Generated<number[]>
  }
  idempotency_keys: {
    key: string
    endpoint: string
    fingerprint: string
    status: number | null
    body: string | null
    created_at: Date
  }
  webhook_faults: {
    only_row: Generated<boolean>
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
export type SessionRow = Selectable<SandboxTables['checkout_sessions']>
export type PaymentRow = Selectable<SandboxTables['payment_intents']>
export type RefundRow = Selectable<SandboxTables['refunds']>
export type DisputeRow = Selectable<SandboxTables['disputes']>
export type OutageRow = Selectable<SandboxTables['outages']>
export type EventRow = Selectable<SandboxTables['events']>

/** One change of state: everything it does happens in `tx`, or not at all. */
export type Change = { tx: SandboxDb; now: Date; idempotencyKey: string | null }

/** The product's database, seen through the stand-in's own schema, which is created where needed. */
export async function openSandboxDb(db: Db): Promise<SandboxDb> {
  await migrateSandbox(db, 'sandbox_stripe', join(import.meta.dirname, 'migrations'))
  return db.withSchema('sandbox_stripe') as unknown as SandboxDb
}
