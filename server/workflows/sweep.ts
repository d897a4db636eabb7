/**
 * The sweeper: puts right what a lost webhook, a crash or an outage left behind. Runs every minute, in any process.
 * Nothing here frees a hold before the payment service has said that its session can no longer be paid.
 */
import { minutesAfter } from '#domain/time'
import type { App } from '#server/context'
import { listLapsedHolds, listOrphans, markOrphan, moveBooking, releaseRange } from '#server/db/bookings'
import { transact } from '#server/db/connect'
import { applyCheckout } from '#server/workflows/settlement'

const BATCH = 200

/** How long a request may still be busy opening a checkout before its hold counts as left behind. */
const ORPHAN_MINUTES = 2

/** One outage ends the round: what is left is tried in the next. */
export async function sweep(app: App): Promise<void> {
  for (const hold of await listLapsedHolds(app.db, app.now(), BATCH)) {
    await applyCheckout(app, await app.payments.expireCheckout(hold.checkout_id!))
  }
  for (const orphan of await listOrphans(app.db, minutesAfter(app.now(), -ORPHAN_MINUTES), BATCH)) {
    await reapOrphan(app, orphan)
  }
}

/** A booking that never learned the id of its payment session: look there, end what is open, then free the minutes. */
async function reapOrphan(app: App, orphan: { id: string; created_at: Date }): Promise<void> {
  for (const checkout of await app.payments.findCheckouts(orphan.id, orphan.created_at)) {
    await applyCheckout(app, checkout.status === 'open' ? await app.payments.expireCheckout(checkout.id) : checkout)
  }
  await transact(app.db, async (tx) => {
    if (await moveBooking(tx, orphan.id, 'held', 'lapse')) await releaseRange(tx, orphan.id)
    await markOrphan(tx, orphan.id, null)
  })
}
