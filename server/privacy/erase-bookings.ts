/** Takes people out of bookings: a guest who asks for it by the booking's link, and those whose time is over. */
import { emailKey } from '#domain/accounts/email-key'
import { minutesAfter } from '#domain/time/wall-time'
import type { MinorUnits } from '#domain/payments/money'
import { err, ok, type Result } from '#domain/result'
import { logErasure } from '#server/privacy/leaving/erasure-log'
import { cancelInTransaction, readRefundDue } from '#server/bookings/cancellation/cancel'
import {
  eraseMenteeRows,
  erasePhones,
  isOpenBooking,
  lockOldOfGuests,
  lockOldUnpaid,
} from '#server/privacy/erase-bookings-queries'
import { lockBooking } from '#server/bookings/queries'
import { deleteOfMembers } from '#server/cohorts/members/members-queries'
import { deleteEntriesOfAddress } from '#server/waitlist/waitlist-queries'
import type { App, SettlementContext } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import { dropMailsToMentees } from '#server/platform/mail/outbox/outbox-queries'

/**
 * `open`: the session has begun and is not settled, or a problem with it is not decided. `of_account`: it belongs to an
 * account, which is closed as a whole.
 */
type EraseRefusal =
  | { code: 'open' | 'of_account' | 'gone' }
  /** `refund`: what goes back by now. */
  | { code: 'refund_changed'; refund: MinorUnits }

/**
 * Erases the mentee of one booking, and takes them off all waiting lists. A session that has not begun is cancelled first,
 * by its policy.
 *
 * @param shown The refund that was shown before they confirmed. If less is due by now, nothing happens.
 */
export function eraseGuest(
  app: SettlementContext,
  { id, shown }: { id: string; shown: MinorUnits },
): Promise<Result<{ refund: MinorUnits; cancelled: boolean }, EraseRefusal>> {
  return transact(app.db, async (tx) => {
    const booking = await lockBooking(tx, { id })
    if (!booking || booking.erasedAt) return err({ code: 'gone' })
    if (booking.accountId) return err({ code: 'of_account' })
    const now = app.now()
    const cancelled = booking.status === 'confirmed' && booking.startsAt > now
    if (!cancelled && (await isOpenBooking(tx, id))) return err({ code: 'open' })
    const refund = cancelled ? await readRefundDue(tx, booking, 'mentee', now) : shown
    if (refund < shown) return err({ code: 'refund_changed', refund })
    if (cancelled) await cancelInTransaction(app, tx, booking, { by: 'mentee', refund })
    await eraseMentees(tx, [id], now)
    await deleteEntriesOfAddress(tx, emailKey(booking.menteeEmail))
    await logErasure(app, tx, { kind: 'booking_erased', subjectId: id, at: now })
    return ok({ refund, cancelled })
  })
}

/**
 * Erases the mentee of these bookings, and what the two wrote to each other. Links to them open nothing any more, and emails
 * that wait for the mentee are not sent. Call it in a transaction; a second call changes nothing.
 */
export async function eraseMentees(tx: Db, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await eraseMenteeRows(tx, ids, now)
  await deleteOfMembers(tx, ids)
  await dropMailsToMentees(tx, ids, now)
}

/** Of one transaction, and how many of them in one round of the job: more wait for the next. */
const BATCH = 500
const BATCHES = 20
const DAY_MINUTES = 1_440

/** Erases from bookings what has served its purpose, by the settings that begin with KEEP_. Repeatable. */
export async function eraseOldBookings(app: Pick<App, 'db' | 'now' | 'config'>): Promise<void> {
  const { db, config } = app
  const now = app.now()
  const ago = (days: number) => minutesAfter(now, -days * DAY_MINUTES)
  const erase = (lock: (tx: Db) => Promise<string[]>) => () =>
    transact(db, async (tx) => {
      const ids = await lock(tx)
      await eraseMentees(tx, ids, now)
      return ids.length
    })
  await inBatches(erase((tx) => lockOldUnpaid(tx, ago(config.KEEP_UNPAID_DAYS), BATCH)))
  await inBatches(erase((tx) => lockOldOfGuests(tx, ago(config.KEEP_GUEST_DAYS), BATCH)))
  await inBatches(() => erasePhones(db, ago(config.KEEP_PHONE_DAYS), BATCH))
}

async function inBatches(eraseBatch: () => Promise<number>): Promise<void> {
  for (let round = 0; round < BATCHES; round++) if ((await eraseBatch()) < BATCH) return
}
