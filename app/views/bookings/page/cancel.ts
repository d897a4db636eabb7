/** /bookings/{reference}/cancel: what cancelling returns, before one confirms, and cancelling. Server side. */
import { shortMomentIn } from '#domain/time/clock'
import { lastFreeMoment, MAX_CANCEL_MESSAGE, findRefundRule } from '#domain/bookings/refunds/refund-rule'
import { formatPence, toPence, type Pence } from '#domain/payments/money'
import type { App } from '#server/context'
import { cancelBooking, readRefundDue } from '#server/bookings/cancellation/cancel'
import type { OpenedBooking } from '#server/site/guards/booking-guard'
import { readMoneyOfBooking } from '#server/payments/booking-money-queries'
import type { CancelQuestion } from '../../../ui/bookings/page/cancel-page.tsx'
import { readClocks } from './clocks.ts'
import { createReader, type Reader } from './people.ts'

/** Null when there is nothing to cancel any more: it is cancelled, has begun or is over. */
export async function readCancelQuestion(app: App, opened: OpenedBooking): Promise<CancelQuestion | null> {
  const reader = createReader(app, opened)
  const { booking, side, people, now } = reader
  if (booking.status !== 'confirmed' || booking.startsAt <= now) return null
  const refund = await readRefundDue(app.db, booking, side, now)
  const paid = (await readMoneyOfBooking(app.db, booking.id))?.paid ?? toPence(0)
  return {
    reference: booking.reference,
    session: `${booking.sessionTitle} with ${people.other.name}`,
    clocks: readClocks(reader),
    refund: refundSentence(reader, refund, paid),
    shown: refund,
    button: describeButton(reader, refund),
    after:
      side === 'mentee'
        ? `${people.other.firstName}’s time becomes available to others, and you’ll both get an email.`
        : 'The time becomes available in your calendar, and you’ll both get an email.',
    ...(side === 'mentor' && { message: { to: people.other.firstName, max: MAX_CANCEL_MESSAGE } }),
  }
}

/** What goes back by a cancellation now, and why not more. */
export function refundSentence({ booking, side, people, now }: Reader, refund: Pence, paid: Pence): string {
  if (paid === 0) return 'This session is free, so there’s nothing to refund.'
  const sum = refund === paid ? `all ${formatPence(paid)}` : `${formatPence(refund)} of the ${formatPence(paid)}`
  if (side === 'mentor') return `If you cancel, ${people.other.firstName} gets a refund of ${sum}.`
  if (refund > 0) return `If you cancel now, ${sum} is refunded to the card or account you paid with.`
  const last = lastFreeMoment(findRefundRule(booking, now))
  const over = last ? ` A full refund was possible until ${shortMomentIn(last, people.own.clock.timeZone)}.` : ''
  return `If you cancel now, the ${formatPence(paid)} isn’t refunded.${over}`
}

function describeButton({ side, people }: Reader, refund: Pence): string {
  if (refund === 0) return 'Cancel the session'
  const amount = formatPence(refund)
  return side === 'mentee' ? `Cancel and refund ${amount}` : `Cancel and refund ${amount} to ${people.other.firstName}`
}

/**
 * Cancels if at least the shown sum goes back.
 *
 * @returns null when it is cancelled, or when there is nothing to cancel any more; otherwise the question with the new sum.
 */
export async function cancelByForm(
  app: App,
  opened: OpenedBooking,
  { shown, message }: { shown: Pence; message: string },
): Promise<CancelQuestion | null> {
  const { booking, side } = opened
  const cancelled = await cancelBooking(app, { id: booking.id, by: side, shown, message })
  return cancelled.ok || cancelled.error.code !== 'refund_changed' ? null : readCancelQuestion(app, opened)
}
