/**
 * Moving a hold: the end of it (decision 0003). The new hold is claimed and has its payment session on record before the
 * old one is ended, and is given up only when the old one has not been touched or turns out to be paid. So at no moment has
 * the visitor neither. Two claims of one holder are always a hold that is being moved and the one that replaces it, of
 * which at most one can be paid: any other claim, also one that is taken again for a late payment, has a holder of its own.
 *
 * When nobody can say whether the old session was ended, both holds stay: to undo the move would leave neither, had the
 * payment service ended that session all the same, or should it a second later.
 */
import { randomBytes } from 'node:crypto'
import type { App } from '#server/context'
import { lockBooking } from '#server/bookings/queries'
import { transact } from '#server/db/connect'
import { findHold } from '#server/bookings/holds-queries'
import { changeSecret, completeMove, cancelMove, type Move } from '#server/bookings/moves-queries'
import { askForConfirmation } from '#server/bookings/free-sessions'
import { releaseHold, hashSecret } from '#server/bookings/release'

/**
 * - `moved`: the old hold has ended, the new one can be paid or confirmed.
 * - `paid`: the old one turned out to be paid or confirmed, or a payment for it is under way. It stands, the new one is given up.
 * - `kept`: nobody can say what became of the old one. Both stand until the sweeper, or the next request of the same
 *   visitor, has asked the payment service.
 * - `ended`: the new one has ended meanwhile by itself. The old one is as it was.
 */
type MoveEnd = 'moved' | 'paid' | 'kept' | 'ended'

/**
 * Ends the hold that a move replaces, then lets the new one stand by itself; while the new one cannot stand, for want of a
 * payment session on record or because it has ended, nothing is ended. Safe at any time, in any process, any number of times.
 */
export async function finishMove(app: App, { id, from }: Move): Promise<MoveEnd> {
  const next = await findHold(app.db, id)
  const canStand = next?.status === 'held' && (next.checkout_id !== null || next.price_pence === 0)
  const old = await findHold(app.db, from)
  if (canStand && old?.status === 'held') await releaseHold(app, old)
  await transact(app.db, async (tx) => {
    const before = await lockBooking(tx, { id: from })
    if (before?.status === 'held' && !before.processing_since) return
    if (before?.status !== 'expired') return cancelMove(tx, from, app.now())
    if (!(await completeMove(tx, { id, from }))) return
    const hold = await findHold(tx, id)
    if (!hold || hold.price_pence > 0) return
    // Only the hash of the first secret is known to who finishes the move of another.
    const secret = randomBytes(32).toString('base64url')
    await changeSecret(tx, id, hashSecret(secret))
    await askForConfirmation(app, tx, id, secret)
  })
  const hold = await findHold(app.db, id)
  if (hold?.status === 'held') return hold.moved_from ? 'kept' : 'moved'
  const before = await findHold(app.db, from)
  const isUnpaid = before?.status === 'expired' || (before?.status === 'held' && !before.processing_since)
  return isUnpaid ? 'ended' : 'paid'
}
