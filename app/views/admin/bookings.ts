/** The admins' list of bookings. Server side. */
import { toMinorUnits } from '#domain/payments/money'
import { timeIn, dateKeyIn } from '#domain/time/clock'
import { zoneCity } from '#domain/time/zone'
import { readCursor, readTypedFilter, toBookingFilter, type TypedFilter } from '#server/bookings/admin/form'
import { countBookingsUpTo, listBookings, type ListedBooking } from '#server/bookings/admin/list-queries'
import type { App } from '#server/context'
import { findMentorNames } from '#server/mentors/queries'
import * as m from '#messages/admin'
import { formatMoney } from '#words/prices'
import { cityMomentIn, cityTimeIn, dayAndYearIn } from '#words/time'
import type { BookingListPage, BookingRow } from '../../ui/admin/bookings/booking-list.tsx'

const PATH = '/admin-dashboard/bookings'
const ROWS = 50
/** Counted so far and no further: a count takes longer the more there is. */
const COUNTED = 10_000

/** The booking that the address opens beside the list, and the address of the list without it. */
export function readOpened(query: URLSearchParams): { reference: string; path: string; closed: string } | null {
  const reference = query.get('open')
  if (!reference) return null
  const closed = withoutSheet(query)
  return {
    reference,
    path: `${PATH}?${closed ? `${closed}&` : ''}open=${encodeURIComponent(reference)}`,
    closed: closed ? `${PATH}?${closed}` : PATH,
  }
}

/** The query of the list, without what is about the opened booking. */
function withoutSheet(query: URLSearchParams): string {
  const list = new URLSearchParams(query)
  for (const name of ['open', 'do', 'mail', 'sending', 'done', '_routes']) list.delete(name)
  return list.toString()
}

/** `zone`: the admin's, in which the dates of the filter are meant. */
export async function readBookingList(app: App, searchParams: URLSearchParams, zone: string): Promise<BookingListPage> {
  const typed = readTypedFilter((name) => searchParams.get(name) ?? '')
  const filter = toBookingFilter(typed, zone)
  const [after, before] = [readCursor(searchParams.get('after') ?? ''), readCursor(searchParams.get('before') ?? '')]
  const found = await listBookings(app.db, filter, { sort: typed.sort, limit: ROWS + 1, after, before })
  const isMore = found.length > ROWS
  const rows = before ? found.slice(-ROWS) : found.slice(0, ROWS)
  const [first, last] = [rows[0], rows.at(-1)]
  const isFiltered = Object.entries(typed).some(([name, value]) => name !== 'sort' && value)
  const count = isFiltered ? null : await countBookingsUpTo(app.db, filter, COUNTED + 1)
  const now = app.now()
  const here = withoutSheet(searchParams)
  return {
    typed,
    open: searchParams.get('open'),
    opens: `${PATH}?${here ? `${here}&` : ''}open=`,
    mentorName: typed.mentor ? ((await findMentorNames(app.db, [typed.mentor])).get(typed.mentor) ?? null) : null,
    isFiltered,
    lead: count === null ? null : count > COUNTED ? m.moreThan({ count: COUNTED }) : m.countInAll({ count }),
    rows: rows.map((row) => shapeRow(row, now)),
    newer: first && (before ? isMore : after) ? buildUrl(typed, `before=${makeCursor(first, typed)}`) : null,
    older: last && (before || isMore) ? buildUrl(typed, `after=${makeCursor(last, typed)}`) : null,
    zone: zoneCity(zone),
  }
}

const makeCursor = ({ id, createdAt, startsAt }: ListedBooking, { sort }: TypedFilter) =>
  `${(sort === 'made' ? createdAt : startsAt).getTime()}.${id}`

/** The address of a page of the list, without what is not chosen. */
function buildUrl(typed: TypedFilter, cursor: string): string {
  const chosen = Object.entries(typed).filter(([name, value]) => value && !(name === 'sort' && value === 'latest'))
  const query = new URLSearchParams(chosen as [string, string][])
  return `${PATH}?${query}${query.size > 0 ? '&' : ''}${cursor}`
}

export function shapeRow(row: ListedBooking, now: Date): BookingRow {
  const { startsAt: at, mentorTimeZone, menteeTimeZone, packageSessions: sessions } = row
  const clocks =
    sessions === null
      ? {
          year: at.getUTCFullYear() === now.getUTCFullYear() ? null : String(at.getUTCFullYear()),
          mentorClock: cityMomentIn(at, mentorTimeZone),
          menteeClock: shiftedClock(at, mentorTimeZone, menteeTimeZone),
        }
      : { year: null, mentorClock: m.packageUntil({ date: dayAndYearIn(at, menteeTimeZone) }), menteeClock: null }
  return {
    reference: row.reference,
    at: at.toISOString(),
    ...clocks,
    mentorName: row.mentorName,
    userName: row.menteeName,
    sessionTitle: row.sessionTitle,
    package: sessions === null ? null : m.packageOf({ count: sessions }),
    minutes: row.minutes,
    status: row.status,
    price: row.pricePence === 0 ? m.free() : formatMoney(row.pricePence, row.currency),
    payment: describePayment(row, menteeTimeZone),
    needsAttention: isPaidLate(row),
  }
}

/** The other clock: the time alone where the date is the same. */
export function shiftedClock(at: Date, zone: string, other: string): string {
  return dateKeyIn(at, zone) === dateKeyIn(at, other) ? cityTimeIn(at, other) : cityMomentIn(at, other)
}

type Paid = Pick<
  ListedBooking,
  'status' | 'pricePence' | 'currency' | 'paidAt' | 'paidAmountPence' | 'payBefore' | 'moves' | 'returned'
>

/** Paid although it was never booked: it is refunded, or an admin must look. */
const isPaidLate = ({ status, paidAt, returned }: Paid) => status === 'expired' && paidAt !== null && returned === 0

function describePayment(row: Paid, zone: string): string {
  const { status, pricePence, currency, paidAt, paidAmountPence, returned, payBefore, moves } = row
  const isMoved = moves > 0
  if (pricePence === 0) return m.noPayment({ isMoved })
  if (!paidAt)
    return status === 'held' ? m.heldUntil({ time: timeIn(payBefore, zone), place: zoneCity(zone) }) : m.notPaid()
  if (isPaidLate(row)) return m.paidLate()
  if (returned === 0) return m.paidPerhapsMoved({ isMoved })
  return returned >= (paidAmountPence ?? pricePence)
    ? m.paymentRefunded()
    : m.partRefunded({ sum: formatMoney(toMinorUnits(returned), currency), isMoved })
}
