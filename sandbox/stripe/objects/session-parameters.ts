/**
 * Reads and checks the parameters of a new checkout session, as Stripe does. Only hosted payments with prices in the
 * request.
 */
import { seconds } from './api-objects.ts'
import {
  group,
  list,
  metadata,
  rejectUnknown,
  optionalInteger,
  readOptionalChoice,
  optionalText,
  optionalUrl,
  requiredCurrency,
  requiredInteger,
  requiredText,
  type Parameters,
} from '../api/parameters.ts'
import { badParameter } from '../api/errors.ts'
import { newId } from '../ids.ts'
import type { LineItem } from '../tables.ts'

const KNOWN = [
  'allowed_payment_method_types',
  'cancel_url',
  'client_reference_id',
  'customer_creation',
  'customer_email',
  'expand',
  'expires_at',
  'line_items',
  'locale',
  'metadata',
  'mode',
  'payment_intent_data',
  'submit_type',
  'success_url',
  'ui_mode',
]
const METHODS: unknown[] = ['card', 'bacs_debit']
const HALF_HOUR_SECONDS = 30 * 60
const DAY_SECONDS = 24 * 60 * 60
const MAX_AMOUNT = 99_999_999
/** Larger ones. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const maxAmounts: Record<string, number> = {
  cop: 9_999_999_999,
  huf: 9_999_999_999,
  idr: 999_999_999_999,
  jpy: 9_999_999_999,
  lbp: 999_999_999_999,
  inr: 999_999_999,
  twd: 999_999_999,
}
/** Stripe's minimum charge, in minor units. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const minAmounts: Record<string, number> = { gbp: 30, eur: 50, usd: 50, jpy: 50, huf: 17_500, kwd: 0, isk: 0 }
/** https://docs.stripe.com/currencies#three-decimal and #special-cases: the amounts of these end in one zero, or two. */
const STEPS: Record<string, number> = { bhd: 10, jod: 10, kwd: 10, omr: 10, tnd: 10, isk: 100, ugx: 100 }

export function readNewSession(parameters: Parameters, now: Date) {
  rejectUnknown(parameters, KNOWN)
  requiredText(parameters, 'mode')
  readOptionalChoice(parameters, 'mode', ['payment'])
  readOptionalChoice(parameters, 'ui_mode', ['hosted_page', 'hosted'])
  readOptionalChoice(parameters, 'customer_creation', ['if_required'])
  const methods = list(parameters, 'allowed_payment_method_types')
  if (methods.length > 0 && (!methods.includes('card') || methods.some((type) => !METHODS.includes(type)))) {
    throw badParameter(
      'allowed_payment_method_types',
      'Invalid allowed_payment_method_types: card, and maybe bacs_debit',
    )
  }
  requiredText(parameters, 'success_url')
  const email = optionalText(parameters, 'customer_email', 800)
  if (email !== null && !/^[!-~]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw badParameter('customer_email', `Invalid email address: ${email}`, 'email_invalid')
  }
  const payment = group(parameters, 'payment_intent_data')
  rejectUnknown(payment, ['description', 'metadata', 'transfer_group'], 'payment_intent_data')
  const { items, currency, total } = readLineItems(parameters)
  return {
    items,
    currency,
    total,
    clientReferenceId: optionalText(parameters, 'client_reference_id', 200),
    email,
    cardOnly: methods.length > 0 && !methods.includes('bacs_debit'),
    metadata: metadata(parameters),
    paymentMetadata: metadata(payment, 'payment_intent_data'),
    paymentDescription: optionalText(payment, 'description', 1000, 'payment_intent_data'),
    transferGroup: optionalText(payment, 'transfer_group', 500, 'payment_intent_data'),
    successUrl: optionalUrl(parameters, 'success_url')!,
    cancelUrl: optionalUrl(parameters, 'cancel_url'),
    locale: optionalText(parameters, 'locale', 10),
    submitType: readOptionalChoice(parameters, 'submit_type', ['auto', 'book', 'pay']),
    expiresAt: readExpiry(parameters, now),
  }
}

function readExpiry(parameters: Parameters, now: Date): Date {
  const created = seconds(now)
  const expires = optionalInteger(parameters, 'expires_at') ?? created + DAY_SECONDS
  const refuse = (limit: string) =>
    badParameter('expires_at', `The \`expires_at\` timestamp must be ${limit} from Checkout Session creation.`)
  if (expires - created < HALF_HOUR_SECONDS) throw refuse('at least 30 minutes')
  if (expires - created > DAY_SECONDS) throw refuse('less than 24 hours')
  return new Date(expires * 1000)
}

function readLineItems(parameters: Parameters): { items: LineItem[]; currency: string; total: number } {
  const items = list(parameters, 'line_items').map(readLineItem)
  const first = items[0]
  if (!first) throw badParameter('line_items', 'Missing required param: line_items.', 'parameter_missing')
  if (items.length > 100) throw badParameter('line_items', 'Array line_items exceeded maximum 100 allowed elements.')
  if (items.some((item) => item.currency !== first.currency)) {
    throw badParameter('line_items', 'All line items must have the same currency')
  }
  const total = items.reduce((sum, { item }) => sum + item.unit_amount * item.quantity, 0)
  const minimum = minAmounts[first.currency] ?? 50
  if (total < minimum) {
    throw badParameter(
      'line_items',
      `The Checkout Session's total amount due must add up to at least ${minimum} ${first.currency} in its smallest unit.`,
      'amount_too_small',
    )
  }
  checkStep(total, first.currency, 'line_items')
  const maximum = maxAmounts[first.currency] ?? MAX_AMOUNT
  if (total > maximum) {
    throw badParameter('line_items', `The total amount due must be no more than ${maximum}.`, 'amount_too_large')
  }
  return { items: items.map(({ item }) => item), currency: first.currency, total }
}

/** Throws unless the currency has such an amount. */
export function checkStep(amount: number, currency: string, parameter: string): void {
  const step = STEPS[currency] ?? 1
  if (amount % step !== 0)
    throw badParameter(parameter, `Invalid integer: amounts in ${currency} must be divisible by ${step}`)
}

function readLineItem(given: string | Parameters, index: number): { item: LineItem; currency: string } {
  const within = `line_items[${index}]`
  if (typeof given === 'string') throw badParameter(within, `Invalid object: ${within}`)
  rejectUnknown(given, ['price_data', 'quantity'], within)
  const price = group(given, 'price_data', within)
  const priceAt = `${within}[price_data]`
  rejectUnknown(price, ['currency', 'product_data', 'unit_amount'], priceAt)
  const product = group(price, 'product_data', priceAt)
  const productAt = `${priceAt}[product_data]`
  rejectUnknown(product, ['name', 'description', 'metadata'], productAt)
  const currency = requiredCurrency(price, 'currency', priceAt)
  const quantity = requiredInteger(given, 'quantity', within)
  if (quantity < 1 || quantity > 999_999)
    throw badParameter(`${within}[quantity]`, 'Invalid quantity: must be at least 1')
  const unitAmount = requiredInteger(price, 'unit_amount', priceAt)
  if (unitAmount < 0 || unitAmount > (maxAmounts[currency] ?? MAX_AMOUNT)) {
    throw badParameter(`${priceAt}[unit_amount]`, 'Invalid non-negative integer', 'parameter_invalid_integer')
  }
  const item = {
    id: newId('li'),
    name: requiredText(product, 'name', 5000, productAt),
    description: optionalText(product, 'description', 5000, productAt),
    unit_amount: unitAmount,
    quantity,
  }
  return { item, currency }
}
