import { timeIn } from '#domain/time/clock'
import * as m from '#messages/bookings'
import { dayIn } from '#words/time'
import { sameClock, type Clock } from '../../time/clock.ts'
import { otherClock } from '../../time/two-clocks.tsx'
import { FoldNotes } from '../calendar/fold-notes.tsx'
import { rich } from '../../rich.tsx'

type SessionTimesProps = {
  label: string
  at: Date
  /** The reader's. */
  clock: Clock
  /** The other side's at that time. */
  other: Clock
  /** It is what the reader is about to get. */
  strong?: boolean
}

/** A time of a session on both clocks, with a label: "Now booked for", "New time". */
export function SessionTimes({ label, at, clock, other, strong = false }: SessionTimesProps) {
  const zone = clock.timeZone
  return (
    <div className={`rounded-card px-4 py-3 ${strong ? 'border-s-4 border-magenta bg-tint' : 'bg-shoal-1'}`}>
      <p className="text-sm font-semibold">{label}</p>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-lg">
          {rich(
            m.momentIn({
              day: dayIn(at, zone),
              clock: timeIn(at, zone),
              place: clock.place,
              time: (text) => (
                <time dateTime={at.toISOString()} className="font-semibold tabular-nums">
                  {text}
                </time>
              ),
            }),
          )}
        </span>
        {!sameClock(at, zone, other.timeZone) && (
          <span className="text-ink-2 tabular-nums">{otherClock(at, zone, other)}</span>
        )}
        <FoldNotes at={at} clock={clock} mentor={other} className="note" />
      </p>
    </div>
  )
}
