/**
 * Makes our books agree with the payment service's, even if webhooks or jobs were lost (decision 0014). Every hour,
 * events that no webhook brought are fetched and processed. Every night, both books are compared, and mismatches that
 * settling can repair are settled. A repair is recorded as an audit event; a mismatch that remains becomes a concern.
 */
import { PaymentsUnavailable, type PaymentEvent } from '#domain/payments/checkout'
import type { Finding, Mismatch } from '#domain/payments/mismatch'
import { DAY_MS, HOUR_MS, minutesAfter } from '#domain/time/wall-time'
import type { SettlementContext } from '#server/context'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { raiseConcern, resolveConcern, resolveGoneMismatches } from '#server/platform/concerns-queries'
import { transact } from '#server/platform/db/connect'
import { listStoredEventIds, storeEvent } from '#server/payments/webhook-inbox-queries'
import { findUnsentRefund } from '#server/payments/refunds-queries'
import { beginReconciliation, endReconciliation, type Scope } from '#server/bookings/settlement/reconcile-queries'
import { processEvent, RETRY_MINUTES } from '#server/bookings/settlement/webhook-inbox'
import {
  compareTotals,
  readTotalsOfBooking,
  readLedgerTotals,
  readProviderTotals,
  type Books,
} from '#server/payments/mismatches'
import { forEachConcurrently } from '#server/payments/for-each-concurrently'
import { sendRefund, settleRefunds } from '#server/bookings/settlement/refunds'
import { settleCheckout } from '#server/bookings/settlement/settle'
import * as m from '#messages/money'

export const RECONCILE_DAYS = 35

/** How long the service lists its events. https://docs.stripe.com/api/events/list */
const EVENTS_DAYS = 30
/** How much of the last round's span is read again: clocks differ, and events are listed late. */
const OVERLAP_HOURS = 6
/** The webhook of an event younger than this may still arrive. */
const WEBHOOK_MINUTES = 2
/** A process that started this long ago counts as dead. Shorter than the wait before its job is retried (`jobs.ts`). */
const STALE_MINUTES = 20

/**
 * Fetches the events since the last round that no webhook brought, and processes them.
 *
 * @returns what was recovered; null while another process is reconciling.
 * @throws if the service does not answer. The next round then looks as far back, and the sweeper retries stored events.
 */
export function recoverEvents(app: SettlementContext): Promise<Finding[] | null> {
  return runExclusively(app, 'recent', async (doneUntil) => {
    const now = app.now()
    const until = minutesAfter(now, -WEBHOOK_MINUTES)
    // A round that ended in the future had a wrong clock, so how far it really looked is unknown.
    const lookedAt = doneUntil && doneUntil <= now ? doneUntil.getTime() : 0
    const since = Math.max(now.getTime() - EVENTS_DAYS * DAY_MS, lookedAt - OVERLAP_HOURS * HOUR_MS)
    const events: PaymentEvent[] = []
    await app.payments.eachEvent(new Date(since), until, (event) => void events.push(event))
    const stored = await listStoredEventIds(
      app.db,
      events.map(({ id }) => id),
    )
    const missed = events.filter(({ id }) => !stored.has(id)).toReversed() // The oldest first.
    const findings: Finding[] = []
    const recover = async (event: PaymentEvent) => {
      if (!(await storeMissedEvent(app, event))) return
      const outcome = await processEvent(app, event.id)
      const repaired = outcome === 'done'
      const said = { what: m.eventMissed({ type: event.type }), repair: m.eventStored() }
      findings.push({ kind: 'event_missed', subject: event.id, bookingId: null, ...said, repaired })
      if (outcome === 'unavailable') throw new PaymentsUnavailable('An event could not be retrieved')
    }
    await forEachConcurrently(app, missed, recover, async ({ id: eventId }, error) => {
      app.log.error('event not processed', { eventId, error })
    })
    return { findings, doneUntil: until }
  })
}

/** False if the event is stored already, for example because its webhook arrived meanwhile. */
function storeMissedEvent(app: SettlementContext, event: PaymentEvent): Promise<boolean> {
  const at = app.now()
  return transact(app.db, async (tx) => {
    if (!(await storeEvent(tx, event, at, minutesAfter(at, RETRY_MINUTES[0]!)))) return false
    const { id: subjectId, ...after } = event
    const actor = { kind: 'product' } as const
    await recordAuditEvent(tx, {
      at,
      actor,
      action: 'payment_event.recovered',
      subject: 'payment_events',
      subjectId,
      after,
    })
    return true
  })
}

/**
 * Compares the books of the last `days`, repairs what can be settled and raises a concern for the rest.
 *
 * @returns all mismatches, repaired and left; null while another process is reconciling.
 * @throws if the service does not answer.
 */
export function reconcile(app: SettlementContext, days = RECONCILE_DAYS): Promise<Finding[] | null> {
  return runExclusively(app, 'whole', async () => {
    const at = app.now()
    const service = await readProviderTotals(app, at, new Date(at.getTime() - days * DAY_MS))
    const books = await readLedgerTotals(app.db, service)
    const found = compareTotals(books)
    const repairable = found.filter(({ kind }) => kind in repairs)
    await forEachConcurrently(
      app,
      repairable,
      (mismatch) => repairs[mismatch.kind]!(app, books, mismatch),
      async ({ bookingId }, error) => {
        app.log.error('mismatch not repaired', { ...(bookingId && { bookingId }), error })
      },
    )
    const left = repairable.length > 0 ? compareTotals(await readLedgerTotals(app.db, service)) : found
    const isLeft = new Set(left.map(keyOf))
    const repaired = repairable.filter((mismatch) => !isLeft.has(keyOf(mismatch)))
    const transfers = await app.transfers.reconcile(app, { since: service.since })
    const findings = [
      ...repaired.map((mismatch) => ({ ...mismatch, repaired: true })),
      ...left.map((mismatch) => ({ ...mismatch, repaired: false })),
      ...transfers,
    ]
    for (const mismatch of findings) {
      if (mismatch.repaired) await recordRepair(app, mismatch)
    }
    const remaining = findings.filter(({ repaired: isRepaired }) => !isRepaired)
    for (const mismatch of remaining) {
      const { bookingId, what, repair } = mismatch
      const words = { what, repair }
      await raiseConcern(app.db, { kind: 'mismatch', subject: keyOf(mismatch), bookingId, at: app.now(), words })
    }
    await resolveGoneMismatches(app.db, { found: remaining.map(keyOf), since: service.since, at: app.now() })
    return { findings, doneUntil: at }
  })
}

const keyOf = ({ kind, subject }: Mismatch) => `${kind}:${subject}`

type Repair = (app: SettlementContext, books: Books, mismatch: Mismatch) => Promise<void>

const settleItsRefunds: Repair = (app, { refunds }, { subject }) =>
  settleRefunds(app, refunds.get(subject)!.paymentIntent)

/** Each repair is idempotent, and safe beside a webhook that causes the same work. */
const repairs: Partial<Record<Mismatch['kind'], Repair>> = {
  not_settled: (app, _, { subject }) => settleCheckout(app, subject),
  refund_not_ours: settleItsRefunds,
  refund_differs: settleItsRefunds,
  refund_missing: async (app, { ownRefunds }, { bookingId }) => {
    for (const { id } of ownRefunds.filter((refund) => refund.bookingId === bookingId)) {
      if (await findUnsentRefund(app.db, id)) await sendRefund(app, id) // Its job was lost or has given up.
    }
  },
}

/**
 * Repairs what can be repaired of one booking, and compares it again.
 *
 * @returns what still differs; nothing where the books agree now.
 * @throws if the service does not answer.
 */
export async function reconcileBooking(app: SettlementContext, bookingId: string): Promise<Mismatch[]> {
  const compare = async () => {
    const books = await readTotalsOfBooking(app, bookingId)
    return { books, found: compareTotals(books).filter((mismatch) => mismatch.bookingId === bookingId) }
  }
  const { books, found } = await compare()
  for (const mismatch of found) await repairs[mismatch.kind]?.(app, books, mismatch)
  const left = found.length === 0 ? [] : (await compare()).found
  const transfers = await app.transfers.reconcile(app, { bookingId })
  return [...left, ...transfers.filter(({ repaired }) => !repaired)]
}

/** Writes the audit event, and resolves the concern that an earlier round may have raised. */
async function recordRepair(app: SettlementContext, mismatch: Mismatch): Promise<void> {
  const { kind, subject, bookingId, what } = mismatch
  const at = app.now()
  await transact(app.db, async (tx) => {
    await resolveConcern(tx, { kind: 'mismatch', subject: keyOf(mismatch), at })
    await recordAuditEvent(tx, {
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
 * Runs `work` in one process at a time: two at once would do no harm, but report everything twice.
 *
 * @returns null while another process is reconciling, or has died within the last 20 minutes.
 */
async function runExclusively(
  app: SettlementContext,
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
 * The hourly and the nightly job. Throws while another process is reconciling, so that the job is retried if that one
 * died.
 */
export async function runReconciliation(app: SettlementContext, scope: Scope): Promise<void> {
  const findings = await (scope === 'recent' ? recoverEvents(app) : reconcile(app))
  if (!findings) throw new Error('Another process compares the books')
  const count = findings.filter(({ repaired }) => !repaired).length
  if (findings.length > count) app.log.warn('books repaired', { count: findings.length - count })
  if (count > 0) app.log.error('books do not agree', { count })
}
