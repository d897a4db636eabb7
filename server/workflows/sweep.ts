/**
 * The sweeper: puts right what a lost webhook, a crash or an outage left behind. Runs every minute, in any process.
 * Nothing here frees a hold before the payment service has said that its session can no longer be paid.
 */
import { PaymentsUnavailable } from '#domain/checkout'
import { minutesAfter } from '#domain/time'
import type { App } from '#server/context'
import { listLapsedHolds, listOrphans, markOrphan, moveBooking, releaseRange } from '#server/db/bookings'
import { isOutage, transact } from '#server/db/connect'
import { applyCheckout } from '#server/workflows/settlement'

const BATCH = 200

/** How long a request may still be busy opening a checkout before its hold counts as left behind. */
const ORPHAN_MINUTES = 2

export async function sweep(app: App): Promise<void> {
  for (const hold of await listLapsedHolds(app.db, app.now(), BATCH)) {
    await attempt(app, hold.id, () => endCheckout(app, hold.id, hold.checkout_id!))
  }
  for (const orphan of await listOrphans(app.db, minutesAfter(app.now(), -ORPHAN_MINUTES), BATCH)) {
    await attempt(app, orphan.id, () => reapOrphan(app, orphan))
  }
}

/** An outage ends the round: what is left is tried in the next. A booking that alone cannot be put right ends nothing. */
async function attempt(app: App, bookingId: string, putRight: () => Promise<void>): Promise<void> {
  try {
    await putRight()
  } catch (error) {
    if (error instanceof PaymentsUnavailable || isOutage(error)) throw error
    app.log.error('booking not put right', { bookingId, error })
  }
}

/** A session that the service does not know cannot be said to be unpaid (it may be another account's): its hold stays. */
async function endCheckout(app: App, bookingId: string, checkoutId: string): Promise<void> {
  const checkout = await app.payments.expireCheckout(checkoutId)
  if (checkout) await applyCheckout(app, checkout)
  else app.log.error('hold kept: its checkout is unknown', { bookingId, checkoutId })
}

/** A booking that never learned the id of its payment session: look there, end what is open, then free the minutes. */
async function reapOrphan(app: App, orphan: { id: string; created_at: Date }): Promise<void> {
  for (const checkout of await app.payments.findCheckouts(orphan.id, orphan.created_at)) {
    if (checkout.status === 'open') await endCheckout(app, orphan.id, checkout.id)
    else await applyCheckout(app, checkout)
  }
  await transact(app.db, async (tx) => {
    if (await moveBooking(tx, orphan.id, 'held', 'lapse')) await releaseRange(tx, orphan.id)
    await markOrphan(tx, orphan.id, null)
  })
}
