/** A booking in facts: what, with whom and when, on both clocks. */
import type { ReactNode } from 'react'
import { dayIn, timeIn } from '#domain/time/clock'
import { zoneCity } from '#domain/time/zone'
import { sameClock } from '../../time/clock.ts'
import { otherClock } from '../../time/two-clocks.tsx'
import { minutesInWords } from '#domain/quantities'

export type Booked = {
  /** Absent where there is no booking to name. */
  reference?: string
  session: string
  /** `place` is the city that the mentor's clock is named by. */
  mentor: { slug: string; name: string; timeZone: string; place: string }
  startsAt: Date
  minutes: number
  /** The visitor's zone. */
  zone: string
  /** "£45.00", or "Free" */
  price: string
  /** Until when cancelling returns the whole price, in words. Null where there is nothing to return. */
  refund: string | null
  /** Sentences on clocks that show its time twice, or are changed around it. */
  clockNotes: string[]
}

export function BookedFacts({ booked }: { booked: Booked }) {
  const { mentor, startsAt, zone } = booked
  return (
    <dl className="line divide-y divide-hair rounded-card">
      {booked.reference && (
        <Fact name="Reference">
          <span className="font-semibold tabular-nums">{booked.reference}</span>
        </Fact>
      )}
      <Fact name="Mentor">{mentor.name}</Fact>
      <Fact name="Session">
        {booked.session}, {minutesInWords(booked.minutes)}
      </Fact>
      <Fact name="When">
        <span className="block">
          {dayIn(startsAt, zone)},{' '}
          <time dateTime={startsAt.toISOString()} className="font-semibold tabular-nums">
            {timeIn(startsAt, zone)}
          </time>{' '}
          in {zoneCity(zone)}
        </span>
        {!sameClock(startsAt, zone, mentor.timeZone) && (
          <span className="block text-ink-2 tabular-nums">{otherClock(startsAt, zone, mentor)}</span>
        )}
        {booked.clockNotes.map((note) => (
          <span key={note} className="mt-1 block">
            {note}
          </span>
        ))}
      </Fact>
      <Fact name="Price">{booked.price}</Fact>
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
