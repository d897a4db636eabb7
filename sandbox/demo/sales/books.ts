/**
 * What was paid, given back and disputed in the demo's past, in both books: the product's ledger, refunds and disputes, and the
 * payment service's sessions, payments, refunds, disputes and balance. `compareTotals` finds no difference between them.
 */
import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { roundToCharge, toServiceAmount } from '#domain/payments/charges'
import { computeFee, type MinorUnits } from '#domain/payments/money'
import { minutesAfter } from '#domain/time/wall-time'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'
import { newId } from '../../stripe/ids.ts'
import { chargeAvailableOn } from '../../stripe/objects/balances.ts'
import type { BalanceTransactionRow as Transaction, SandboxDb } from '../../stripe/tables.ts'
import { makeEmail, FEE_PERCENT, type DemoBooking } from './booking.ts'

/** What became of a payment. `percent` of it went back; or the buyer's bank disputes it. */
type Aftermath = { refunded?: { percent: 50 | 100; at: Date }; disputedAt?: Date }

/** A session from a package was paid with the package. */
const hasPayment = ({ id, paidAt, packageId = null }: DemoBooking): boolean =>
  Boolean(paidAt) && (packageId === null || packageId === id)

export type Sold = { booking: DemoBooking; after?: Aftermath }

const CARDS = [
  { brand: 'visa', last4: '4242' },
  { brand: 'mastercard', last4: '4444' },
]

/** The same bookings with the ids of their checkouts and payments, to be written before their books. */
export function withPayments(sold: Sold[]): Sold[] {
  return sold.map(({ booking, ...rest }) => {
    const paid = { checkoutId: newId('cs_test'), paymentIntent: newId('pi') }
    return { booking: hasPayment(booking) ? { ...booking, ...paid } : booking, ...rest }
  })
}

/** Writes both books of bookings that have been written, all rows of a table at once. */
export async function writeBooks(tx: Db, service: SandboxDb, sold: Sold[]): Promise<void> {
  const payments = sold.flatMap(({ booking, after = {} }, n) =>
    hasPayment(booking) ? makePayment(booking, after, n) : [],
  )
  const refunds = payments.flatMap(({ refund }) => refund ?? [])
  const disputes = payments.flatMap(({ dispute }) => dispute ?? [])
  await tx
    .insertInto('ledger')
    .values([...payments, ...refunds].flatMap(({ ledger }) => ledger))
    .execute()
  await tx
    .insertInto('paymentEvents')
    .values(payments.map(({ event }) => event))
    .execute()
  await service
    .insertInto('balanceTransactions')
    .values([...payments, ...refunds, ...disputes].map(({ transaction }) => transaction))
    .execute()
  await service
    .insertInto('checkoutSessions')
    .values(payments.map(({ checkout }) => checkout))
    .execute()
  await service
    .insertInto('paymentIntents')
    .values(payments.map(({ intent }) => intent))
    .execute()
  if (refunds.length > 0) await writeRefunds(tx, service, refunds)
  if (disputes.length > 0) await writeDisputes(tx, service, disputes)
}

async function writeRefunds(tx: Db, service: SandboxDb, refunds: ReturnType<typeof makeRefund>[]): Promise<void> {
  await tx
    .insertInto('refunds')
    .values(refunds.map(({ own }) => own))
    .execute()
  await service
    .insertInto('refunds')
    .values(refunds.map(({ theirs }) => theirs))
    .execute()
}

async function writeDisputes(tx: Db, service: SandboxDb, disputes: ReturnType<typeof makeDispute>[]): Promise<void> {
  await tx
    .insertInto('disputes')
    .values(disputes.map(({ own }) => own))
    .execute()
  await tx
    .insertInto('concerns')
    .values(disputes.map(({ concern }) => concern))
    .execute()
  await service
    .insertInto('disputes')
    .values(disputes.map(({ theirs }) => theirs))
    .execute()
}

type Money = { amount: MinorUnits; fee: number; paymentIntent: string; charge: string; at: Date }

function makePayment(booking: DemoBooking, { refunded, disputedAt }: Aftermath, n: number) {
  const { id: bookingId, checkoutId, paymentIntent, pricePence: amount } = booking
  const charged = toServiceAmount(amount, booking.currency)
  if (!checkoutId || !paymentIntent) throw new Error(`${booking.reference} has no payment`)
  const at = minutesAfter(booking.createdAt, 3)
  const money = {
    amount,
    fee: computeFee(amount, FEE_PERCENT, booking.currency),
    paymentIntent,
    charge: newId('ch'),
    at,
  }
  const refund = refunded ? makeRefund(booking, money, refunded) : null
  const email = makeEmail(booking.menteeName)
  const card = CARDS[n % CARDS.length]!
  const transaction = balanceTransaction(booking, {
    type: 'charge',
    amount: charged,
    source: money.charge,
    createdAt: at,
    availableOn: chargeAvailableOn(at, card),
  })
  return {
    ledger: [
      ledgerEntry(booking, 'charge', amount, paymentIntent, at),
      // Of a package the fee is entered with each session, and nothing is the mentor's yet.
      booking.packageId
        ? ledgerEntry(booking, 'deferred', -amount, paymentIntent, at)
        : ledgerEntry(booking, 'fee', money.fee, paymentIntent, at),
    ],
    event: {
      id: newId('evt'),
      type: 'checkout.session.completed',
      checkoutId,
      objectId: null,
      paymentIntent,
      receivedAt: at,
      nextAttemptAt: null,
      processedAt: at,
      gaveUpAt: null,
    },
    checkout: {
      id: checkoutId,
      status: 'complete' as const,
      paymentStatus: 'paid' as const,
      amountTotal: charged,
      currency: booking.currency.toLowerCase(),
      lineItems: JSON.stringify([
        { id: newId('li'), name: booking.sessionTitle, description: null, unit_amount: charged, quantity: 1 },
      ]),
      clientReferenceId: bookingId,
      customerEmail: email,
      payerName: booking.menteeName,
      metadata: JSON.stringify({}),
      paymentMetadata: JSON.stringify({ booking: booking.reference, booking_id: bookingId }),
      paymentDescription: `Booking ${booking.reference}`,
      paymentIntent,
      successUrl: 'https://landfall.example/success?session_id={CHECKOUT_SESSION_ID}',
      cancelUrl: null,
      locale: null,
      submitType: null,
      createdAt: booking.createdAt,
      expiresAt: booking.payBefore,
    },
    intent: {
      id: paymentIntent,
      charge: money.charge,
      status: 'succeeded' as const,
      disputed: disputedAt !== undefined,
      amount: charged,
      amountRefunded: refund?.theirs.amount ?? 0,
      currency: booking.currency.toLowerCase(),
      lastError: null,
      card: JSON.stringify(card),
      metadata: JSON.stringify({ booking: booking.reference, booking_id: bookingId }),
      description: `Booking ${booking.reference}`,
      email,
      balanceTransaction: transaction.id,
      createdAt: at,
      chargedAt: at,
    },
    transaction,
    refund,
    dispute: disputedAt ? makeDispute(booking, money, disputedAt) : null,
  }
}

/** As the payment service lists it; its amounts are the service's. */
function balanceTransaction(
  { currency }: DemoBooking,
  { availableOn, ...caused }: Pick<Transaction, 'type' | 'amount' | 'source' | 'createdAt'> & { availableOn?: Date },
) {
  const id = newId('txn')
  return {
    id,
    account: null,
    ...caused,
    currency: currency.toLowerCase(),
    availableOn: availableOn ?? caused.createdAt,
  }
}

export const ledgerEntry = (
  { id: bookingId, currency }: DemoBooking,
  kind: Tables['ledger']['kind']['__insert__'],
  amountPence: number,
  serviceId: string,
  createdAt: Date,
): Insertable<Tables['ledger']> => ({ id: randomUUID(), bookingId, kind, amountPence, currency, serviceId, createdAt })

/** With a part of the payment, the operator's fee on that part goes back. */
function makeRefund(booking: DemoBooking, money: Money, { percent, at }: { percent: number; at: Date }) {
  const { paymentIntent, charge } = money
  const id = newId('re')
  const amount = roundToCharge((money.amount * percent) / 100, booking.currency, money.amount)
  const feeLeft = Math.round((money.fee * (money.amount - amount)) / money.amount)
  const key = `refund:${booking.id}`
  const returned = toServiceAmount(amount, booking.currency)
  const transaction = balanceTransaction(booking, { type: 'refund', amount: -returned, source: id, createdAt: at })
  return {
    transaction,
    ledger: [ledgerEntry(booking, 'refund', -amount, id, at), ledgerEntry(booking, 'fee', feeLeft - money.fee, id, at)],
    own: {
      id: randomUUID(),
      bookingId: booking.id,
      paymentIntent,
      amountPence: amount,
      currency: booking.currency,
      reason: 'mentee_cancelled' as const,
      key,
      status: 'succeeded' as const,
      serviceId: id,
      createdAt: at,
      updatedAt: at,
    },
    theirs: {
      id,
      paymentIntent,
      charge,
      amount: returned,
      currency: booking.currency.toLowerCase(),
      balanceTransaction: transaction.id,
      status: 'succeeded' as const,
      reason: null,
      failureReason: null,
      metadata: JSON.stringify({ key }),
      createdAt: at,
    },
  }
}

function makeDispute(booking: DemoBooking, { amount, paymentIntent, charge }: Money, at: Date) {
  const id = newId('dp')
  const about = { id, paymentIntent, status: 'needs_response' as const, createdAt: at }
  const disputed = toServiceAmount(amount, booking.currency)
  const taken = { type: 'adjustment' as const, amount: -disputed, source: id, createdAt: at }
  const transaction = balanceTransaction(booking, taken)
  return {
    transaction,
    own: { ...about, bookingId: booking.id, amountPence: amount, currency: booking.currency, updatedAt: at },
    concern: {
      id: randomUUID(),
      kind: 'dispute' as const,
      subject: id,
      bookingId: booking.id,
      createdAt: at,
      resolvedAt: null,
    },
    theirs: {
      ...about,
      charge,
      amount: disputed,
      currency: booking.currency.toLowerCase(),
      reason: 'unrecognized',
    },
  }
}
