/**
 * SQL for the admins' list of bookings. Every page of it is read along an index, however many bookings there are, and goes on
 * from the last row shown: no page is found by counting.
 */
import { sql, type SelectQueryBuilder } from 'kysely'
import type { BookingStatus } from '#domain/bookings/booking'
import { listWithDecimals } from '#domain/payments/currency'
import type { Db } from '#server/platform/db/connect'

/** A package of sessions is listed by the end of the time in which they can be booked. */
type BookingKind = 'session' | 'package'

/** `returned`: some of what was paid went back, or is to. */
type PaymentFilter = 'free' | 'unpaid' | 'paid' | 'returned'

/** `search`: what was typed. `from`, `until`: of the session's start, the end not included. */
export type BookingFilter = {
  search: string
  kind: BookingKind | null
  status: BookingStatus | null
  payment: PaymentFilter | null
  mentorId: string | null
  from: Date | null
  until: Date | null
}

/** By the session's time, or by when it was booked. */
export type BookingSort = 'latest' | 'earliest' | 'made'

/** A row of the list, by which the next page begins. `at`: its start, or when it was booked. */
type BookingCursor = { at: Date; id: string }

export type ListedBooking = Awaited<ReturnType<typeof listBookings>>[number]

type Page = { sort: BookingSort; limit: number; after?: BookingCursor | null; before?: BookingCursor | null }

/** Bookings after a row, or those before it, always in the order of `sort`. */
export async function listBookings(db: Db, filter: BookingFilter, { sort, limit, after, before }: Page) {
  const column = sort === 'made' ? ('bookings.createdAt' as const) : ('bookings.startsAt' as const)
  const forward = sort === 'earliest' ? 'asc' : 'desc'
  const direction = before ? OPPOSITE[forward] : forward
  const cursor = before ?? after
  let query = filtered(
    db
      .selectFrom('bookings')
      .leftJoin('packages', 'packages.id', 'bookings.id')
      .innerJoin('mentors', (join) =>
        join.on((row) => row('mentors.id', '=', row.fn.coalesce('bookings.mentorId', 'packages.mentorId'))),
      )
      .select([
        'bookings.id',
        'reference',
        'startsAt',
        'minutes',
        'sessionTitle',
        'packages.sessions as packageSessions',
        'menteeName',
        'menteeEmail',
        'mentors.name as mentorName',
        'mentorTimeZone',
        'menteeTimeZone',
        'bookings.status',
        'bookings.pricePence',
        'bookings.currency',
        'paidAmountPence',
        'paidAt',
        'payBefore',
        'bookings.createdAt',
        sql<number>`(select coalesce(sum(amount_pence), 0)::int from refunds
          where refunds.booking_id = bookings.id and refunds.status in ('queued', 'pending', 'succeeded'))`.as(
          'returned',
        ),
        sql<number>`(select count(*)::int from booking_moves where booking_moves.booking_id = bookings.id)`.as('moves'),
      ]),
    filter,
  )
  if (cursor) {
    const sign = direction === 'asc' ? sql.raw('>') : sql.raw('<')
    query = query.where(sql<boolean>`(${sql.ref(column)}, bookings.id) ${sign} (${cursor.at}, ${cursor.id}::uuid)`)
  }
  const rows = await query.orderBy(column, direction).orderBy('bookings.id', direction).limit(limit).execute()
  return before ? rows.toReversed() : rows
}

const OPPOSITE = { asc: 'desc', desc: 'asc' } as const

/** How many bookings match, counted up to `most`. */
export async function countBookingsUpTo(db: Db, filter: BookingFilter, most: number): Promise<number> {
  const some = filtered(db.selectFrom('bookings').select(sql<number>`1`.as('one')), filter).limit(most)
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function filtered<Selection>(
  query: SelectQueryBuilder<TablesOf, 'bookings', Selection>,
  { search, kind, status, payment, mentorId, from, until }: BookingFilter,
): SelectQueryBuilder<TablesOf, 'bookings', Selection> {
  let narrowed = query.where(KINDS[kind ?? 'any'])
  if (status) narrowed = narrowed.where('bookings.status', '=', status)
  if (mentorId)
    narrowed = narrowed.where(
      sql<boolean>`(bookings.mentor_id = ${mentorId}
        or bookings.id = any(array(select packages.id from packages where packages.mentor_id = ${mentorId})))`,
    )
  if (from) narrowed = narrowed.where('startsAt', '>=', from)
  if (until) narrowed = narrowed.where('startsAt', '<', until)
  if (payment) narrowed = narrowed.where(PAYMENTS[payment])
  return search.trim() === '' ? narrowed : narrowed.where(matching(search.trim()))
}

// oxlint-disable-next-line typescript/no-explicit-any -- What else a query has joined does not matter to a filter.
type TablesOf = any

/** Seats in cohorts stand on the pages of their cohorts. */
const KINDS = {
  any: sql<boolean>`(bookings.mentor_id is not null or bookings.package_id is not null)`,
  session: sql<boolean>`bookings.mentor_id is not null`,
  package: sql<boolean>`bookings.id in (select packages.id from packages)`,
} satisfies Record<BookingKind | 'any', unknown>

const PAYMENTS = {
  free: sql<boolean>`bookings.price_pence = 0`,
  unpaid: sql<boolean>`bookings.price_pence > 0 and paid_at is null`,
  paid: sql<boolean>`bookings.price_pence > 0 and paid_at is not null`,
  returned: sql<boolean>`exists (select from refunds where refunds.booking_id = bookings.id
    and refunds.status in ('queued', 'pending', 'succeeded'))`,
} satisfies Record<PaymentFilter, unknown>

const REFERENCE = /^B-?[0-9A-Z]{4}-?[0-9A-Z]{4}$/i
const ROW_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * A reference, an id of ours or of the payment service, an address, or the beginnings of words in the mentee's name, the
 * session's title or the mentor's name.
 */
function matching(typed: string) {
  if (REFERENCE.test(typed)) {
    const letters = typed.toUpperCase().replaceAll('-', '')
    return sql<boolean>`reference = ${`B-${letters.slice(1, 5)}-${letters.slice(5)}`}`
  }
  if (ROW_ID.test(typed)) return sql<boolean>`bookings.id = ${typed}::uuid`
  if (/^pi_\w+$/.test(typed)) return sql<boolean>`payment_intent = ${typed}`
  if (/^cs_\w+$/.test(typed)) return sql<boolean>`checkout_id = ${typed}`
  if (typed.includes('@')) return sql<boolean>`mentee_email = ${typed}`
  const words = typed.match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return sql<boolean>`false`
  const beginnings = words.map((word) => `${word}:*`).join(' & ')
  return sql<boolean>`(
    to_tsvector('simple', mentee_name || ' ' || session_title) @@ to_tsquery('simple', ${beginnings})
    or bookings.mentor_id = any(array(
      select id from mentors where to_tsvector('simple', name) @@ to_tsquery('simple', ${beginnings}) limit 100))
    or bookings.id = any(array(select packages.id from packages where packages.mentor_id = any(array(
      select id from mentors where to_tsvector('simple', name) @@ to_tsquery('simple', ${beginnings}) limit 100)))))`
}

/**
 * The columns of an exported booking, in order. `packageSessions`: of a package, how many sessions it has; its time is its end. Times are UTC (ISO 8601), sums in
 * the currency's unit with its decimals.
 */
export const EXPORT_COLUMNS =
  'reference mentorName userName email sessionTitle time minutes mentorZone menteeZone status price paid goesBack currency bookedAt paidAt packageSessions'.split(
    ' ',
  )

/**
 * Typed text as a cell, as `domain/payments/csv.ts` writes it: quoted, and behind an apostrophe where a spreadsheet would take
 * it for a formula.
 */
const textCell = (column: string) => sql`'"' || replace(
  case when left(${sql.ref(column)}, 1) in ('=', '+', '-', '@', chr(9), chr(13)) then '\'\'' else '' end
    || ${sql.ref(column)}, '"', '""') || '"'`
const timeCell = (column: string) =>
  sql`coalesce(to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '')`
/** As `spellAmount` writes it. */
const sumCell = (column: string) => sql`coalesce(case decimals when 0 then ${sql.ref(column)}::text
  when 3 then to_char(${sql.ref(column)} / 1000.0, 'FM999999990.000')
  else to_char(${sql.ref(column)} / 100.0, 'FM999999990.00') end, '')`

/**
 * The next bookings after a row as lines of a CSV file, the latest session first. The database writes them, since a million
 * rows become objects of ours at almost half that speed. `last`: the row after which the file goes on; null at its end.
 */
export async function writeBookingLines(
  db: Db,
  filter: BookingFilter,
  { after, limit }: { after: BookingCursor | null; limit: number },
): Promise<{ text: string; last: BookingCursor | null }> {
  let page = filtered(db.selectFrom('bookings').selectAll('bookings'), filter)
  if (after) page = page.where(sql<boolean>`(starts_at, bookings.id) < (${after.at}, ${after.id}::uuid)`)
  const rows = page.orderBy('startsAt', 'desc').orderBy('bookings.id', 'desc').limit(limit)
  const { rows: found } = await sql<{ text: string | null; count: number; at: Date | null; id: string | null }>`
    select string_agg(concat_ws(',', reference, ${textCell('mentors.name')}, ${textCell('menteeName')},
        ${textCell('emailText')}, ${textCell('sessionTitle')}, ${timeCell('startsAt')}, minutes, mentor_time_zone,
        mentee_time_zone, page.status, ${sumCell('page.pricePence')}, ${sumCell('paidAmountPence')}, ${sumCell('returned')},
        page.currency, ${timeCell('page.createdAt')}, ${timeCell('paidAt')}, coalesce(sessions::text, '')) || chr(13) || chr(10),
        '' order by starts_at desc, page.id desc) as text,
      count(*)::int as count, min(starts_at) as at, (array_agg(page.id order by starts_at, page.id))[1] as id
    from (${rows}) as page
    left join packages on packages.id = page.id
    join mentors on mentors.id = coalesce(page.mentor_id, packages.mentor_id),
    lateral (select mentee_email::text as email_text, coalesce((
        select sum(amount_pence) from refunds
        where refunds.booking_id = page.id and refunds.status in ('queued', 'pending', 'succeeded')), 0) as returned,
      case when page.currency = any(${listWithDecimals(0)}::text[]) then 0
        when page.currency = any(${listWithDecimals(3)}::text[]) then 3 else 2 end as decimals) as more
  `.execute(db)
  const { text, count, at, id } = found[0]!
  return { text: text ?? '', last: at && id && count === limit ? { at, id } : null }
}
