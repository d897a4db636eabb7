/** A person's own bookings: coming ones first, each time on both clocks. */
import { Link } from 'react-router'
import * as m from '#messages/accounts'
import { dayAndYearIn } from '#words/time'
import { Badge } from '../controls/badge.tsx'
import { ButtonLink } from '../controls/button.tsx'
import type { Clock } from '../time/clock.ts'
import { rich } from '../rich.tsx'
import { EmptyState } from '../controls/empty-state.tsx'
import { TwoClocks } from '../time/two-clocks.tsx'

export type OwnBooking = {
  reference: string
  /** The booking's own page; null while it is not booked. */
  page: string | null
  /** Of the session or the cohort. */
  title: string
  /** "1 hour"; "Cohort" for a seat in one. */
  length: string
  /** The days of a cohort; null for a session, which has a time. */
  dates: string | null
  /** `page`: null if the mentor is no longer public. `clock`: the mentor's when it was sold. */
  mentor: { name: string; page: string | null; clock: Clock }
  startsAt: Date
  /** Until when cancelling returns the whole price, in words. Null if there is nothing to return. */
  refund: string | null
  status: string
  /** True if the booking is confirmed and has not ended. */
  good: boolean
}

/** `zone`: the reader's time zone. */
type OwnBookingsProps = { coming: OwnBooking[]; past: OwnBooking[]; zone: string }

export function OwnBookings({ coming, past, zone }: OwnBookingsProps) {
  if (coming.length + past.length === 0) {
    return (
      <EmptyState title={m.noBookingsFound()} heading="h3" text={m.noBookingsHint()}>
        <ButtonLink to="/mentors" variant="secondary">
          {m.findAMentor()}
        </ButtonLink>
      </EmptyState>
    )
  }
  return (
    <>
      <BookingList title={m.toCome()} bookings={coming} zone={zone} />
      {coming.length === 0 && <p className="text-ink-2">{m.noUpcomingBookings()}</p>}
      <BookingList title={m.past()} bookings={past} zone={zone} />
    </>
  )
}

function BookingList({ title, bookings, zone }: { title: string; bookings: OwnBooking[]; zone: string }) {
  if (bookings.length === 0) return null
  return (
    <div className="grid gap-3">
      <h3 className="font-semibold">{title}</h3>
      <ul className="framed-list">
        {bookings.map((booking) => (
          <li key={booking.reference} className="grid gap-1.5 px-5 py-4">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <p className="font-semibold">
                {booking.page ? (
                  <Link to={booking.page} className="link inline-block min-h-6">
                    {booking.title}
                  </Link>
                ) : (
                  booking.title
                )}
              </p>
              <Badge ground={booking.good ? 'good' : 'plain'}>{booking.status}</Badge>
            </div>
            <p>
              {booking.dates ?? (
                <>
                  {dayAndYearIn(booking.startsAt, zone)},{' '}
                  <TwoClocks at={booking.startsAt} zone={zone} other={booking.mentor.clock} />
                </>
              )}
            </p>
            <p className="text-ink-2">
              {rich(
                m.bookedWith({
                  name: booking.mentor.name,
                  mentor: (text) =>
                    booking.mentor.page ? (
                      <Link to={booking.mentor.page} className="link inline-block min-h-6">
                        {text}
                      </Link>
                    ) : (
                      text
                    ),
                }),
              )}{' '}
              · {booking.length} · <span className="whitespace-nowrap tabular-nums">{booking.reference}</span>
            </p>
            {booking.refund && <p className="note">{booking.refund}</p>}
          </li>
        ))}
      </ul>
    </div>
  )
}
