/** Bookings as a table to search, filter and page through. A form with GET, so that the address says what is shown. */
import Download from 'lucide-react/icons/download'
import { Fragment, useSyncExternalStore } from 'react'
import { Form, Link } from 'react-router'
import type { BookingStatus } from '#domain/bookings/booking'
import * as m from '#messages/admin'
import { formatDuration } from '#words/time'
import { DateControl } from '../dates/date-field.tsx'
import { rich } from '../../rich.tsx'
import { NeedsAttention } from '../needs-attention.tsx'
import { Below, Rows } from '../rows.tsx'

const PATH = '/admin-dashboard/bookings'

type TypedFilter = {
  q: string
  kind: 'session' | 'package' | null
  status: BookingStatus | null
  payment: 'free' | 'unpaid' | 'paid' | 'returned' | null
  mentor: string | null
  from: string
  until: string
  sort: 'latest' | 'earliest' | 'made'
}

/** `package`: “Package of 3 sessions”, null for a session. `year`: where it is not this year's. `needsAttention`: an admin should look at its payment. */
export type BookingRow = {
  reference: string
  at: string
  year: string | null
  mentorClock: string
  menteeClock: string | null
  mentorName: string
  userName: string
  sessionTitle: string
  package: string | null
  minutes: number
  status: BookingStatus
  price: string
  payment: string
  needsAttention: boolean
}

/** `zone`: the city whose dates the filter means. `open`: the booking beside the list. `opens`: the address that opens one, without its reference. */
export type BookingListPage = {
  typed: TypedFilter
  mentorName: string | null
  isFiltered: boolean
  lead: string | null
  rows: BookingRow[]
  newer: string | null
  older: string | null
  zone: string
  open: string | null
  opens: string
}

export const STATUS_WORDS: Record<BookingStatus, () => string> = {
  held: m.held,
  confirmed: m.confirmed,
  completed: m.completed,
  no_show: m.noShow,
  cancelled: m.cancelled,
  expired: m.expired,
}

const KIND_WORDS = { session: m.onlySessions, package: m.onlyPackages }
const PAYMENT_WORDS = { paid: m.paid, unpaid: m.notPaid, returned: m.paymentRefunded, free: m.free }
const SORT_WORDS = { latest: m.latestSession, earliest: m.earliestSession, made: m.newestBooking }

export function BookingList({ page }: { page: BookingListPage }) {
  const { rows, isFiltered } = page
  return (
    <>
      <Filters page={page} />
      {rows.length === 0 ? (
        <div className="admin-empty">
          <p className="font-semibold text-ink">{m.noBookings()}</p>
          <p>
            {isFiltered
              ? rich(
                  m.noMatchingBookings({
                    link: (text) => (
                      <Link to={PATH} className="link">
                        {text}
                      </Link>
                    ),
                  }),
                )
              : m.bookingsAppear()}
          </p>
        </div>
      ) : (
        <BookingRows caption={m.bookings()} rows={rows} opens={page.opens} open={page.open} />
      )}
      <div className="admin-pager">
        <p className="admin-aside">{m.clocksNote()}</p>
        <nav aria-label={m.pages()} className="flex gap-2">
          <Turn to={page.newer} rel="prev" name={m.newerPage()} />
          <Turn to={page.older} rel="next" name={m.olderPage()} />
        </nav>
      </div>
    </>
  )
}

export function Turn({ to, rel, name }: { to: string | null; rel: string; name: string }) {
  if (!to) return null
  return (
    <Link to={to} rel={rel} className="admin-button">
      {name}
    </Link>
  )
}

function Filters({ page: { typed, mentorName, zone, isFiltered } }: { page: BookingListPage }) {
  // Another address is another form: nothing of the earlier one must stay in its fields.
  return (
    <Form method="get" action={PATH} className="admin-filters" key={JSON.stringify(typed)}>
      <div className="wide">
        <label htmlFor="booking-search">{m.bookingSearch()}</label>
        <input
          id="booking-search"
          type="search"
          name="q"
          defaultValue={typed.q}
          maxLength={100}
          data-keys="search"
          className="admin-control w-full"
        />
      </div>
      <Choice name="kind" label={m.bookingKind()} value={typed.kind} words={KIND_WORDS} any={m.anyBookingKind()} />
      <Choice name="status" label={m.status()} value={typed.status} words={STATUS_WORDS} any={m.anyStatus()} />
      <Choice name="payment" label={m.payment()} value={typed.payment} words={PAYMENT_WORDS} any={m.anyPayment()} />
      <DateFilter name="from" label={m.fromIn({ place: zone })} value={typed.from} />
      <DateFilter name="until" label={m.until()} value={typed.until} />
      <Choice name="sort" label={m.order()} value={typed.sort} words={SORT_WORDS} />
      {typed.mentor && <input type="hidden" name="mentor" value={typed.mentor} />}
      <button type="submit" className="admin-button">
        {m.show()}
      </button>
      {isFiltered && (
        <Link to={PATH} className="admin-button">
          {mentorName ? m.allNotOnly({ name: mentorName }) : m.showAll()}
        </Link>
      )}
    </Form>
  )
}

type ChoiceProps = {
  name: string
  label: string
  value: string | null
  words: Record<string, () => string>
  any?: string
}

function Choice({ name, label, value, words, any }: ChoiceProps) {
  const id = `booking-${name}`
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={value ?? ''} className="admin-control">
        {any && <option value="">{any}</option>}
        {Object.entries(words).map(([choice, shown]) => (
          <option key={choice} value={choice}>
            {shown()}
          </option>
        ))}
      </select>
    </div>
  )
}

function DateFilter({ name, label, value }: { name: string; label: string; value: string }) {
  const id = `booking-${name}`
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <DateControl id={id} name={name} label={label} value={value} className="admin-control" />
    </div>
  )
}

/** Downloads what the filter shows. By a button, because it is recorded and a link changes nothing. */
export function ExportButton({ typed }: { typed: TypedFilter }) {
  return (
    <form method="post" action={`${PATH}/export`}>
      {Object.entries(typed).map(([name, value]) =>
        value && name !== 'sort' ? <input key={name} type="hidden" name={name} value={value} /> : null,
      )}
      <button type="submit" className="admin-button">
        <Download size={16} strokeWidth={1.75} aria-hidden="true" />
        {m.exportCsv()}
      </button>
    </form>
  )
}

const listColumns = () => [
  { label: m.time() },
  { label: m.mentor() },
  { label: m.mentee() },
  { label: m.session() },
  { label: m.status() },
  { label: m.payment(), number: true },
]

type BookingRowsProps = { caption: string; rows: BookingRow[]; opens?: string; open?: string | null }

/** `opens`: what stands before a booking's reference in its address. `open`: the one that is shown beside them. */
export function BookingRows({ caption, rows, opens = `${PATH}/`, open = null }: BookingRowsProps) {
  const isBeside = useBesideList() && opens.includes('?')
  return (
    <Rows
      caption={caption}
      columns={listColumns()}
      rows={rows.map((row) => ({
        key: row.reference,
        isOpen: row.reference === open,
        cells: renderCells(row, { to: opens + row.reference, isBeside }),
      }))}
    />
  )
}

const WIDE = '(width >= 80rem)' // As in admin.css.

function onWide(changed: () => void): () => void {
  const wide = matchMedia(WIDE)
  wide.addEventListener('change', changed)
  return () => wide.removeEventListener('change', changed)
}

/** True where the window is wide enough for a booking beside the list: the list then stays where it was scrolled to. */
const useBesideList = () =>
  useSyncExternalStore(
    onWide,
    () => matchMedia(WIDE).matches,
    () => false,
  )

function renderCells(row: BookingRow, { to, isBeside }: { to: string; isBeside: boolean }) {
  return [
    <Fragment key="time">
      <Link to={to} data-keys="row" preventScrollReset={isBeside} className="font-semibold">
        <time dateTime={row.at}>
          {row.mentorClock}
          {row.year && `, ${row.year}`}
        </time>
      </Link>
      {row.menteeClock && <Below>{row.menteeClock}</Below>}
    </Fragment>,
    row.mentorName,
    <bdi key="mentee">{row.userName}</bdi>,
    <Fragment key="session">
      <bdi>{row.package ?? row.sessionTitle}</bdi>
      {row.package && (
        <Below>
          <bdi>{row.sessionTitle}</bdi>
        </Below>
      )}
      <Below>{formatDuration(row.minutes)}</Below>
    </Fragment>,
    <span key="status" className={`admin-status ${row.status}`}>
      {STATUS_WORDS[row.status]()}
    </span>,
    <Fragment key="payment">
      {row.price}
      <Below>{row.needsAttention ? <NeedsAttention>{row.payment}</NeedsAttention> : row.payment}</Below>
    </Fragment>,
  ]
}
