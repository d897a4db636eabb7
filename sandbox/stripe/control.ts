/**
 * Everything that can be made to happen at the stand-in, for tests and for the page `/sandbox`: faults, and what buyers,
 * banks and the service itself do when they like. Each is one transaction, with the events that tell of it.
 *
 * Errors: `StripeRefusal` when it does not fit the state of things, `RangeError` for numbers that make no sense.
 */
import type { Db } from '#server/db/connect'
import { answerDispute, closeDispute, openDispute } from './objects/disputes.ts'
import { subscribed } from './webhooks/events.ts'
import {
  addOutage,
  addRefundFault,
  changeWebhooks,
  clearFaults,
  listFaults,
  type Faults,
  type Outage,
  type RefundFault,
  type WebhookFaults,
} from './faults/faults.ts'
import { payByDebit, payLate, settleDebit } from './objects/late-payments.ts'
import { readPayment } from './objects/payments.ts'
import { giveBack, settleRefund } from './objects/refunds.ts'
import { missing, wrongState } from './api/errors.ts'
import { findSession } from './objects/sessions.ts'
import {
  openState,
  type Change,
  type DisputeRow,
  type EventRow,
  type PaymentRow,
  type RefundRow,
  type SandboxDb,
  type SessionRow,
} from './tables.ts'

/** A session with everything that hangs on it; `events` are those that webhooks tell of, newest first. */
export type SessionStory = {
  session: SessionRow
  payment: PaymentRow | null
  refunds: RefundRow[]
  disputes: DisputeRow[]
  events: EventRow[]
}

export type Control = {
  /** All that is switched on. */
  faults(): Promise<Faults>
  /** Changes what is named: `webhooks({ copies: 3 })`. */
  webhooks(change: Partial<WebhookFaults>): Promise<void>
  /** The API goes wrong: the next calls of this kind, or all until `heal`. Several are taken in the order in which they were made. */
  outage(outage: Outage): Promise<void>
  /** Refunds that the product asks for from now on go wrong. */
  refunds(fault: RefundFault): Promise<void>
  /** Switches every fault off. */
  heal(): Promise<void>

  /** The buyer pressed Pay at the last moment: an open or expired session becomes complete and paid. */
  payLate(sessionId: string): Promise<void>
  /** Completes an open session by a bank debit: unpaid until `settleDebit`. */
  payByDebit(sessionId: string): Promise<void>
  /** A debit that failed may still succeed. */
  settleDebit(sessionId: string, outcome: 'succeeded' | 'failed'): Promise<void>
  /** Gives the id of the dispute. */
  dispute(sessionId: string, terms?: { reason?: string; amount?: number }): Promise<string>
  answerDispute(disputeId: string): Promise<void>
  closeDispute(disputeId: string, outcome: 'won' | 'lost'): Promise<void>
  /** A refund made by hand at the service, of all that is left unless an amount is named. Gives its id. */
  refund(sessionId: string, amount?: number): Promise<string>
  /** A pending refund succeeds or fails; one that succeeded may fail. */
  settleRefund(refundId: string, outcome: 'succeeded' | 'failed'): Promise<void>
  /** Tells an event to every address again, as a first attempt, soon. `deliverDue` waits for it. */
  redeliver(eventId: string): Promise<void>

  /** The newest sessions first. */
  stories(limit: number): Promise<SessionStory[]>
}

type ControlOptions = {
  db: SandboxDb
  now: () => Date
  /** Hears that events were written. */
  onChange: () => void
  /** Hears that an outage was added. */
  onOutage: () => void
}

/** The controls alone, for a product whose stand-in runs as its own process on the same database. */
export async function openControl({ db, now }: { db: Db; now: () => Date }): Promise<Control> {
  return makeControl({ db: await openState(db), now, onChange: () => {}, onOutage: () => {} })
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
    dispute: (id, terms) => change(async (step) => (await openDispute(step, await paymentOf(step.tx, id), terms)).id),
    answerDispute: (id) => change((step) => answerDispute(step, id)),
    closeDispute: (id, outcome) => change((step) => closeDispute(step, id, outcome)),
    refund: (id, amount) =>
      change(async (step) => {
        const payment = await paymentOf(step.tx, id)
        const made = await giveBack(step, payment, { amount: amount ?? null, reason: null, labels: {}, fault: null })
        return made.id
      }),
    settleRefund: (id, outcome) => change((step) => settleRefund(step, id, outcome)),
    redeliver: (id) =>
      change(async ({ tx, now: at }) => {
        const again = { attempts: 0, delivered_to: [], next_attempt_at: at }
        const event = await tx.updateTable('events').set(again).where('id', '=', id).returning('id').executeTakeFirst()
        if (!event) throw missing('event', id, 'id')
      }),
    stories: (limit) => listStories(db, limit),
  }
}

async function paymentOf(tx: SandboxDb, sessionId: string): Promise<PaymentRow> {
  const session = await findSession(tx, sessionId)
  if (!session) throw missing('checkout.session', sessionId, 'session')
  const payment = session.payment_intent ? await readPayment(tx, session.payment_intent) : null
  if (payment?.status !== 'succeeded') throw wrongState(`Session ${sessionId} is not paid.`)
  return payment
}

async function listStories(db: SandboxDb, limit: number): Promise<SessionStory[]> {
  const sessions = await db
    .selectFrom('checkout_sessions')
    .selectAll()
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
  const ids = sessions.map((session) => session.id)
  const paid = sessions.flatMap((session) => session.payment_intent ?? [])
  if (ids.length === 0) return []
  const none = ['none'] // SQL has no empty list.
  const among = paid.length > 0 ? paid : none
  const payments = await db.selectFrom('payment_intents').selectAll().where('id', 'in', among).execute()
  const ofPayments = (table: 'refunds' | 'disputes') =>
    db.selectFrom(table).selectAll().where('payment_intent', 'in', among).orderBy('sequence')
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
    const belongs = (row: { payment_intent: string }) => row.payment_intent === session.payment_intent
    return {
      session,
      payment: payments.find((payment) => payment.id === session.payment_intent) ?? null,
      refunds: refunds.filter(belongs),
      disputes: disputes.filter(belongs),
      events: events.filter(({ type, object }) => {
        const of = object as { id: string; payment_intent?: string | null }
        return subscribed.test(type) && (of.id === session.id || (of.payment_intent ?? '') === session.payment_intent)
      }),
    }
  })
}
