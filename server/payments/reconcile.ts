/**
 * Makes our books agree with the payment service's, whatever was lost on the way (decision 0020). Every hour the events
 * that no webhook brought are fetched and processed; every night all of both books is compared, and what settling can
 * repair is settled. What was repaired is an audit event; what is left is a concern.
 */
import { PaymentsUnavailable, type PaymentEvent } from '#domain/payments/checkout'
import { DAY_MS, HOUR_MS, minutesAfter } from '#domain/time/wall-time'
import type { Settling } from '#server/context'
import { recordDeed } from '#server/accounts/audit-queries'
import { raiseConcern, resolveConcern } from '#server/payments/concerns-queries'
import { transact } from '#server/db/connect'
import { listKnownEvents, storeEvent } from '#server/payments/webhook-inbox-queries'
import { findUnsentRefund } from '#server/payments/refunds-queries'
import { beginReconciliation, endReconciliation, type Scope } from '#server/payments/reconcile-queries'
import { processEvent, RETRY_MINUTES } from '#server/payments/webhook-inbox'
import { compareBooks, readOwnBooks, readServiceBooks, type Books, type Mismatch } from '#server/payments/mismatches'
import { forEachConcurrently } from '#server/payments/for-each-concurrently'
import { sendRefund, settleRefunds } from '#server/payments/refunds'
import { settleCheckout } from '#server/bookings/settle'

export const RECONCILE_DAYS = 35

/** For so long the service lists its events. https://docs.stripe.com/api/events/list */
const EVENTS_DAYS = 30
/** So much of what the last round has looked at is looked at again: clocks differ, and events are listed late. */
const OVERLAP_HOURS = 6
/** A younger event may still be on its way. */
const WEBHOOK_MINUTES = 2
/** Who has been at it for so long has died. Shorter than the job of one that died is tried again (`jobs.ts`). */
const STALE_MINUTES = 20

export type Finding = Mismatch & { repaired: boolean }

/**
 * Fetches the events since the last round that no webhook brought, and processes them. Null when another process is at
 * it. Throws when the service does not answer; then the next round looks as far back, and what is stored is tried again
 * by the sweeper.
 */
export function recoverEvents(app: Settling): Promise<Finding[] | null> {
  return alone(app, 'recent', async (doneUntil) => {
    const now = app.now()
    const until = minutesAfter(now, -WEBHOOK_MINUTES)
    // A round that has looked into the future had a wrong clock: nobody knows how far it really looked.
    const lookedAt = doneUntil && doneUntil <= now ? doneUntil.getTime() : 0
    const since = Math.max(now.getTime() - EVENTS_DAYS * DAY_MS, lookedAt - OVERLAP_HOURS * HOUR_MS)
    const events: PaymentEvent[] = []
    await app.payments.eachEvent(new Date(since), until, (event) => void events.push(event))
    const known = await listKnownEvents(
      app.db,
      events.map(({ id }) => id),
    )
    const missed = events.filter(({ id }) => !known.has(id)).toReversed() // The oldest first.
    const findings: Finding[] = []
    const recover = async (event: PaymentEvent) => {
      if (!(await storeMissedEvent(app, event))) return
      const outcome = await processEvent(app, event.id)
      const repaired = outcome === 'done'
      const what = `${event.type} never reached us`
      const repair = 'It is stored now, and is tried again like any event; when it is given up, it is a concern.'
      findings.push({ kind: 'event_missed', subject: event.id, bookingId: null, what, repair, repaired })
      if (outcome === 'unavailable') throw new PaymentsUnavailable('An event could not be asked about')
    }
    await forEachConcurrently(app, missed, recover, async ({ id: eventId }, error) => {
      app.log.error('event not processed', { eventId, error })
    })
    return { findings, doneUntil: until }
  })
}

/** False when somebody else was quicker, say its webhook. */
function storeMissedEvent(app: Settling, event: PaymentEvent): Promise<boolean> {
  const at = app.now()
  return transact(app.db, async (tx) => {
    if (!(await storeEvent(tx, event, at, minutesAfter(at, RETRY_MINUTES[0]!)))) return false
    const { id: subjectId, ...after } = event
    const actor = { kind: 'product' } as const
    await recordDeed(tx, { at, actor, action: 'payment_event.recovered', subject: 'payment_events', subjectId, after })
    return true
  })
}

/**
 * Compares the books of the last days, repairs what can be settled, raises a concern for the rest and lists both. Null
 * when another process is at it. Throws when the service does not answer.
 */
export function reconcile(app: Settling, days = RECONCILE_DAYS): Promise<Finding[] | null> {
  return alone(app, 'whole', async () => {
    const at = app.now()
    const service = await readServiceBooks(app, at, new Date(at.getTime() - days * DAY_MS))
    const books = await readOwnBooks(app.db, service)
    const found = compareBooks(books)
    const repairable = found.filter(({ kind }) => kind in repairs)
    await forEachConcurrently(
      app,
      repairable,
      (mismatch) => repairs[mismatch.kind]!(app, books, mismatch),
      async ({ bookingId }, error) => {
        app.log.error('mismatch not repaired', { ...(bookingId && { bookingId }), error })
      },
    )
    const left = repairable.length > 0 ? compareBooks(await readOwnBooks(app.db, service)) : found
    const isLeft = new Set(left.map(nameOf))
    const repaired = repairable.filter((mismatch) => !isLeft.has(nameOf(mismatch)))
    for (const mismatch of repaired) await recordRepair(app, mismatch)
    for (const mismatch of left) {
      const { bookingId } = mismatch
      await raiseConcern(app.db, { kind: 'mismatch', subject: nameOf(mismatch), bookingId, at: app.now() })
    }
    const findings = [
      ...repaired.map((mismatch) => ({ ...mismatch, repaired: true })),
      ...left.map((mismatch) => ({ ...mismatch, repaired: false })),
    ]
    return { findings, doneUntil: at }
  })
}

const nameOf = ({ kind, subject }: Mismatch) => `${kind}:${subject}`

type Repair = (app: Settling, books: Books, mismatch: Mismatch) => Promise<void>

const refundsAgain: Repair = (app, { refunds }, { subject }) => settleRefunds(app, refunds.get(subject)!.paymentIntent)

/** Each may be done again and again, and beside a webhook that says the same. */
const repairs: Partial<Record<Mismatch['kind'], Repair>> = {
  not_settled: (app, _, { subject }) => settleCheckout(app, subject),
  refund_not_ours: refundsAgain,
  refund_differs: refundsAgain,
  refund_missing: async (app, { booked }, { bookingId }) => {
    for (const { id } of booked.filter((refund) => refund.booking_id === bookingId)) {
      if (await findUnsentRefund(app.db, id)) await sendRefund(app, id) // Its job was lost, or has given up.
    }
  },
}

/** A concern that an earlier comparison raised is over. */
async function recordRepair(app: Settling, mismatch: Mismatch): Promise<void> {
  const { kind, subject, bookingId, what } = mismatch
  const at = app.now()
  await transact(app.db, async (tx) => {
    await resolveConcern(tx, { kind: 'mismatch', subject: nameOf(mismatch), at })
    await recordDeed(tx, {
      at,
      actor: { kind: 'product' },
      action: 'books.repaired',
      subject: 'bookings',
      subjectId: bookingId ?? subject,
      after: { mismatch: kind, of: subject, what },
    })
  })
}

/**
 * Two at once would do no harm, and say everything twice. Null: another process is at it, or has died within 20
 * minutes.
 */
async function alone(
  app: Settling,
  scope: Scope,
  work: (doneUntil: Date | null) => Promise<{ findings: Finding[]; doneUntil: Date }>,
): Promise<Finding[] | null> {
  const now = app.now()
  const begun = await beginReconciliation(app.db, scope, { now, staleMinutes: STALE_MINUTES })
  if (!begun) return null
  let done: Date | null = null
  try {
    const { findings, doneUntil } = await work(begun.doneUntil)
    done = doneUntil
    return findings
  } finally {
    await endReconciliation(app.db, scope, { begunAt: now, doneUntil: done })
  }
}

/**
 * The jobs of every hour and of every night. Throws when another process is at it: should that one have died, this job
 * is tried again.
 */
export async function runReconciliation(app: Settling, scope: Scope): Promise<void> {
  const findings = await (scope === 'recent' ? recoverEvents(app) : reconcile(app))
  if (!findings) throw new Error('Another process compares the books')
  const count = findings.filter(({ repaired }) => !repaired).length
  if (findings.length > count) app.log.warn('books repaired', { count: findings.length - count })
  if (count > 0) app.log.error('books do not agree', { count })
}
