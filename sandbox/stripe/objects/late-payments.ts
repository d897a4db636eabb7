/**
 * Payments whose outcome arrives late: a card payment after the session seemed over, and bank debits, which complete a
 * session at once and are paid or refused days later. https://docs.stripe.com/payments/bacs-debit
 */
import { recordEvents } from '../webhooks/events.ts'
import { paymentObject, sessionObject } from './api-objects.ts'
import { completeSession, writePayment } from './payments.ts'
import { notFound, wrongState } from '../api/errors.ts'
import { findSession } from './sessions.ts'
import type { Change, SessionRow } from '../tables.ts'

const card = { brand: 'visa', last4: '4242' }
const account = { brand: 'bank', last4: '2345' }

/** Pays a session by card although its time is up or the seller has expired it. 400 if it is complete. */
export async function payLate(change: Change, id: string): Promise<SessionRow> {
  const session = await completeSession(
    change,
    id,
    { name: 'Late Payer', email: 'late-payer@example.com' },
    'paid',
    true,
  )
  if (!session) throw await wrongSessionState(change, id)
  const payment = await writePayment(change, session, { status: 'succeeded', card, error: null })
  await recordEvents(change, [
    { type: 'payment_intent.succeeded', object: paymentObject(payment) },
    { type: 'checkout.session.completed', object: sessionObject(session, null) },
  ])
  return session
}

/**
 * Completes an open session with a debit that the bank has yet to make. Null if the session is not open, or accepts
 * cards only.
 */
export async function payByDebit(change: Change, id: string): Promise<SessionRow | null> {
  if ((await findSession(change.tx, id))?.cardOnly) return null
  const session = await completeSession(
    change,
    id,
    { name: 'Test Account', email: 'test-account@example.com' },
    'unpaid',
  )
  if (!session) return null
  const payment = await writePayment(change, session, {
    status: 'processing',
    method: 'bacs_debit',
    card: account,
    error: null,
  })
  await recordEvents(change, [
    { type: 'payment_intent.processing', object: paymentObject(payment) },
    { type: 'checkout.session.completed', object: sessionObject(session, null) },
  ])
  return session
}

/** The bank pays a debit or refuses it. A refused one may still succeed. 400 if it has been paid. */
export async function settleDebit(change: Change, id: string, outcome: 'succeeded' | 'failed'): Promise<SessionRow> {
  const paid = outcome === 'succeeded'
  const session = await change.tx
    .updateTable('checkoutSessions')
    .set({ paymentStatus: paid ? 'paid' : 'unpaid' })
    .where('id', '=', id)
    .where('status', '=', 'complete')
    .where('paymentStatus', '=', 'unpaid')
    .returningAll()
    .executeTakeFirst()
  if (!session) throw await wrongSessionState(change, id)
  const message = 'The bank account holds too little.'
  const payment = await writePayment(change, session, {
    status: paid ? 'succeeded' : 'requires_payment_method',
    method: 'bacs_debit',
    card: account,
    error: paid ? null : { code: 'payment_intent_payment_attempt_failed', decline_code: 'insufficient_funds', message },
  })
  const object = sessionObject(session, null)
  await recordEvents(
    change,
    paid
      ? [
          { type: 'payment_intent.succeeded', object: paymentObject(payment) },
          { type: 'checkout.session.async_payment_succeeded', object },
        ]
      : [
          { type: 'payment_intent.payment_failed', object: paymentObject(payment) },
          { type: 'checkout.session.async_payment_failed', object },
        ],
  )
  return session
}

async function wrongSessionState({ tx }: Change, id: string) {
  const session = await findSession(tx, id)
  if (!session) return notFound('checkout.session', id, 'session')
  return wrongState(`This Checkout Session is \`${session.status}\` and \`${session.paymentStatus}\`.`)
}
