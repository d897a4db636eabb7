/**
 * Converts rows to the objects of Stripe's API, version 2026-10-28.endive. Sessions, payments and refunds are complete;
 * charges and disputes are the subsets below. A payment and its charge are one row. Connect's: `connect/`.
 */
import type Stripe from 'stripe'
import type { DisputeRow, EventRow, PaymentRow, RefundRow, SessionRow } from '../tables.ts'

export const API_VERSION = '2026-10-28.endive' satisfies Stripe.LatestApiVersion

/** Stripe's instants are whole seconds. */
export const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000)

/** `url` is the hosted page; it is only included while the session is open. */
export function sessionObject(row: SessionRow, url: string | null) {
  const customer = {
    address: null,
    business_name: null,
    email: row.customerEmail ?? row.payerEmail,
    individual_name: row.payerName,
    name: row.payerName,
    phone: null,
    tax_exempt: 'none',
    tax_ids: null,
  } satisfies Stripe.Checkout.Session.CustomerDetails
  return {
    id: row.id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: row.cardOnly ? ['card'] : null,
    amount_subtotal: row.amountTotal,
    amount_total: row.amountTotal,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: row.cancelUrl,
    client_reference_id: row.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: seconds(row.createdAt),
    currency: row.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: row.customerEmail || row.payerName ? customer : null,
    customer_email: row.customerEmail,
    discounts: [],
    expires_at: seconds(row.expiresAt),
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: row.locale,
    managed_payments: null,
    metadata: row.metadata,
    mode: 'payment',
    origin_context: null,
    payment_intent: row.paymentIntent,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: row.cardOnly ? ['card'] : ['card', 'bacs_debit'],
    payment_status: row.paymentStatus,
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: row.status,
    submit_type: row.submitType,
    subscription: null,
    success_url: row.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: row.status === 'open' ? url : null,
    wallet_options: null,
  } satisfies Stripe.Checkout.Session
}

export function lineItemObjects(row: SessionRow) {
  return row.lineItems.map(
    (item) =>
      ({
        id: item.id,
        object: 'item',
        adjustable_quantity: null,
        amount_discount: 0,
        amount_subtotal: item.unit_amount * item.quantity,
        amount_tax: 0,
        amount_total: item.unit_amount * item.quantity,
        currency: row.currency,
        description: item.name,
        metadata: {},
        price: null,
        quantity: item.quantity,
      }) satisfies Stripe.LineItem,
  )
}

export function paymentObject(row: PaymentRow) {
  const paid = row.status === 'succeeded'
  return {
    id: row.id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: row.amount,
    amount_capturable: 0,
    amount_received: paid ? row.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: null,
    confirmation_method: 'automatic',
    created: seconds(row.createdAt),
    currency: row.currency,
    customer: null,
    customer_account: null,
    description: row.description,
    excluded_payment_method_types: null,
    last_payment_error: row.lastError && { ...row.lastError, type: 'card_error' },
    latest_charge: row.charge,
    livemode: false,
    managed_payments: null,
    metadata: row.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: [row.method],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: row.status,
    transfer_group: row.transferGroup,
  } satisfies Stripe.PaymentIntent
}

/** The fields of a charge that the stand-in has. */
type ChargeSubset = Pick<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_captured'
  | 'amount_refunded'
  | 'balance_transaction'
  | 'captured'
  | 'created'
  | 'currency'
  | 'customer'
  | 'description'
  | 'disputed'
  | 'failure_code'
  | 'failure_message'
  | 'livemode'
  | 'metadata'
  | 'paid'
  | 'payment_intent'
  | 'receipt_email'
  | 'refunded'
  | 'status'
  | 'transfer_group'
>

export function chargeObject(row: PaymentRow) {
  const paid = row.status === 'succeeded'
  return {
    id: row.charge,
    object: 'charge',
    amount: row.amount,
    amount_captured: paid ? row.amount : 0,
    amount_refunded: row.amountRefunded,
    balance_transaction: row.balanceTransaction,
    captured: paid,
    created: seconds(row.chargedAt ?? row.createdAt),
    currency: row.currency,
    customer: null,
    description: row.description,
    disputed: row.disputed,
    failure_code: row.lastError?.code ?? null,
    failure_message: row.lastError?.message ?? null,
    livemode: false,
    metadata: row.metadata,
    paid,
    payment_intent: row.id,
    receipt_email: row.email,
    refunded: row.amountRefunded === row.amount,
    status: paid ? 'succeeded' : row.status === 'processing' ? 'pending' : 'failed',
    transfer_group: row.transferGroup,
  } satisfies ChargeSubset
}

export function refundObject(row: RefundRow) {
  return {
    id: row.id,
    object: 'refund',
    amount: row.amount,
    balance_transaction: row.balanceTransaction,
    charge: row.charge,
    created: seconds(row.createdAt),
    currency: row.currency,
    customer: null,
    customer_account: null,
    ...(row.failureBalanceTransaction && { failure_balance_transaction: row.failureBalanceTransaction }),
    ...(row.failureReason && { failure_reason: row.failureReason }),
    metadata: row.metadata,
    payment_intent: row.paymentIntent,
    payment_method: null,
    reason: row.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: row.status,
    transfer_reversal: null,
  } satisfies Stripe.Refund
}

/** A dispute without its evidence. */
type DisputeSubset = Omit<Stripe.Dispute, 'evidence' | 'evidence_details'>

export function disputeObject(row: DisputeRow) {
  return {
    id: row.id,
    object: 'dispute',
    amount: row.amount,
    balance_transactions: row.balanceTransactions as Stripe.BalanceTransaction[],
    charge: row.charge,
    created: seconds(row.createdAt),
    currency: row.currency,
    enhanced_eligibility_types: [],
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: row.paymentIntent,
    reason: row.reason,
    status: row.status,
  } satisfies DisputeSubset
}

export function eventObject(row: EventRow) {
  return {
    id: row.id,
    object: 'event',
    ...(row.account && { account: row.account }),
    api_version: API_VERSION,
    created: seconds(row.createdAt),
    data: { object: row.object, ...(row.previous && { previous_attributes: row.previous }) },
    livemode: false,
    pending_webhooks: row.nextAttemptAt ? 1 : 0,
    request: { id: null, idempotency_key: row.idempotencyKey },
    type: row.type as Stripe.Event.Type,
  } satisfies Stripe.EventBase
}

/** A page of a list. `more`: there are further items. */
export function listObject<Item>(items: Item[], more: boolean, url: string) {
  return { object: 'list', data: items, has_more: more, url } satisfies Stripe.ApiList<Item>
}
