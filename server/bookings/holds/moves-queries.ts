/**
 * SQL for holds that are moved to another time. The new hold names the one that it replaces in `movedFrom` until that
 * one has ended (decision 0003).
 */
import { sql } from 'kysely'
import { toMinorUnits } from '#domain/payments/money'
import { HELD, expireHold, lockBooking, markOrphan } from '#server/bookings/queries'
import type { Db } from '#server/platform/db/connect'

/** `id`: the new hold. `from`: the hold that it replaces. Both are booking ids. */
export type Move = { id: string; from: string }

/**
 * Locks a hold in order to move it. False when it cannot be moved: it has ended, its payment is processing, or it is
 * already being moved. A second transaction waits for the first.
 */
export async function lockForMove(tx: Db, id: string): Promise<boolean> {
  const hold = await lockBooking(tx, { id })
  if (hold?.status !== 'held' || hold.processingSince || hold.movedFrom) return false
  const next = await tx
    .selectFrom('bookings')
    .select('id')
    .where('movedFrom', '=', id)
    .where('status', '=', HELD)
    .executeTakeFirst()
  return next === undefined
}

/**
 * Makes the new hold independent of the old one. False when that was done before. Call with `from` locked and expired.
 */
export async function completeMove(tx: Db, { id, from }: Move): Promise<boolean> {
  const ended = await tx
    .updateTable('bookings')
    .set({ movedFrom: null })
    .where('id', '=', id)
    .where('status', '=', HELD)
    .where('movedFrom', '=', from)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/**
 * Expires the hold that was to replace this one, because this one is paid, confirmed, or about to be. No one was shown
 * where to pay for it; the sweeper ends its checkout. Call with `from` locked.
 */
export async function cancelMove(tx: Db, from: string, now: Date): Promise<void> {
  const next = await tx
    .selectFrom('bookings')
    .select('id')
    .where('movedFrom', '=', from)
    .where('status', '=', HELD)
    .executeTakeFirst()
  if (!next || !(await expireHold(tx, next.id, now))) return
  await markOrphan(tx, next.id, now)
}

/** Locks the hold that is to replace this one, if there is one. Call with `from` locked. */
export async function lockNextHold(tx: Db, from: string): Promise<void> {
  await tx.selectFrom('bookings').select('id').where('movedFrom', '=', from).forUpdate().execute()
}

/** Unfinished moves begun before `begunBefore`, oldest first, without those whose checkout is not open yet. */
export function listUnfinishedMoves(db: Db, begunBefore: Date, limit: number): Promise<Move[]> {
  return db
    .selectFrom('bookings')
    .select(['id', sql<string>`moved_from`.as('from')])
    .where('status', '=', HELD)
    .where('movedFrom', 'is not', null)
    .where((row) => row.or([row('checkoutId', 'is not', null), row('pricePence', '=', toMinorUnits(0))]))
    .where('createdAt', '<=', begunBefore)
    .orderBy('createdAt')
    .limit(limit)
    .execute()
}

/** Replaces a hold's secret. `secretHash`: its SHA-256. */
export async function changeSecret(tx: Db, id: string, secretHash: string): Promise<void> {
  await tx.updateTable('bookings').set({ secretHash }).where('id', '=', id).execute()
}
