/** Payments of checkout sessions. A payment and its charge are one row: a session is charged at most once. */
import { sql } from 'kysely'
import { newId } from '../ids.ts'
import { chargeAvailableOn, recordBalanceTransaction, typesOfMethod } from './balances.ts'
import { chargeObject, listObject, paymentObject, sessionObject } from './api-objects.ts'
import { cutPage, PAGE_PARAMETERS, readPage } from '../api/paging.ts'
import { rejectUnknown, optionalText, type Parameters } from '../api/parameters.ts'
import { notFound } from '../api/errors.ts'
import { recordEvents } from '../webhooks/events.ts'
import type { Card, Change, PaymentError, PaymentRow, SandboxDb, SessionRow } from '../tables.ts'

/**
 * Pays an open session by card and returns it; null if it is no longer open. The UPDATE from `open` decides, so a
 * double click pays once, and either the payment or a concurrent expiry wins, never both.
 */
export async function paySession(change: Change, id: string, payer: Payer & { card: Card }) {
  const session = await completeSession(change, id, payer, 'paid')
  if (!session) return null
  const payment = await writePayment(change, session, { status: 'succeeded', card: payer.card, error: null })
  await recordEvents(change, [
    { type: 'payment_intent.succeeded', object: paymentObject(payment) },
    { type: 'checkout.session.completed', object: sessionObject(session, null) },
  ])
  return session
}

/** `email`: for a session that was opened without one. */
type Payer = { name: string; email: string | null }

/** Completes an open session; with `late`, an expired one, too. Undefined if its status does not allow it. */
export function completeSession(
  { tx, now }: Change,
  id: string,
  { name, email }: Payer,
  payment: SessionRow['paymentStatus'],
  late = false,
): Promise<SessionRow | undefined> {
  return tx
    .updateTable('checkoutSessions')
    .set((row) => ({
      status: 'complete',
      paymentStatus: payment,
      payerName: name,
      payerEmail: email,
      paymentIntent: row.fn.coalesce('paymentIntent', row.val(newId('pi'))), // Kept after a declined attempt.
    }))
    .where('id', '=', id)
    .where('status', 'in', late ? ['open', 'expired'] : ['open'])
    .$if(!late, (query) => query.where('expiresAt', '>', now))
    .returningAll()
    .executeTakeFirst()
}

/** Records a declined card; the session stays open. False if it is no longer open. */
export async function declineSession(change: Change, id: string, card: Card, error: PaymentError): Promise<boolean> {
  const { tx, now } = change
  const session = await tx
    .updateTable('checkoutSessions')
    .set((row) => ({ paymentIntent: row.fn.coalesce('paymentIntent', row.val(newId('pi'))) }))
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
  if (!session) return false
  const payment = await writePayment(change, session, { status: 'requires_payment_method', card, error })
  await recordEvents(change, [{ type: 'payment_intent.payment_failed', object: paymentObject(payment) }])
  return true
}

/** Inserts the payment of a session, or updates it with its next attempt. One that succeeds adds to the balance. */
export async function writePayment(
  change: Change,
  session: SessionRow,
  attempt: { status: PaymentRow['status']; method?: PaymentRow['method']; card: Card; error: PaymentError | null },
): Promise<PaymentRow> {
  const { tx, now } = change
  const charge = newId('ch')
  const method = attempt.method ?? 'card'
  const transaction =
    attempt.status === 'succeeded'
      ? await recordBalanceTransaction(change, {
          account: null,
          type: typesOfMethod(method).charge,
          amount: session.amountTotal,
          currency: session.currency,
          source: charge,
          description: session.paymentDescription,
          availableOn: chargeAvailableOn(now, attempt.card),
        })
      : null
  const outcome = {
    charge,
    status: attempt.status,
    method,
    lastError: attempt.error && JSON.stringify(attempt.error),
    card: JSON.stringify(attempt.card),
    balanceTransaction: transaction?.id ?? null,
    chargedAt: transaction ? now : null,
  }
  return tx
    .insertInto('paymentIntents')
    .values({
      id: session.paymentIntent!,
      amount: session.amountTotal,
      currency: session.currency,
      metadata: JSON.stringify(session.paymentMetadata),
      description: session.paymentDescription,
      email: session.customerEmail ?? session.payerEmail,
      transferGroup: session.transferGroup,
      createdAt: now,
      ...outcome,
    })
    .onConflict((again) => again.column('id').doUpdateSet(outcome))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * 404 if it does not exist. `param` names the source of the id: `intent` in a path, `payment_intent` in a parameter.
 */
export async function readPayment(db: SandboxDb, id: string, param = 'intent'): Promise<PaymentRow> {
  const row = await db.selectFrom('paymentIntents').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('payment_intent', id, param)
  return row
}

export async function readPaymentOfCharge(db: SandboxDb, charge: string, param = 'id'): Promise<PaymentRow> {
  const row = await db.selectFrom('paymentIntents').selectAll().where('charge', '=', charge).executeTakeFirst()
  if (!row) throw notFound('charge', charge, param)
  return row
}

export async function readCharge(db: SandboxDb, charge: string) {
  return chargeObject(await readPaymentOfCharge(db, charge))
}

export async function listPayments(db: SandboxDb, parameters: Parameters) {
  rejectUnknown(parameters, PAGE_PARAMETERS)
  const page = await readPage(db, parameters, { resource: 'payment_intent', table: 'paymentIntents' })
  const rows = await db
    .selectFrom('paymentIntents')
    .selectAll()
    .where(page.where)
    .orderBy('sequence', page.backwards ? 'asc' : 'desc')
    .limit(page.limit + 1)
    .execute()
  const cut = cutPage(rows, page)
  return listObject(cut.rows.map(paymentObject), cut.more, '/v1/payment_intents')
}

/** Lists the last attempt of each payment, as Stripe does. */
export async function listCharges(db: SandboxDb, parameters: Parameters) {
  rejectUnknown(parameters, [...PAGE_PARAMETERS, 'payment_intent'])
  const created = sql`coalesce(charged_at, created_at)`
  const page = await readPage(db, parameters, { resource: 'charge', table: 'paymentIntents', id: 'charge', created })
  const payment = optionalText(parameters, 'payment_intent')
  const rows = await db
    .selectFrom('paymentIntents')
    .selectAll()
    .where(page.where)
    .$if(payment !== null, (query) => query.where('id', '=', payment!))
    .orderBy('sequence', page.backwards ? 'asc' : 'desc')
    .limit(page.limit + 1)
    .execute()
  const cut = cutPage(rows, page)
  return listObject(cut.rows.map(chargeObject), cut.more, '/v1/charges')
}
