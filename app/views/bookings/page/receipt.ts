/** /bookings/{reference}/receipt: what was sold, what was paid and what went back. Server side. */
import { zoneCity } from '#domain/time/zone'
import type { App } from '#server/context'
import type { OpenedBooking } from '#server/site/guards/booking-guard'
import * as m from '#messages/bookings'
import { formatDuration, dateIn, fullMomentOn } from '#words/time'
import type { ReceiptSheet } from '../../../ui/bookings/page/receipt-page.tsx'
import { readPageMoney } from './money.ts'
import { createReader } from './people.ts'

/** Null if nothing was paid. */
export async function readReceipt(app: App, opened: OpenedBooking): Promise<ReceiptSheet | null> {
  const reader = createReader(app, opened)
  const { booking, now } = reader
  const { receipt } = await readPageMoney(app, reader)
  if (!receipt) return null
  const zone = booking.menteeTimeZone
  const { SITE_NAME, SUPPORT_EMAIL } = app.config
  return {
    seller: { name: SITE_NAME, address: SUPPORT_EMAIL },
    buyer: booking.menteeName,
    reference: booking.reference,
    session: m.receiptSession({
      session: booking.sessionTitle,
      duration: formatDuration(booking.minutes),
      mentor: booking.mentorName,
    }),
    when: fullMomentOn(booking.startsAt, { timeZone: zone, place: zoneCity(zone) }),
    lines: receipt.lines,
    kept: receipt.kept,
    currency: booking.currency,
    printed: dateIn(now, zone),
  }
}
