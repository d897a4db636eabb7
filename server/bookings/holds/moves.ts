/**
 * Moving a hold to another time: how the move ends (decision 0003). The new hold is claimed and has its checkout on
 * record before the old one is ended. It is cancelled only while the old one is untouched, or when the old one turns
 * out to be paid. So the visitor always has one of the two. The two claims share a holder, which lets them overlap; at
 * most one of them can be paid, and every other claim, also one that is retaken for a late payment, has a holder of its
 * own.
 *
 * When the payment service cannot say whether the old checkout has ended, both holds stay: cancelling the new one would
 * leave neither, if the old checkout has ended after all or does so a second later.
 */
import { randomBytes } from 'node:crypto'
import type { App } from '#server/context'
import { lockBooking } from '#server/bookings/queries'
import { transact, type Db } from '#server/platform/db/connect'
import { findHold } from '#server/bookings/holds/holds-queries'
import { cancelMove, changeSecret, completeMove, type Move } from '#server/bookings/holds/moves-queries'
import { queueBookingMail } from '#server/bookings/mails/queue-mail'
import { hashSecret, releaseHold } from '#server/bookings/holds/release'

/**
 * - `moved`: the old hold has ended, the new one can be paid or confirmed.
 * - `paid`: the old one turned out to be paid or confirmed, or a payment for it is processing. It stays, the new one is
 *   cancelled.
 * - `kept`: the payment service could not say what became of the old one. Both stay until the sweeper, or the next
 *   request of the same visitor, has retried.
 * - `expired`: the new one has expired meanwhile. The old one is as it was.
 */
type MoveEnd = 'moved' | 'paid' | 'kept' | 'expired'

/**
 * Ends the hold that a move replaces, then makes the new hold independent of it. Ends nothing while the new hold has no
 * checkout on record or has expired. Safe to call at any time, in any process, any number of times.
 */
export async function finishMove(app: App, { id, from }: Move): Promise<MoveEnd> {
  const next = await findHold(app.db, id)
  const canStand = next?.status === 'held' && (next.checkoutId !== null || next.pricePence === 0)
  const old = await findHold(app.db, from)
  if (canStand && old?.status === 'held') await releaseHold(app, old)
  await transact(app.db, (tx) => completeOrCancel(app, tx, { id, from }))
  return readMoveEnd(app, { id, from })
}

async function completeOrCancel(app: App, tx: Db, { id, from }: Move): Promise<void> {
  const old = await lockBooking(tx, { id: from })
  if (old?.status === 'held' && !old.processingSince) return
  if (old?.status !== 'expired') return cancelMove(tx, from, app.now())
  if (!(await completeMove(tx, { id, from }))) return
  const hold = await findHold(tx, id)
  if (!hold || hold.pricePence > 0) return
  // Only the hash of the first secret is stored, and the email needs a secret, so the hold gets a new one.
  const secret = randomBytes(32).toString('base64url')
  await changeSecret(tx, id, hashSecret(secret))
  await queueBookingMail(app, tx, id, 'confirm_address', { secret })
}

async function readMoveEnd(app: App, { id, from }: Move): Promise<MoveEnd> {
  const hold = await findHold(app.db, id)
  if (hold?.status === 'held') return hold.movedFrom ? 'kept' : 'moved'
  const old = await findHold(app.db, from)
  const isUnpaid = old?.status === 'expired' || (old?.status === 'held' && !old.processingSince)
  return isUnpaid ? 'expired' : 'paid'
}
