/**
 * The sweeper: puts right what a lost webhook, a crash or an outage left behind. Runs every minute, in any process.
 * Nothing here frees a hold before the payment service has said that its session can no longer be paid.
 */
import { PaymentsUnavailable, type Checkout } from '#domain/checkout'
import { minutesAfter } from '#domain/time'
import type { App } from '#server/context'
import {
  type LapsedHold,
  listLapsedHolds,
  listOrphans,
  markExpireFailed,
  markOrphan,
  moveBooking,
  releaseRange,
} from '#server/db/bookings'
import { raiseConcern } from '#server/db/concerns'
import { isOutage, transact } from '#server/db/connect'
import { listUnconfirmed } from '#server/db/holds'
import { processDueEvents } from '#server/workflows/events'
import { endHold } from '#server/workflows/holds'
import { applyCheckout } from '#server/workflows/settlement'

const BATCH = 200
/** So many at once: the payment service takes tens of milliseconds to answer, and takes some 100 questions a second. */
const HANDS = 20

/** Unanswered questions in a row that are taken for an outage of the payment service. */
const MOST_UNANSWERED = 3

/** How long a request may still be busy opening a checkout before its hold counts as left behind. */
const ORPHAN_MINUTES = 2

export async function sweep(app: App): Promise<void> {
  for (const { id } of await listUnconfirmed(app.db, app.now(), BATCH)) {
    await endHold(app, { id, checkout_id: null, price_pence: 0 })
  }
  const round: Round = { unanswered: 0 }
  let after: LapsedHold | undefined
  do {
    const holds: LapsedHold[] = await listLapsedHolds(app.db, app.now(), after, BATCH)
    await byHands(holds, (hold) => attempt(app, round, hold.id, () => endLapsed(app, hold)))
    after = holds.length === BATCH ? holds.at(-1) : undefined
  } while (after)
  for (const orphan of await listOrphans(app.db, minutesAfter(app.now(), -ORPHAN_MINUTES), BATCH)) {
    await attempt(app, round, orphan.id, () => reapOrphan(app, orphan))
  }
  await processDueEvents(app, BATCH)
}

/** How often the payment service gave no answer, one time after the other. */
type Round = { unanswered: number }

/** Throws the first error when every hand has put down what it had. */
async function byHands<Task>(tasks: Task[], run: (task: Task) => Promise<void>): Promise<void> {
  const pile = tasks.values()
  const failures: unknown[] = []
  const hand = async () => {
    for (const task of pile) {
      if (failures.length > 0) return
      await run(task).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: HANDS }, hand))
  if (failures.length > 0) throw failures[0]
}

/** An outage ends the round: what is left is tried in the next. A booking that alone cannot be put right ends nothing. */
async function attempt(app: App, round: Round, bookingId: string, putRight: () => Promise<void>): Promise<void> {
  try {
    await putRight()
    round.unanswered = 0
  } catch (error) {
    if (isOutage(error)) throw error
    await markExpireFailed(app.db, bookingId, app.now())
    round.unanswered += error instanceof PaymentsUnavailable ? 1 : 0
    if (round.unanswered >= MOST_UNANSWERED) throw error
    app.log.error('booking not put right', { bookingId, error })
  }
}

/** Its session is over by the service's own clock as a rule, so one question is enough; if it is not, it is ended. */
async function endLapsed(app: App, { id, checkout_id: checkoutId }: LapsedHold): Promise<void> {
  const read = await app.payments.readCheckout(checkoutId)
  const checkout = read?.status === 'open' ? await app.payments.expireCheckout(checkoutId) : read
  if (checkout) await applyCheckout(app, checkout)
  else await keepUnknown(app, id, checkoutId)
}

/** A session that the service does not know cannot be said to be unpaid (it may be another account's): its hold stays. */
async function keepUnknown(app: App, bookingId: string, checkoutId: string): Promise<void> {
  app.log.error('hold kept: its checkout is unknown', { bookingId, checkoutId })
  const at = app.now()
  await markExpireFailed(app.db, bookingId, at)
  await raiseConcern(app.db, { kind: 'mismatch', subject: `checkout_unknown:${checkoutId}`, bookingId, at })
}

/** A booking that never learned the id of its payment session: look there, end what is open, then free the minutes. */
async function reapOrphan(app: App, orphan: { id: string; created_at: Date }): Promise<void> {
  const ends: (Checkout | null)[] = []
  for (const found of await app.payments.findCheckouts(orphan.id, orphan.created_at)) {
    const checkout = found.status === 'open' ? await app.payments.expireCheckout(found.id) : found
    if (checkout) await applyCheckout(app, checkout)
    ends.push(checkout)
  }
  if (ends.some((checkout) => !checkout || checkout.status === 'open' || checkout.status === 'processing')) return
  await transact(app.db, async (tx) => {
    if (await moveBooking(tx, orphan.id, 'held', 'lapse')) await releaseRange(tx, orphan.id)
    await markOrphan(tx, orphan.id, null)
  })
}
