/** /bookings/{reference}/receipt: the documents of a booking, or what was paid until they are issued. Server side. */
import { zoneCity } from '#domain/time/zone'
import { readPageRows } from '#server/bookings/page-queries'
import type { App } from '#server/context'
import type { OpenedBooking } from '#server/site/guards/booking-guard'
import * as m from '#messages/bookings'
import { formatDuration, dateIn, fullMomentOn } from '#words/time'
import type { ReceiptFacts, ReceiptPart } from '../../../ui/bookings/page/receipt-page.tsx'
import { readBookingDocumentsPart } from '../../tax-documents/booking-documents.ts'
import { describePageMoney, isReceiptOfOther } from './money.ts'
import { createReader } from './people.ts'

/** Null if nothing was paid, and for a mentee if someone else has paid. */
export async function readReceipt(app: App, opened: OpenedBooking): Promise<ReceiptPart | null> {
  if (isReceiptOfOther(opened)) return null
  const { id, reference } = opened.booking
  const page = `/bookings/${reference}`
  const part = await readBookingDocumentsPart(app, { bookingId: id, path: `${page}/receipt` })
  const hasNone = part.documents.length === 0
  const facts = hasNone ? await readFacts(app, opened) : null
  if (hasNone && !facts) return null
  return { reference, documents: part, facts, back: { to: page, label: m.backToBooking() } }
}

/** Null if nothing was paid. */
async function readFacts(app: App, opened: OpenedBooking): Promise<ReceiptFacts | null> {
  const reader = createReader(app, opened)
  const { booking, now } = reader
  const { receipt } = describePageMoney(reader, await readPageRows(app.db, booking))
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
