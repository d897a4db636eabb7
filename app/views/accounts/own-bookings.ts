/** The bookings on the page of an account. Server side. */
import { timeIn } from '#domain/time/clock'
import { refundWords } from '#domain/bookings/refund-rule'
import { minutesAfter } from '#domain/time/wall-time'
import { zoneCity } from '#domain/time/zone'
import type { App } from '#server/context'
import { listBookingsOfAccount } from '#server/bookings/queries'
import type { OwnBooking } from '../../ui/accounts/own-bookings.tsx'
import { clockPlace } from '../../ui/time/clock.ts'

const MAX_BOOKINGS = 200

type Row = Awaited<ReturnType<typeof listBookingsOfAccount>>[number]

/** Coming bookings, earliest first, and past ones, latest first. `zone`: the reader's. */
export async function readOwnBookings(app: App, accountId: string, zone: string) {
  const now = app.now()
  const rows = await listBookingsOfAccount(app.db, accountId, MAX_BOOKINGS)
  const listed = rows.filter((row) => row.status !== 'held' || row.processing_since || row.pay_before > now)
  const isComing = (row: Row) =>
    (row.status === 'held' || row.status === 'confirmed') && minutesAfter(row.starts_at, row.minutes) > now
  return {
    coming: listed
      .filter(isComing)
      .toReversed()
      .map((row) => toBooking(row, now, zone)),
    past: listed.filter((row) => !isComing(row)).map((row) => toBooking(row, now, zone)),
  }
}

function toBooking(row: Row, now: Date, zone: string): OwnBooking {
  const { mentor_time_zone: timeZone } = row
  const place = timeZone === row.mentor_home_zone ? clockPlace(row.mentor_location, timeZone) : zoneCity(timeZone)
  return {
    reference: row.reference,
    session: row.session_title,
    minutes: row.minutes,
    mentor: {
      name: row.mentor_name,
      page: row.mentor_status === 'accepted' ? `/mentors/${row.mentor_slug}` : null,
      clock: { timeZone, place },
    },
    startsAt: row.starts_at,
    refund: refundOf(row, now, zone),
    status: [statusOf(row, now, zone), moneyOf(row)].filter(Boolean).join(', '),
    good: row.status === 'confirmed' && minutesAfter(row.starts_at, row.minutes) > now,
  }
}

/** Until when cancelling returns the whole price. Null for past, free and unpaid bookings. */
function refundOf(row: Row, now: Date, zone: string): string | null {
  if (row.status !== 'confirmed' || !row.paid_at || row.starts_at <= now) return null
  return refundWords({ bookedAt: row.paid_at, startsAt: row.starts_at }, zone, now)
}

function statusOf(row: Row, now: Date, zone: string): string {
  switch (row.status) {
    case 'held':
      if (row.processing_since) return 'Waiting for your payment to arrive'
      return row.price_pence === 0
        ? `Held until ${timeIn(row.pay_before, zone)}: follow the link in our mail`
        : `Held until ${timeIn(row.pay_before, zone)}: not paid yet`
    case 'confirmed':
      return minutesAfter(row.starts_at, row.minutes) > now ? 'Booked' : 'Over'
    case 'completed':
      return 'Completed'
    case 'no_show':
      return 'Missed'
    case 'cancelled':
      return 'Cancelled'
    case 'expired':
      return 'Not booked'
  }
}

function moneyOf({ refund_status: status }: Row): string | null {
  if (status === 'succeeded') return 'money returned'
  return status === 'queued' || status === 'pending' ? 'money on its way back' : null
}
