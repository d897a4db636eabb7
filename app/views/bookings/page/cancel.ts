/** /bookings/{reference}/cancel: what cancelling returns, before one confirms, and cancelling. Server side. */
import { lastFreeMoment, MAX_CANCEL_MESSAGE, findRefundRule } from '#domain/bookings/refunds/refund-rule'
import { toMinorUnits, type MinorUnits } from '#domain/payments/money'
import type { App } from '#server/context'
import { cancelBooking, readRefundDue } from '#server/bookings/cancellation/cancel'
import { isFromPackage } from '#server/bookings/queries'
import type { OpenedBooking } from '#server/site/guards/booking-guard'
import { readMoneyOfBooking } from '#server/payments/booking-money-queries'
import * as m from '#messages/bookings'
import { formatMoney } from '#words/prices'
import { shortMomentIn } from '#words/time'
import { joinSentences } from '#words/lists'
import type { CancelQuestion } from '../../../ui/bookings/page/cancel-page.tsx'
import { readClocks } from './clocks.ts'
import { createReader, type Reader } from './people.ts'

/** Null when there is nothing to cancel any more: it is cancelled, has begun or is over. */
export async function readCancelQuestion(app: App, opened: OpenedBooking): Promise<CancelQuestion | null> {
  const reader = createReader(app, opened)
  const { booking, side, people, now } = reader
  if (booking.status !== 'confirmed' || booking.startsAt <= now) return null
  const refund = await readRefundDue(app.db, booking, side, now)
  const paid = (await readMoneyOfBooking(app.db, booking.id))?.paid ?? toMinorUnits(0)
  return {
    reference: booking.reference,
    session: m.sessionWith({ session: booking.sessionTitle, name: people.other.name }),
    clocks: readClocks(reader),
    refund: refundSentence(reader, refund, paid),
    shown: refund,
    button: describeButton(reader, refund),
    after: side === 'mentee' ? m.timeOpensForOthers({ name: people.other.firstName }) : m.timeOpensInCalendar(),
    ...(side === 'mentor' && { message: { to: people.other.firstName, max: MAX_CANCEL_MESSAGE } }),
  }
}

/** What goes back by a cancellation now, and why not more: money, or the session to the package that paid for it. */
export function refundSentence({ booking, side, people, now }: Reader, refund: MinorUnits, paid: MinorUnits): string {
  if (isFromPackage(booking)) {
    if (side === 'mentor') return m.creditComesBackTo({ name: people.other.firstName })
    return refund > 0 ? m.creditComesBack() : m.creditIsUsed()
  }
  if (paid === 0) return m.nothingToRefund()
  const spell = (amount: MinorUnits) => formatMoney(amount, booking.currency)
  const sums = { isAll: refund === paid, refund: spell(refund), paid: spell(paid) }
  if (side === 'mentor') return m.menteeGetsRefund({ name: people.other.firstName, ...sums })
  if (refund > 0) return booking.paidByOther ? m.cancelReturnsOther(sums) : m.cancelReturns(sums)
  const last = lastFreeMoment(findRefundRule(booking, now))
  const over = last && m.fullRefundWas({ moment: shortMomentIn(last, people.own.clock.timeZone) })
  return joinSentences(m.cancelReturnsNone({ paid: spell(paid) }), over ?? '')
}

function describeButton({ booking, side, people }: Reader, refund: MinorUnits): string {
  if (refund === 0 || isFromPackage(booking)) return m.cancelSession()
  const amount = formatMoney(refund, booking.currency)
  return side === 'mentee'
    ? m.cancelAndRefund({ refund: amount })
    : m.cancelAndRefundTo({ refund: amount, name: people.other.firstName })
}

/**
 * Cancels if at least the shown sum goes back.
 *
 * @returns null when it is cancelled, or when there is nothing to cancel any more; otherwise the question with the new sum.
 */
export async function cancelByForm(
  app: App,
  opened: OpenedBooking,
  { shown, message }: { shown: MinorUnits; message: string },
): Promise<CancelQuestion | null> {
  const { booking, side } = opened
  const cancelled = await cancelBooking(app, { id: booking.id, by: side, shown, message })
  return cancelled.ok || cancelled.error.code !== 'refund_changed' ? null : readCancelQuestion(app, opened)
}
