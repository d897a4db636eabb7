/**
 * Everything that tests and the page `/sandbox` can make happen at the stand-in: faults, and what buyers, banks and the
 * service itself do. Each is one transaction that also records its events.
 *
 * Errors: `StripeApiError` if the object is in the wrong state, `RangeError` for numbers out of range.
 */
import type { Db } from '#server/platform/db/connect'
import { connectControl, type ConnectControl } from './connect/connect-control.ts'
import { answerDispute, closeDispute, openDispute } from './objects/disputes.ts'
import { WEBHOOK_EVENTS } from './webhooks/events.ts'
import {
  addOutage,
  addRefundFault,
  addTransferFault,
  changeWebhooks,
  clearFaults,
  listFaults,
  type Faults,
  type Outage,
  type RefundFault,
  type TransferFault,
  type WebhookFaults,
} from './faults/faults.ts'
import { payByDebit, payLate, settleDebit } from './objects/late-payments.ts'
import { readPayment } from './objects/payments.ts'
import { refundPayment, settleRefund } from './objects/refunds.ts'
import { notFound, wrongState } from './api/errors.ts'
import { findSession } from './objects/sessions.ts'
import {
  openSandboxDb,
  type Change,
  type DisputeRow,
  type EventRow,
  type PaymentRow,
  type RefundRow,
  type SandboxDb,
  type SessionRow,
} from './tables.ts'

/** A session with its payment, refunds and disputes. `events` are those that webhooks deliver, newest first. */
export type SessionHistory = {
  session: SessionRow
  payment: PaymentRow | null
  refunds: RefundRow[]
  disputes: DisputeRow[]
  events: EventRow[]
}

export type Control = ConnectControl & {
  /** All faults that are switched on. */
  faults(): Promise<Faults>
  /** Changes the given webhook faults and keeps the others: `webhooks({ copies: 3 })`. */
  webhooks(change: Partial<WebhookFaults>): Promise<void>
  /**
   * Breaks the next API calls of a kind, or all until `heal`. Several outages are used up in the order in which they
   * were added.
   */
  outage(outage: Outage): Promise<void>
  /** Breaks the next refunds that the product requests. */
  refunds(fault: RefundFault): Promise<void>
  /** Has the next transfers, or reversals, that the product requests refused. */
  transfers(fault: TransferFault): Promise<void>
  /** Switches every fault off. */
  heal(): Promise<void>

  /** The buyer pays at the last moment: an open or expired session becomes complete and paid. */
  payLate(sessionId: string): Promise<void>
  /** Completes an open session by a bank debit, which stays unpaid until `settleDebit`. */
  payByDebit(sessionId: string): Promise<void>
  /** The bank pays a debit or refuses it. A debit that failed may still succeed. */
  settleDebit(sessionId: string, outcome: 'succeeded' | 'failed'): Promise<void>
  /** Opens a dispute of all or part of a payment. Returns its id. */
  dispute(sessionId: string, terms?: { reason?: string; amount?: number }): Promise<string>
  answerDispute(disputeId: string): Promise<void>
  closeDispute(disputeId: string, outcome: 'won' | 'lost'): Promise<void>
  /** A refund made in the service's dashboard, by default of all that is left. Returns its id. */
  refund(sessionId: string, amount?: number): Promise<string>
  /** A pending refund succeeds or fails; one that succeeded may fail. */
  settleRefund(refundId: string, outcome: 'succeeded' | 'failed'): Promise<void>
  /** Delivers an event to every address again, soon, as a first attempt. `deliverDue` waits for it. */
  redeliver(eventId: string): Promise<void>

  /** Newest first. */
  listSessions(limit: number): Promise<SessionHistory[]>
}

type ControlOptions = {
  db: SandboxDb
  now: () => Date
  /** Called after events were written. */
  onChange: () => void
  /** Called after an outage was added. */
  onOutage: () => void
}

/** The controls alone, for a product whose stand-in runs as another process on the same database. */
export async function openControl({ db, now }: { db: Db; now: () => Date }): Promise<Control> {
  return makeControl({ db: await openSandboxDb(db), now, onChange: () => {}, onOutage: () => {} })
}

export function makeControl({ db, now, onChange, onOutage }: ControlOptions): Control {
  const change = async <Value>(work: (step: Change) => Promise<Value>): Promise<Value> => {
    const value = await db.transaction().execute((tx) => work({ tx, now: now(), idempotencyKey: null }))
    onChange()
    return value
  }
  return {
    faults: () => listFaults(db),
    async webhooks(changed) {
      await changeWebhooks(db, changed)
      onChange()
    },
    async outage(outage) {
      await addOutage(db, outage)
      onOutage()
    },
    refunds: (fault) => addRefundFault(db, fault),
    transfers: (fault) => addTransferFault(db, fault),
    async heal() {
      await clearFaults(db)
      onChange()
    },

    payLate: (id) => change(async (step) => void (await payLate(step, id))),
    payByDebit: (id) =>
      change(async (step) => {
        if (!(await payByDebit(step, id))) throw wrongState(`Session ${id} is not open to debits.`)
      }),
    settleDebit: (id, outcome) => change(async (step) => void (await settleDebit(step, id, outcome))),
    dispute: (id, terms) => change(async (step) => (await openDispute(step, await findPayment(step.tx, id), terms)).id),
    answerDispute: (id) => change((step) => answerDispute(step, id)),
    closeDispute: (id, outcome) => change((step) => closeDispute(step, id, outcome)),
    refund: (id, amount) =>
      change(async (step) => {
        const payment = await findPayment(step.tx, id)
        const made = await refundPayment(step, payment, {
          amount: amount ?? null,
          reason: null,
          labels: {},
          fault: null,
        })
        return made.id
      }),
    settleRefund: (id, outcome) => change((step) => settleRefund(step, id, outcome)),
    redeliver: (id) =>
      change(async ({ tx, now: at }) => {
        const again = { attempts: 0, deliveredTo: [], nextAttemptAt: at }
        const event = await tx.updateTable('events').set(again).where('id', '=', id).returning('id').executeTakeFirst()
        if (!event) throw notFound('event', id, 'id')
      }),
    listSessions: (limit) => listSessionHistories(db, limit),
    ...connectControl({ db, now, change }),
  }
}

async function findPayment(tx: SandboxDb, sessionId: string): Promise<PaymentRow> {
  const session = await findSession(tx, sessionId)
  if (!session) throw notFound('checkout.session', sessionId, 'session')
  const payment = session.paymentIntent ? await readPayment(tx, session.paymentIntent) : null
  if (payment?.status !== 'succeeded') throw wrongState(`Session ${sessionId} is not paid.`)
  return payment
}

async function listSessionHistories(db: SandboxDb, limit: number): Promise<SessionHistory[]> {
  const sessions = await db
    .selectFrom('checkoutSessions')
    .selectAll()
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
  const ids = sessions.map((session) => session.id)
  const paid = sessions.flatMap((session) => session.paymentIntent ?? [])
  if (ids.length === 0) return []
  const among = paid.length > 0 ? paid : ['none'] // SQL has no empty list.
  const payments = await db.selectFrom('paymentIntents').selectAll().where('id', 'in', among).execute()
  const ofPayments = (table: 'refunds' | 'disputes') =>
    db.selectFrom(table).selectAll().where('paymentIntent', 'in', among).orderBy('sequence')
  const refunds = (await ofPayments('refunds').execute()) as RefundRow[]
  const disputes = (await ofPayments('disputes').execute()) as DisputeRow[]
  const events = await db
    .selectFrom('events')
    .selectAll()
    .where((row) =>
      row.or([
        row(row.ref('object', '->>').key('id' as never), 'in', ids as never),
        row(row.ref('object', '->>').key('payment_intent' as never), 'in', among as never),
      ]),
    )
    .orderBy('sequence', 'desc')
    .execute()
  return sessions.map((session) => {
    const isOfSession = (row: { paymentIntent: string }) => row.paymentIntent === session.paymentIntent
    return {
      session,
      payment: payments.find((payment) => payment.id === session.paymentIntent) ?? null,
      refunds: refunds.filter(isOfSession),
      disputes: disputes.filter(isOfSession),
      events: events.filter(({ type, object }) => {
        const { id, payment_intent } = object as { id: string; payment_intent?: string | null }
        return WEBHOOK_EVENTS.test(type) && (id === session.id || (payment_intent ?? '') === session.paymentIntent)
      }),
    }
  })
}
