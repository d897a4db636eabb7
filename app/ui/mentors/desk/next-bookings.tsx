/** The bookings to come, as their mentor sees them. */
import { Link } from 'react-router'
import * as m from '#messages/mentors'
import { formatList } from '#words/lists'
import { formatDuration } from '#words/time'
import { EmptyState } from '../../controls/empty-state.tsx'
import { Portrait } from '../portrait.tsx'
import type { NextBooking } from './week-page.ts'
import { rich } from '../../rich.tsx'

/** `count`: of all, of which the first are shown. `waiting`: how many people are on the waitlist. */
export function NextBookings({
  bookings,
  count,
  waiting,
}: {
  bookings: NextBooking[]
  count: number
  waiting: number
}) {
  return (
    <section className="desk-part" aria-labelledby="next-bookings">
      <div className="desk-part-head">
        <h2 id="next-bookings">{m.nextBookings()}</h2>
        {count > 0 && <span className="desk-aside">{count}</span>}
      </div>
      {count === 0 ? (
        <div className="pt-4">
          <EmptyState title={m.noUpcomingBookings()} heading="h3" text={m.bookingsAppear()} />
        </div>
      ) : (
        <ul>
          {bookings.map((booking) => (
            <Booking key={booking.reference} booking={booking} />
          ))}
        </ul>
      )}
      {count > bookings.length && <p className="pt-2 text-ink-2">{m.andLater({ count: count - bookings.length })}</p>}
      {waiting > 0 && (
        <p className="pt-2">
          {rich(
            m.waitingPeople({
              count: waiting,
              link: (text) => (
                <Link to="/desk/hours" className="link">
                  {text}
                </Link>
              ),
            }),
          )}
        </p>
      )}
    </section>
  )
}

function Booking({ booking }: { booking: NextBooking }) {
  const { when, at, other, mentee, session, minutes, price, topic, phone, soon, reference } = booking
  const facts = [session, formatDuration(minutes), price, ...(booking.package ? [booking.package] : [])]
  return (
    <li className={`next-booking ${soon ? 'soon' : ''}`}>
      <Portrait name={mentee} picture={null} size={104} className="size-10 text-base" />
      <div className="min-w-0">
        <p className="when">
          <time dateTime={at} className="font-semibold">
            {when}
          </time>
          {other && <span className="text-sm text-ink-2"> · {other}</span>}
        </p>
        <p>
          <bdi>{mentee}</bdi>, <span className="text-ink-2">{formatList(facts, 'comma')}</span>
        </p>
        {topic && <p className="mt-1.5 wrap-anywhere whitespace-pre-line">“{topic}”</p>}
        {soon && <p className="mt-1.5 font-semibold">{soon}.</p>}
        {phone && (
          <p className="mt-1.5">
            <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className="tall-link">
              {phone}
            </a>
          </p>
        )}
        <p className="desk-aside mt-1">
          <Link to={`/bookings/${reference}`} className="tall-link">
            {reference}
          </Link>
        </p>
      </div>
    </li>
  )
}
