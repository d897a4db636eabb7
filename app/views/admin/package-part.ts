/** What an admin sees of a package besides its money: its sessions, and a refund that left them usable. Server side. */
import { creditState } from '#domain/packages/package'
import { toMinorUnits } from '#domain/payments/money'
import type { BookingRecord } from '#server/bookings/admin/record'
import * as m from '#messages/admin'
import { formatMoney } from '#words/prices'
import { cityMomentIn, dayAndYearIn } from '#words/time'
import type { PackageRecordPart } from '../../ui/admin/bookings/package-part.tsx'

/** Null for a session. */
export function readPackagePart({ booking, credits, refunds }: BookingRecord): PackageRecordPart | null {
  if (booking.sessions === null) return null
  const { currency, menteeTimeZone: zone, mentorTimeZone, startsAt: end, status } = booking
  const isUsable = status === 'confirmed' && credits.some((credit) => creditState(credit) === 'open')
  const refundedAtService = refunds
    .filter(({ reason, status: state }) => reason === 'at_service' && state !== 'failed' && state !== 'withdrawn')
    .reduce((sum, { amountPence }) => sum + amountPence, 0)
  return {
    stillUsable:
      isUsable && refundedAtService > 0
        ? m.packageStillUsable({ sum: formatMoney(toMinorUnits(refundedAtService), currency) })
        : null,
    credits: credits.map((credit) => ({
      number: m.packageSession({ number: String(credit.number) }),
      state: describeCredit(credit),
      session:
        credit.reference && credit.startsAt
          ? { reference: credit.reference, at: cityMomentIn(credit.startsAt, mentorTimeZone) }
          : null,
      share: formatMoney(credit.share, currency),
    })),
  }

  function describeCredit(credit: BookingRecord['credits'][number]): string {
    switch (creditState(credit)) {
      case 'open':
        return status === 'confirmed' ? m.creditOpen({ date: dayAndYearIn(end, zone) }) : m.creditNotUsable()
      case 'booked':
        return m.creditBooked()
      case 'used':
        return m.creditUsed()
      case 'lapsed':
        return m.creditLapsed({ date: dayAndYearIn(credit.earnedAt!, zone) })
      case 'refunded':
        return m.creditRefunded({ date: dayAndYearIn(credit.refundedAt!, zone) })
    }
  }
}
