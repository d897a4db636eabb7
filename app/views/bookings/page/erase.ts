/** /bookings/{reference}/erase: what erasing a guest does, before they confirm, and doing it. Server side. */
import { toMinorUnits, type MinorUnits } from '#domain/payments/money'
import { readRefundDue } from '#server/bookings/cancellation/cancel'
import { eraseGuest } from '#server/privacy/erase-bookings'
import { isOpenBooking } from '#server/privacy/erase-bookings-queries'
import type { App } from '#server/context'
import type { OpenedBooking } from '#server/site/guards/booking-guard'
import { readMoneyOfBooking } from '#server/payments/booking-money-queries'
import * as m from '#messages/bookings'
import type { EraseQuestion } from '../../../ui/bookings/page/erase-page.tsx'
import { refundSentence } from './cancel.ts'
import { createReader } from './people.ts'

export async function readEraseQuestion(app: App, opened: OpenedBooking): Promise<EraseQuestion> {
  const reader = createReader(app, opened)
  const { booking, now, people } = reader
  const cancels = booking.status === 'confirmed' && booking.startsAt > now
  const refund = cancels ? await readRefundDue(app.db, booking, 'mentee', now) : toMinorUnits(0)
  const paid = (await readMoneyOfBooking(app.db, booking.id))?.paid ?? toMinorUnits(0)
  return {
    booked: 'session',
    reference: booking.reference,
    title: m.sessionWith({ session: booking.sessionTitle, name: people.other.name }),
    cancelled: cancels ? refundSentence(reader, refund, paid) : null,
    shown: refund,
    waits: !cancels && (await isOpenBooking(app.db, booking.id)),
  }
}

/** Erases the guest of a session or seat if at least the shown sum goes back. Returns null, or why nothing was erased. */
export async function eraseByForm(app: App, { id }: { id: string }, shown: MinorUnits): Promise<string | null> {
  const erased = await eraseGuest(app, { id, shown })
  if (erased.ok) return null
  switch (erased.error.code) {
    case 'refund_changed':
      return m.refundChangedDelete()
    case 'open':
      return m.deleteNotSettled()
    case 'of_account':
    case 'gone':
      return m.nothingToDelete()
  }
}
