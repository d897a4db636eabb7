/** The facts of a booking: what, with whom and when, on both clocks. */
import type { ReactNode } from 'react'
import { timeIn } from '#domain/time/clock'
import { zoneCity } from '#domain/time/zone'
import { sameClock, type Clock } from '../../time/clock.ts'
import { otherClock } from '../../time/two-clocks.tsx'
import * as m from '#messages/bookings'
import { dayIn, formatDuration } from '#words/time'
import { rich } from '../../rich.tsx'

export type BookingSummary = {
  /** Absent for a hold that was released. */
  reference?: string
  session: string
  /** `place` is the city that names the mentor's clock. */
  mentor: { slug: string; name: string; timeZone: string; place: string }
  startsAt: Date
  minutes: number
  /** The visitor's zone. */
  zone: string
  /** Whose clock stands beside the visitor's; absent: the mentor's. */
  other?: Clock
  /** "£45.00", or "Free" */
  price: string
  /** "Code SUMMER25", "−£10.00": none without a code. */
  discount?: [label: string, amount: string][]
  /** Says until when cancelling returns the whole price. Null while nothing was paid. */
  refund: string | null
  /** The policy with which it was sold, in a sentence. */
  refundRule: string
  /** Sentences about clock changes near the session, and about a clock that shows its time twice. */
  clockNotes: string[]
}

export function BookingFacts({ booking }: { booking: BookingSummary }) {
  const { mentor, startsAt, zone, other = mentor } = booking
  return (
    <dl className="framed-list">
      {booking.reference && (
        <Fact name={m.reference()}>
          <span className="font-semibold tabular-nums">{booking.reference}</span>
        </Fact>
      )}
      <Fact name={m.mentor()}>{mentor.name}</Fact>
      <Fact name={m.session()}>
        <bdi>{booking.session}</bdi>, {formatDuration(booking.minutes)}
      </Fact>
      <Fact name={m.when()}>
        <span className="block">
          {rich(
            m.momentIn({
              day: dayIn(startsAt, zone),
              clock: timeIn(startsAt, zone),
              place: zoneCity(zone),
              time: (text) => (
                <time dateTime={startsAt.toISOString()} className="font-semibold tabular-nums">
                  {text}
                </time>
              ),
            }),
          )}
        </span>
        {!sameClock(startsAt, zone, other.timeZone) && (
          <span className="block text-ink-2 tabular-nums">{otherClock(startsAt, zone, other)}</span>
        )}
        {booking.clockNotes.map((note) => (
          <span key={note} className="mt-1 block">
            {note}
          </span>
        ))}
      </Fact>
      {booking.discount?.map(([label, amount]) => (
        <Fact key={label} name={label}>
          {amount}
        </Fact>
      ))}
      <Fact name={m.price()}>{booking.price}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 px-5 py-3 sm:grid-cols-[8rem_1fr]">
      <dt className="text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
