/** Bookings as a table to search, filter and page through. A form with GET, so that the address says what is shown. */
import Download from 'lucide-react/icons/download'
import { Fragment, useSyncExternalStore } from 'react'
import { Form, Link } from 'react-router'
import type { BookingStatus } from '#domain/bookings/booking'
import { formatDuration } from '#domain/quantities'
import { Odd } from '../odd.tsx'
import { Below, Rows } from '../rows.tsx'

const PATH = '/admin-dashboard/bookings'

type TypedFilter = {
  q: string
  status: BookingStatus | null
  payment: 'free' | 'unpaid' | 'paid' | 'returned' | null
  mentor: string | null
  from: string
  until: string
  sort: 'latest' | 'earliest' | 'made'
}

/** `year`: where it is not this year's. `needsAttention`: an admin should look at its payment. */
export type BookingRow = {
  reference: string
  at: string
  year: string | null
  mentorClock: string
  menteeClock: string
  mentorName: string
  userName: string
  sessionTitle: string
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

export const STATUS_WORDS: Record<BookingStatus, string> = {
  held: 'Held',
  confirmed: 'Confirmed',
  completed: 'Completed',
  no_show: 'No-show',
  cancelled: 'Cancelled',
  expired: 'Expired',
}

const PAYMENT_WORDS = { paid: 'Paid', unpaid: 'Not paid', returned: 'Refund', free: 'Free' }
const SORT_WORDS = { latest: 'Latest session', earliest: 'Earliest session', made: 'Newest booking' }

export function BookingList({ page }: { page: BookingListPage }) {
  const { rows, isFiltered } = page
  return (
    <>
      <Filters page={page} />
      {rows.length === 0 ? (
        <div className="admin-empty">
          <p className="font-semibold text-ink">No bookings found.</p>
          <p>
            {isFiltered
              ? 'No bookings match your filters. '
              : 'Bookings appear here when a visitor starts to pay, with the session, the people and the payment. '}
            {isFiltered && (
              <Link to={PATH} className="link">
                Show all bookings
              </Link>
            )}
          </p>
        </div>
      ) : (
        <BookingRows caption="Bookings" rows={rows} opens={page.opens} open={page.open} />
      )}
      <div className="admin-pager">
        <p className="admin-aside">Mentor’s time first, mentee’s below</p>
        <nav aria-label="Pages" className="flex gap-2">
          <Turn to={page.newer} rel="prev" name="Newer" />
          <Turn to={page.older} rel="next" name="Older" />
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
        <label htmlFor="booking-search">Name, email, session or booking</label>
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
      <Choice name="status" label="Status" value={typed.status} words={STATUS_WORDS} any="Any" />
      <Choice name="payment" label="Payment" value={typed.payment} words={PAYMENT_WORDS} any="Any" />
      <DateField name="from" label={`From, in ${zone}`} value={typed.from} />
      <DateField name="until" label="Until" value={typed.until} />
      <Choice name="sort" label="Order" value={typed.sort} words={SORT_WORDS} />
      {typed.mentor && <input type="hidden" name="mentor" value={typed.mentor} />}
      <button type="submit" className="admin-button">
        Show
      </button>
      {isFiltered && (
        <Link to={PATH} className="admin-button">
          {mentorName ? `All, not only ${mentorName}’s` : 'Show all'}
        </Link>
      )}
    </Form>
  )
}

type ChoiceProps = { name: string; label: string; value: string | null; words: Record<string, string>; any?: string }

function Choice({ name, label, value, words, any }: ChoiceProps) {
  const id = `booking-${name}`
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={value ?? ''} className="admin-control">
        {any && <option value="">{any}</option>}
        {Object.entries(words).map(([choice, shown]) => (
          <option key={choice} value={choice}>
            {shown}
          </option>
        ))}
      </select>
    </div>
  )
}

function DateField({ name, label, value }: { name: string; label: string; value: string }) {
  const id = `booking-${name}`
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input id={id} type="date" name={name} defaultValue={value} className="admin-control" />
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
        Export CSV
      </button>
    </form>
  )
}

const COLUMNS = [
  { label: 'Time' },
  { label: 'Mentor' },
  { label: 'Mentee' },
  { label: 'Session' },
  { label: 'Status' },
  { label: 'Payment', number: true },
]

type BookingRowsProps = { caption: string; rows: BookingRow[]; opens?: string; open?: string | null }

/** `opens`: what stands before a booking's reference in its address. `open`: the one that is shown beside them. */
export function BookingRows({ caption, rows, opens = `${PATH}/`, open = null }: BookingRowsProps) {
  const isBeside = useBesideList() && opens.includes('?')
  return (
    <Rows
      caption={caption}
      columns={COLUMNS}
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
      <Below>{row.menteeClock}</Below>
    </Fragment>,
    row.mentorName,
    <bdi key="mentee">{row.userName}</bdi>,
    <Fragment key="session">
      <bdi>{row.sessionTitle}</bdi>
      <Below>{formatDuration(row.minutes)}</Below>
    </Fragment>,
    <span key="status" className={`admin-status ${row.status}`}>
      {STATUS_WORDS[row.status]}
    </span>,
    <Fragment key="payment">
      {row.price}
      <Below>{row.needsAttention ? <Odd>{row.payment}</Odd> : row.payment}</Below>
    </Fragment>,
  ]
}
