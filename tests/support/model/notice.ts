/** What the product does by itself to a session that was paid, and whether it may: cancel, complete, believe a report. */
import { HOUR_MS } from '#domain/time/wall-time'
import type { Entry } from './books.ts'
import type { Sale, World } from './world.ts'

/** Updates the model with what ended since it last looked. A sentence for each end that nothing explains. */
export function noticeEnds({ sales }: World, books: Entry[], now: Date): string[] {
  const byBooking = new Map(books.map((entry) => [entry.booking, entry]))
  return sales.flatMap((sale) => {
    const entry = byBooking.get(sale.bookingId)
    return entry ? noticeEnd(sale, entry, now) : []
  })
}

function noticeEnd(sale: Sale, entry: Entry, now: Date): string[] {
  const { bookingId, proposal } = sale
  const faults: string[] = []
  if (entry.ceiling !== null && entry.ceiling > sale.ceiling) faults.push(`${bookingId} may return more than before`)
  sale.ceiling = entry.ceiling ?? sale.ceiling
  if (entry.starts !== null && entry.starts !== sale.startsAt) faults.push(`${bookingId} was moved without an order`)
  if (entry.status === 'cancelled' && !sale.cancelled) {
    if (!proposal?.isOpen || now < proposal.answerBy || entry.cancelledBy !== 'product')
      faults.push(`${bookingId} was cancelled without an order`)
    sale.cancelled = { refund: 'all', isLate: false }
  }
  if (entry.status === 'cancelled' && proposal) proposal.isOpen = false
  if (entry.status === 'completed' && !sale.isCompleted) {
    sale.isCompleted = true
    if (now.getTime() < endOf(sale) + 48 * HOUR_MS) faults.push(`${bookingId} was completed too early`)
    if (sale.noShow && !sale.noShow.outcome) faults.push(`${bookingId} was completed although a side was reported`)
  }
  if (entry.status === 'no_show' && sale.noShow?.outcome !== 'absent') faults.push(...noticeAbsence(sale, now))
  return faults
}

function noticeAbsence({ bookingId, noShow }: Sale, now: Date): string[] {
  if (!noShow) return [`${bookingId} was missed without a report`]
  noShow.outcome = 'absent'
  const isEarly = now.getTime() < noShow.at.getTime() + 24 * HOUR_MS
  return noShow.contested || isEarly ? [`${bookingId} was missed before the other side was heard`] : []
}

export const endOf = ({ startsAt, offer }: Pick<Sale, 'startsAt' | 'offer'>) => startsAt + offer.minutes * 60_000
