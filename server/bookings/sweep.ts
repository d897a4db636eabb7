/**
 * The sweeper: puts right what a lost webhook, a crash or an outage left behind. Runs every minute, in any process.
 * Nothing here frees a hold before the payment service has said that its session can no longer be paid.
 */
import { CREATED_WITHIN_MINUTES, PaymentsUnavailable, type Checkout } from '#domain/payments/checkout'
import { minutesAfter } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { markExpireFailed, markOrphan, transitionBooking, deleteClaim } from '#server/bookings/queries'
import {
  type Checked,
  type Orphan,
  claimOrphan,
  listOverdueHolds,
  listOpenHolds,
  listOrphans,
  markAllUnanswered,
  scheduleCheck,
} from '#server/bookings/sweep-queries'
import { raiseConcern } from '#server/payments/concerns-queries'
import { transact } from '#server/db/connect'
import { listOverdueFreeHolds } from '#server/bookings/holds-queries'
import { listUnfinishedMoves, type Move } from '#server/bookings/moves-queries'
import { processDueEvents } from '#server/payments/webhook-inbox'
import { releaseHold } from '#server/bookings/release'
import { finishMove } from '#server/bookings/moves'
import { forEachConcurrently } from '#server/payments/for-each-concurrently'
import { applyCheckout } from '#server/bookings/settle'

const BATCH = 200

/** How long a request may still be busy opening a checkout before its hold counts as left behind. */
const ORPHAN_MINUTES = 2

/** Throws when the payment service does not answer: what is left is tried in the next round, a minute later. */
export async function sweep(app: App): Promise<void> {
  const endFree = async ({ id }: { id: string }) =>
    void (await releaseHold(app, { id, checkout_id: null, price_pence: 0 }))
  await forEachConcurrently(
    app,
    await listOverdueFreeHolds(app.db, app.now(), BATCH),
    endFree,
    async ({ id: bookingId }, error) => {
      app.log.error('booking not put right', { bookingId, error })
    },
  )
  try {
    await endLapsedHolds(app)
    await settleOrphans(app)
    const begunBefore = minutesAfter(app.now(), -ORPHAN_MINUTES)
    await askAbout(app, await listUnfinishedMoves(app.db, begunBefore, BATCH), (move) => endUnfinished(app, move))
    // Bounded: who could still pay is asked about again and again, and must not keep a round from its end.
    await askAbout(app, await listOpenHolds(app.db, app.now(), BATCH), (hold) => checkHold(app, hold))
  } catch (error) {
    if (error instanceof PaymentsUnavailable) await markAllUnanswered(app.db, app.now())
    throw error
  }
  await processDueEvents(app, BATCH)
}

/** Asks about bookings. One that cannot be put right waits a while, so that it stands in nobody's way. */
function askAbout<Booking extends { id: string }>(
  app: App,
  bookings: Booking[],
  putRight: (booking: Booking) => Promise<void>,
): Promise<void> {
  const ask = async (booking: Booking) => {
    try {
      await putRight(booking)
    } catch (error) {
      await markExpireFailed(app.db, booking.id, app.now())
      throw error
    }
  }
  return forEachConcurrently(app, bookings, ask, async ({ id: bookingId }, error) => {
    app.log.error('booking not put right', { bookingId, error })
    await scheduleCheck(app.db, bookingId, app.now(), { failing: true })
  })
}

async function endLapsedHolds(app: App): Promise<void> {
  let after: Checked | undefined
  do {
    const holds: Checked[] = await listOverdueHolds(app.db, app.now(), after, BATCH)
    await askAbout(app, holds, (hold) => checkHold(app, hold))
    after = holds.length === BATCH ? holds.at(-1) : undefined
  } while (after)
}

/**
 * Makes a hold agree with its session. One that has lapsed is over by the service's own clock as a rule, so one question is
 * enough; if it is not, it is ended.
 */
async function checkHold(app: App, { id, checkout_id: checkoutId, pay_before: payBefore }: Checked): Promise<void> {
  const read = await app.payments.readCheckout(checkoutId)
  const isLeftOpen = read?.status === 'open' && payBefore <= app.now()
  const checkout = isLeftOpen ? await app.payments.expireCheckout(checkoutId) : read
  if (!checkout) return keepUnknown(app, id, checkoutId)
  await applyCheckout(app, checkout)
  if (checkout.status === 'open' || checkout.status === 'processing')
    await scheduleCheck(app.db, id, app.now(), { failing: false })
}

/** A session that the service does not know cannot be said to be unpaid (it may be another account's): its hold stays. */
async function keepUnknown(app: App, bookingId: string, checkoutId: string): Promise<void> {
  app.log.error('hold kept: its checkout is unknown', { bookingId, checkoutId })
  const at = app.now()
  await markExpireFailed(app.db, bookingId, at)
  await scheduleCheck(app.db, bookingId, at, { failing: true })
  await raiseConcern(app.db, { kind: 'mismatch', subject: `checkout_unknown:${bookingId}`, bookingId, at })
}

/** A hold that replaces another, when the process that moved it died, or did not hear what became of the other. */
async function endUnfinished(app: App, move: Move): Promise<void> {
  if ((await finishMove(app, move)) === 'kept') throw new PaymentsUnavailable('A hold that is moved could not be ended')
}

/** Bookings that never learned the id of their payment session, the oldest first. */
async function settleOrphans(app: App): Promise<void> {
  const madeBefore = minutesAfter(app.now(), -ORPHAN_MINUTES)
  let after: Orphan | undefined
  do {
    const orphans: Orphan[] = await listOrphans(app.db, { now: app.now(), madeBefore }, after, BATCH)
    const sessions = await findSessions(app, orphans)
    const looked = orphans.filter(({ id }) => sessions.has(id))
    await askAbout(app, looked, (orphan) => settleOrphan(app, orphan.id, sessions.get(orphan.id)!))
    after = orphans.length === BATCH ? orphans.at(-1) : undefined
  } while (after)
}

/**
 * The sessions of each booking, by its id, also where there are none. The service cannot look for a booking, only list what
 * was opened in a span of time: bookings of the same time are looked for by one list. Those whose list failed are left out.
 */
async function findSessions(app: App, orphans: Orphan[]): Promise<Map<string, Checkout[]>> {
  const sessions = new Map<string, Checkout[]>()
  const list = async (span: Orphan[]) => {
    const found = new Map(span.map(({ id }) => [id, [] as Checkout[]]))
    const from = minutesAfter(span[0]!.created_at, -CREATED_WITHIN_MINUTES)
    const to = minutesAfter(span.at(-1)!.created_at, CREATED_WITHIN_MINUTES)
    await app.payments.eachCheckout(from, to, (session) => found.get(session.bookingId ?? '')?.push(session))
    for (const [id, own] of found) sessions.set(id, own)
  }
  await forEachConcurrently(app, spansOf(orphans), list, async (span, error) => {
    for (const { id: bookingId } of span) {
      app.log.error('booking not put right', { bookingId, error })
      await markExpireFailed(app.db, bookingId, app.now())
      await scheduleCheck(app.db, bookingId, app.now(), { failing: true })
    }
  })
  return sessions
}

/** Bookings in the order of their making, divided where the spans of time in which they are looked for do not touch. */
function spansOf(orphans: Orphan[]): Orphan[][] {
  const spans: Orphan[][] = []
  for (const orphan of orphans) {
    const last = spans.at(-1)
    const reach = last && minutesAfter(last.at(-1)!.created_at, 2 * CREATED_WITHIN_MINUTES)
    if (last && reach && orphan.created_at <= reach) last.push(orphan)
    else spans.push([orphan])
  }
  return spans
}

/** Ends what is open, settles what is paid, then frees the minutes. */
async function settleOrphan(app: App, bookingId: string, sessions: Checkout[]): Promise<void> {
  if (!(await claimOrphan(app.db, bookingId, app.now()))) return
  const ends: (Checkout | null)[] = []
  for (const found of sessions) {
    const checkout = found.status === 'open' ? await app.payments.expireCheckout(found.id) : found
    if (checkout) await applyCheckout(app, checkout)
    ends.push(checkout)
  }
  if (ends.some((checkout) => !checkout || checkout.status === 'open' || checkout.status === 'processing')) {
    return scheduleCheck(app.db, bookingId, app.now(), { failing: false })
  }
  await transact(app.db, async (tx) => {
    if (await transitionBooking(tx, bookingId, 'held', 'expire')) await deleteClaim(tx, bookingId)
    await markOrphan(tx, bookingId, null)
  })
}
