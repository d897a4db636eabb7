/** The bookings on the page of an account. Server side. */
import { mentorClock } from '#server/bookings/clocks'
import { timeIn } from '#domain/time/clock'
import type { BookingMoney } from '#domain/payments/booking-money'
import { findRefundRule } from '#domain/bookings/refunds/refund-rule'
import { minutesAfter } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { listBookingsOfAccount } from '#server/bookings/queries'
import { listSeatsOfAccount, type Seat } from '#server/cohorts/seats/seats-queries'
import { listPackagesOfAccount, type BoughtPackage } from '#server/packages/packages-queries'
import { readMoney } from '#server/payments/booking-money-queries'
import * as m from '#messages/accounts'
import { formatShortRefund } from '#words/bookings/booking-money'
import { describeRefundRule } from '#words/bookings/refund-rule'
import { dayAndYearIn, formatDuration, dayOfKey } from '#words/time'
import type { OwnBooking } from '../../ui/accounts/own-bookings.tsx'

const MAX_BOOKINGS = 200

type Session = Awaited<ReturnType<typeof listBookingsOfAccount>>[number]
type Row = Session | Seat | BoughtPackage

/** Coming sessions and cohorts, earliest first, and past ones, latest first. `zone`: the reader's. */
export async function readOwnBookings(app: App, accountId: string, zone: string) {
  const now = app.now()
  const lists = await Promise.all([
    listBookingsOfAccount(app.db, accountId, MAX_BOOKINGS),
    listSeatsOfAccount(app.db, accountId, MAX_BOOKINGS),
    listPackagesOfAccount(app.db, accountId, MAX_BOOKINGS),
  ])
  const rows: Row[] = lists.flat<Row[][]>().toSorted((a, b) => b.startsAt.getTime() - a.startsAt.getTime())
  const money = await readMoney(
    app.db,
    rows.filter(({ paidAt }) => paidAt).map(({ id }) => id),
  )
  const listed = rows.filter((row) => row.status !== 'held' || row.processingSince || row.payBefore > now)
  const isComing = (row: Row) =>
    (row.status === 'held' || row.status === 'confirmed') && minutesAfter(row.startsAt, row.minutes) > now
  return {
    coming: listed
      .filter(isComing)
      .toReversed()
      .map((row) => toBooking(row, money.get(row.id), now, zone)),
    past: listed.filter((row) => !isComing(row)).map((row) => toBooking(row, money.get(row.id), now, zone)),
  }
}

function toBooking(row: Row, money: BookingMoney | undefined, now: Date, zone: string): OwnBooking {
  const hasPage = (row.status !== 'held' && row.status !== 'expired') || row.paidAt !== null
  return {
    ...('cohortId' in row
      ? ofSeat(row, hasPage)
      : 'sessions' in row
        ? ofPackage(row, hasPage)
        : ofSession(row, hasPage)),
    reference: row.reference,
    startsAt: row.startsAt,
    refund: describeRefund(row, now, zone),
    status: withRefund(describeStatus(row, now, zone), money && formatShortRefund(money)),
    good: row.status === 'confirmed' && minutesAfter(row.startsAt, row.minutes) > now,
  }
}

const withRefund = (status: string, refund: string | null | undefined): string =>
  refund ? m.statusWithRefund({ status, refund }) : status

const ofSession = (row: Session, hasPage: boolean) => ({
  page: hasPage ? `/bookings/${row.reference}` : null,
  title: row.sessionTitle,
  length: formatDuration(row.minutes),
  dates: null,
  mentor: {
    name: row.mentorName,
    page: row.mentorStatus === 'accepted' ? `/mentors/${row.mentorSlug}` : null,
    clock: mentorClock(row),
  },
})

const ofSeat = ({ reference, title, mentorName, startsOn, endsOn }: Seat, hasPage: boolean) => ({
  page: hasPage ? `/seats/${reference}` : null,
  title,
  length: m.cohort(),
  dates: m.cohortDates({ first: dayOfKey(startsOn), last: dayOfKey(endsOn), year: endsOn.slice(0, 4) }),
  mentor: { name: mentorName, page: null, clock: { timeZone: 'UTC', place: 'UTC' } },
})

/** Its date is the last on which its sessions can be booked. */
const ofPackage = (row: BoughtPackage, hasPage: boolean) => ({
  page: hasPage ? `/packages/${row.reference}` : null,
  title: row.sessionTitle,
  length: m.packageOf({ sessions: row.sessions }),
  dates: m.packageBookBy({ date: dayAndYearIn(row.startsAt, row.menteeTimeZone) }),
  mentor: {
    name: row.mentorName,
    page: row.mentorStatus === 'accepted' ? `/mentors/${row.mentorSlug}` : null,
    clock: { timeZone: row.mentorHomeZone, place: row.mentorLocation },
  },
})

/** Until when cancelling returns the whole price. Null for past, free and unpaid bookings. */
function describeRefund(row: Row, now: Date, zone: string): string | null {
  if (row.status !== 'confirmed' || !row.paidAt || row.startsAt <= now) return null
  if ('packageId' in row && row.packageId !== null) return null // Sessions of packages go back to them.
  return describeRefundRule(findRefundRule(row, now), zone, now)
}

function describeStatus(row: Row, now: Date, zone: string): string {
  switch (row.status) {
    case 'held':
      if (row.processingSince) return m.statusPaymentPending()
      return row.pricePence === 0
        ? m.statusHeldFree({ time: timeIn(row.payBefore, zone) })
        : m.statusHeldUnpaid({ time: timeIn(row.payBefore, zone) })
    case 'confirmed':
      if ('sessions' in row && row.startsAt > now) return m.packageReady()
      return minutesAfter(row.startsAt, row.minutes) > now ? m.statusBooked() : m.statusOver()
    case 'completed':
      return m.statusCompleted()
    case 'no_show':
      return m.statusMissed()
    case 'cancelled':
      return m.statusCancelled()
    case 'expired':
      return m.statusNotBooked()
  }
}
