/**
 * What becomes of the credits of packages: a session that is held earns its share, one that is cancelled in time gives its credit
 * back, and what was never booked is refunded or lapses. Call every function with the booking locked. Decision 0074.
 */
import type { Selectable } from 'kysely'
import { creditState, sumOpenShares } from '#domain/packages/package'
import { toMinorUnits, type MinorUnits } from '#domain/payments/money'
import {
  findCreditOfSession,
  isPackageUsable,
  freeCredit,
  listCredits,
  lockCredits,
  markEarned,
  markRefunded,
} from '#server/bookings/credits/credits-queries'
import { isFromPackage, isPackage, lockBooking } from '#server/bookings/queries'
import type { SettlementContext } from '#server/context'
import { issueRefund, readRefundable } from '#server/payments/issue-refund'
import { enterShare } from '#server/payments/ledger'
import type { Db } from '#server/platform/db/connect'
import type { RefundReason, Tables } from '#server/platform/db/tables'

type Booking = Pick<Selectable<Tables['bookings']>, 'id' | 'packageId' | 'currency'>
type Paid = Booking & { paymentIntent: string | null }

/**
 * The share of a session is the mentor's: it was held, missed by its mentee, or cancelled too late. Of a package that has ended, the
 * shares of all its open credits. Nothing for any other booking.
 */
export async function earnShares(app: SettlementContext, tx: Db, booking: Booking): Promise<void> {
  if (booking.packageId === null) return
  const createdAt = app.now()
  const { id: bookingId, packageId, currency } = booking
  if (isPackage(booking)) {
    await lockCredits(tx, packageId)
    const lapsed = (await listCredits(tx, packageId)).filter((credit) => creditState(credit) === 'open')
    if (lapsed.length === 0) return
    const numbers = lapsed.map(({ number }) => number)
    await markEarned(tx, packageId, numbers, createdAt)
    for (const { number, share, fee } of lapsed)
      await enterShare(tx, { bookingId, currency, serviceId: `credit:${packageId}:${number}`, createdAt, share, fee })
    return
  }
  const credit = await findCreditOfSession(tx, bookingId)
  if (!credit || credit.earnedAt) return
  const { number, share, fee } = credit
  await markEarned(tx, packageId, [number], createdAt)
  await enterShare(tx, { bookingId, currency, serviceId: `credit:${bookingId}`, createdAt, share, fee })
}

/**
 * A session gives its credit back. What its mentor had earned with it is taken back. If the package cannot be used any more, the
 * share is refunded instead.
 */
export async function returnCredit(
  app: SettlementContext,
  tx: Db,
  booking: Booking & { packageId: string },
  reason: RefundReason,
): Promise<void> {
  const credit = await findCreditOfSession(tx, booking.id)
  if (!credit) return
  const { number, share, fee, earnedAt } = credit
  const { packageId, currency, id: bookingId } = booking
  const createdAt = app.now()
  await freeCredit(tx, bookingId)
  if (earnedAt) {
    const serviceId = `credit-returned:${bookingId}`
    await enterShare(tx, { bookingId, currency, serviceId, createdAt, share: -share, fee: -fee })
  }
  const bought = await lockBooking(tx, { id: packageId })
  if (!bought) throw new Error(`The package of booking ${bookingId} is gone`)
  // One whose mentor has left is cancelled.
  if (bought.status === 'confirmed' && bought.startsAt > createdAt) return
  await markRefunded(tx, packageId, [number], createdAt)
  await issueRefund(app, tx, bought, { amount: share, reason })
}

/**
 * What can still go back of a booking: money that is kept of its payment; of a session from a package the share that its credit is
 * worth; of a package what was paid for its open credits.
 */
export async function readReturnable(db: Db, booking: Paid): Promise<MinorUnits> {
  if (isFromPackage(booking)) return (await findCreditOfSession(db, booking.id))?.share ?? toMinorUnits(0)
  const refundable = await readRefundable(db, booking)
  if (!isPackage(booking)) return refundable
  return toMinorUnits(Math.min(sumOpenShares(await listCredits(db, booking.id)), refundable))
}

/** Refunds the open credits of a package that was just cancelled. Sessions that are booked stay so. */
export async function refundOpenCredits(
  app: SettlementContext,
  tx: Db,
  bought: Paid,
  reason: RefundReason,
): Promise<MinorUnits> {
  await lockCredits(tx, bought.id)
  const open = (await listCredits(tx, bought.id)).filter((credit) => creditState(credit) === 'open')
  if (open.length === 0) return toMinorUnits(0)
  const numbers = open.map(({ number }) => number)
  await markRefunded(tx, bought.id, numbers, app.now())
  return issueRefund(app, tx, bought, { amount: sumOpenShares(open), reason })
}

/**
 * What became of the credit with which a session was booked: the session has it, it went back to the package, or its share was
 * refunded, since the package cannot be used any more. Null for a session that was not paid with a package.
 */
export async function readCreditFate(
  app: Pick<SettlementContext, 'db' | 'now'>,
  session: { id: string; packageId: string | null },
): Promise<'taken' | 'returned' | 'refunded' | null> {
  if (!isFromPackage(session) || session.packageId === null) return null
  if (await findCreditOfSession(app.db, session.id)) return 'taken'
  return (await isPackageUsable(app.db, session.packageId, app.now())) ? 'returned' : 'refunded'
}
