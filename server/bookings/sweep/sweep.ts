/**
 * The sweeper repairs what a lost webhook, a crash or an outage left behind. It runs every minute, in any process. It
 * frees no hold before the payment service has said that its checkout can no longer be paid.
 */
import { CREATED_WITHIN_MINUTES, PaymentsUnavailable, type Checkout } from '#domain/payments/checkout'
import { minutesAfter } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { finishSessions } from '#server/bookings/after-session/finish-sessions'
import { expireHold, markExpireFailed, markOrphan } from '#server/bookings/queries'
import {
  type HoldToCheck,
  type Orphan,
  claimOrphan,
  listOpenHolds,
  listOrphans,
  listOverdueHolds,
  markAllUnanswered,
  scheduleCheck,
} from '#server/bookings/sweep/sweep-queries'
import { raiseConcern } from '#server/platform/concerns-queries'
import { transact } from '#server/platform/db/connect'
import { listOverdueFreeHolds } from '#server/bookings/holds/holds-queries'
import { listUnfinishedMoves, type Move } from '#server/bookings/holds/moves-queries'
import { processDueEvents } from '#server/bookings/settlement/webhook-inbox'
import { releaseHold } from '#server/bookings/holds/release'
import { finishMove } from '#server/bookings/holds/moves'
import { mailWaitingMessages } from '#server/bookings/messages/messages'
import { endUnansweredProposals } from '#server/bookings/session-moves/proposals'
import { forEachConcurrently } from '#server/payments/for-each-concurrently'
import { applyCheckout } from '#server/bookings/settlement/settle'

const BATCH = 200

/** How long a request may take to open a checkout before its hold counts as left behind. */
const ORPHAN_MINUTES = 2

/** Throws when the payment service does not answer; the next round, a minute later, tries the rest. */
export async function sweep(app: App): Promise<void> {
  await finishSessions(app)
  await releaseOverdueFreeHolds(app)
  await endUnansweredProposals(app)
  await mailWaitingMessages(app)
  try {
    await checkOverdueHolds(app)
    await settleOrphans(app)
    const begunBefore = minutesAfter(app.now(), -ORPHAN_MINUTES)
    await checkEach(app, await listUnfinishedMoves(app.db, begunBefore, BATCH), (move) => finishOldMove(app, move))
    // One batch only: holds that can still be paid are checked again and again, and must not keep a round from ending.
    await checkEach(app, await listOpenHolds(app.db, app.now(), BATCH), (hold) => checkHold(app, hold))
  } catch (error) {
    if (error instanceof PaymentsUnavailable) await markAllUnanswered(app.db, app.now())
    throw error
  }
  await processDueEvents(app, BATCH)
}

async function releaseOverdueFreeHolds(app: App): Promise<void> {
  const release = async ({ id }: { id: string }) =>
    void (await releaseHold(app, { id, checkoutId: null, pricePence: 0 }))
  const holds = await listOverdueFreeHolds(app.db, app.now(), BATCH)
  await forEachConcurrently(app, holds, release, async ({ id: bookingId }, error) => {
    app.log.error('booking not repaired', { bookingId, error })
  })
}

/** Checks bookings. One that fails waits before it is checked again, so that it does not hold up the others. */
function checkEach<Booking extends { id: string }>(
  app: App,
  bookings: Booking[],
  check: (booking: Booking) => Promise<void>,
): Promise<void> {
  const checkOne = async (booking: Booking) => {
    try {
      await check(booking)
    } catch (error) {
      await markExpireFailed(app.db, booking.id, app.now())
      throw error
    }
  }
  return forEachConcurrently(app, bookings, checkOne, async ({ id: bookingId }, error) => {
    app.log.error('booking not repaired', { bookingId, error })
    await scheduleCheck(app.db, bookingId, app.now(), { failing: true })
  })
}

async function checkOverdueHolds(app: App): Promise<void> {
  let after: HoldToCheck | undefined
  do {
    const holds: HoldToCheck[] = await listOverdueHolds(app.db, app.now(), after, BATCH)
    await checkEach(app, holds, (hold) => checkHold(app, hold))
    after = holds.length === BATCH ? holds.at(-1) : undefined
  } while (after)
}

/**
 * Makes a hold agree with its checkout. The checkout of an overdue hold has usually expired by the payment service's
 * own clock, so reading it is enough; only one that is still open is expired here.
 */
async function checkHold(app: App, { id, checkoutId, payBefore }: HoldToCheck): Promise<void> {
  const read = await app.payments.readCheckout(checkoutId)
  const isLeftOpen = read?.status === 'open' && payBefore <= app.now()
  const checkout = isLeftOpen ? await app.payments.expireCheckout(checkoutId) : read
  if (!checkout) return keepHold(app, id, checkoutId)
  await applyCheckout(app, checkout)
  if (checkout.status === 'open' || checkout.status === 'processing')
    await scheduleCheck(app.db, id, app.now(), { failing: false })
}

/**
 * Keeps a hold whose checkout the payment service does not know: it may belong to another account, and be paid there.
 */
async function keepHold(app: App, bookingId: string, checkoutId: string): Promise<void> {
  app.log.error('hold kept: its checkout is unknown', { bookingId, checkoutId })
  const at = app.now()
  await markExpireFailed(app.db, bookingId, at)
  await scheduleCheck(app.db, bookingId, at, { failing: true })
  await raiseConcern(app.db, { kind: 'mismatch', subject: `checkout_unknown:${bookingId}`, bookingId, at })
}

/** Finishes a move whose process died, or did not learn whether the old hold had ended. */
async function finishOldMove(app: App, move: Move): Promise<void> {
  if ((await finishMove(app, move)) === 'kept') throw new PaymentsUnavailable('A hold that is moved could not be ended')
}

/** Settles bookings whose checkout id never reached us, the oldest first. */
async function settleOrphans(app: App): Promise<void> {
  const madeBefore = minutesAfter(app.now(), -ORPHAN_MINUTES)
  let after: Orphan | undefined
  do {
    const orphans: Orphan[] = await listOrphans(app.db, { now: app.now(), madeBefore }, after, BATCH)
    const checkouts = await findCheckouts(app, orphans)
    const searched = orphans.filter(({ id }) => checkouts.has(id))
    await checkEach(app, searched, (orphan) => settleOrphan(app, orphan.id, checkouts.get(orphan.id)!))
    after = orphans.length === BATCH ? orphans.at(-1) : undefined
  } while (after)
}

/**
 * The checkouts of each booking, by its id; an empty list where there are none. The payment service cannot search by
 * booking, only list what was opened in a span of time, so bookings made at about the same time share one list.
 * Bookings whose list failed are left out.
 */
async function findCheckouts(app: App, orphans: Orphan[]): Promise<Map<string, Checkout[]>> {
  const checkouts = new Map<string, Checkout[]>()
  const list = async (span: Orphan[]) => {
    const found = new Map(span.map(({ id }) => [id, [] as Checkout[]]))
    const from = minutesAfter(span[0]!.createdAt, -CREATED_WITHIN_MINUTES)
    const to = minutesAfter(span.at(-1)!.createdAt, CREATED_WITHIN_MINUTES)
    await app.payments.eachCheckout(from, to, (checkout) => found.get(checkout.bookingId ?? '')?.push(checkout))
    for (const [id, listed] of found) checkouts.set(id, listed)
  }
  await forEachConcurrently(app, groupByTime(orphans), list, async (span, error) => {
    for (const { id: bookingId } of span) {
      app.log.error('booking not repaired', { bookingId, error })
      await markExpireFailed(app.db, bookingId, app.now())
      await scheduleCheck(app.db, bookingId, app.now(), { failing: true })
    }
  })
  return checkouts
}

/** Groups bookings, sorted by creation, so that those whose searched spans of time touch are in one group. */
function groupByTime(orphans: Orphan[]): Orphan[][] {
  const groups: Orphan[][] = []
  for (const orphan of orphans) {
    const last = groups.at(-1)
    const reach = last && minutesAfter(last.at(-1)!.createdAt, 2 * CREATED_WITHIN_MINUTES)
    if (last && reach && orphan.createdAt <= reach) last.push(orphan)
    else groups.push([orphan])
  }
  return groups
}

/** Expires open checkouts, settles paid ones, then frees the minutes. */
async function settleOrphan(app: App, bookingId: string, checkouts: Checkout[]): Promise<void> {
  if (!(await claimOrphan(app.db, bookingId, app.now()))) return
  const ends: (Checkout | null)[] = []
  for (const found of checkouts) {
    const checkout = found.status === 'open' ? await app.payments.expireCheckout(found.id) : found
    if (checkout) await applyCheckout(app, checkout)
    ends.push(checkout)
  }
  if (ends.some((checkout) => !checkout || checkout.status === 'open' || checkout.status === 'processing')) {
    return scheduleCheck(app.db, bookingId, app.now(), { failing: false })
  }
  await transact(app.db, async (tx) => {
    await expireHold(tx, bookingId, app.now())
    await markOrphan(tx, bookingId, null)
  })
}
