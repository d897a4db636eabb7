/**
 * SQL for holds that are moved to another time. The new hold names the one that it replaces (`moved_from`) until that one has
 * ended; decision 0003. Every function takes a `Db`, so a caller may pass a transaction.
 */
import { sql } from 'kysely'
import { toPence } from '#domain/payments/money'
import { lockBooking, markOrphan, transitionBooking, deleteClaim } from '#server/bookings/queries'
import type { Db } from '#server/db/connect'

/** A hold, and the one that it replaces. Both are ids of bookings. */
export type Move = { id: string; from: string }

/**
 * Locks a hold that is to be moved. False when it cannot be: it has ended, its payment is under way, or it is being moved
 * already. Of two transactions that ask at the same moment, the second waits for the first.
 */
export async function lockForMove(tx: Db, id: string): Promise<boolean> {
  const hold = await lockBooking(tx, { id })
  if (hold?.status !== 'held' || hold.processing_since || hold.moved_from) return false
  const next = await tx
    .selectFrom('bookings')
    .select('id')
    .where('moved_from', '=', id)
    .where('status', '=', 'held')
    .executeTakeFirst()
  return next === undefined
}

/** Lets the new hold stand by itself. False for who is not the first to do so. Call with `from` locked and ended. */
export async function completeMove(tx: Db, { id, from }: Move): Promise<boolean> {
  const ended = await tx
    .updateTable('bookings')
    .set({ moved_from: null })
    .where('id', '=', id)
    .where('status', '=', 'held')
    .where('moved_from', '=', from)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/**
 * Gives up the hold that was to replace this one, because this one is paid, confirmed, or about to be. Nobody has been
 * shown where to pay for it; what exists at the payment service is the sweeper's to end. Call with `from` locked.
 */
export async function cancelMove(tx: Db, from: string, now: Date): Promise<void> {
  const next = await tx
    .selectFrom('bookings')
    .select('id')
    .where('moved_from', '=', from)
    .where('status', '=', 'held')
    .executeTakeFirst()
  if (!next || !(await transitionBooking(tx, next.id, 'held', 'expire'))) return
  await deleteClaim(tx, next.id)
  await markOrphan(tx, next.id, now)
}

/** Moves begun before `begunBefore` that nobody has brought to an end, oldest first. Not those without a payment session yet. */
export function listUnfinishedMoves(db: Db, begunBefore: Date, limit: number): Promise<Move[]> {
  return db
    .selectFrom('bookings')
    .select(['id', sql<string>`moved_from`.as('from')])
    .where('status', '=', 'held')
    .where('moved_from', 'is not', null)
    .where((row) => row.or([row('checkout_id', 'is not', null), row('price_pence', '=', toPence(0))]))
    .where('created_at', '<=', begunBefore)
    .orderBy('created_at')
    .limit(limit)
    .execute()
}

/** Writes another secret for a hold, by its SHA-256, in place of the one that it was made with. */
export async function changeSecret(tx: Db, id: string, secretHash: string): Promise<void> {
  await tx.updateTable('bookings').set({ secret_hash: secretHash }).where('id', '=', id).execute()
}
