import { timeIn } from '#domain/time/clock'
import * as m from '#messages/bookings'
import { foldWords } from '#words/clock-changes'
import { dayIn, formatDuration } from '#words/time'
import { sameClock, type Clock } from '../../time/clock.ts'
import { otherClock } from '../../time/two-clocks.tsx'
import { rich } from '../../rich.tsx'

type ChosenTimeProps = { at: Date; clock: Clock; mentor: Clock; minutes: number }

/**
 * "Tuesday 24 November, 21:00 in Kolkata", below it the mentor's clock and the length. Where a clock goes back and shows
 * the time twice, a line says which of the two is meant.
 */
export function ChosenTime({ at, clock, mentor, minutes }: ChosenTimeProps) {
  const zone = clock.timeZone
  const clocks = sameClock(at, zone, mentor.timeZone) ? [clock] : [clock, mentor]
  const folds = clocks.flatMap(({ timeZone, place }) => foldWords(at, timeZone, place) ?? [])
  return (
    <>
      <span className="block">
        {rich(
          m.momentIn({
            day: dayIn(at, zone),
            clock: timeIn(at, zone),
            place: clock.place,
            time: (text) => (
              <time dateTime={at.toISOString()} className="font-semibold text-ink tabular-nums">
                {text}
              </time>
            ),
          }),
        )}
      </span>
      <span className="block tabular-nums">
        {!sameClock(at, zone, mentor.timeZone) && `${otherClock(at, zone, mentor)} · `}
        {formatDuration(minutes)}
      </span>
      {folds.map((fold) => (
        <span key={fold} className="block">
          {fold}
        </span>
      ))}
    </>
  )
}
