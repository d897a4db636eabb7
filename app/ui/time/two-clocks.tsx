import { timeIn } from '#domain/time/clock'
import * as m from '#messages/site'
import { shiftWords } from '#words/time'
import { sameClock, type Clock } from './clock.ts'

type TwoClocksProps = {
  at: Date
  /** The reader's IANA zone. */
  zone: string
  /** The other party's clock. */
  other: Clock
}

/** "21:00 · 15:30 in Manchester", with "+1 day" where the other date differs. One clock where both show the same. */
export function TwoClocks({ at, zone, other }: TwoClocksProps) {
  return (
    <span className="tabular-nums">
      <time dateTime={at.toISOString()} className="font-semibold">
        {timeIn(at, zone)}
      </time>
      {!sameClock(at, zone, other.timeZone) && <span className="text-ink-2"> · {otherClock(at, zone, other)}</span>}
    </span>
  )
}

/** "15:30 in Manchester", "18:30 in Manchester, −1 day" */
export function otherClock(at: Date, zone: string, other: Clock): string {
  const shift = shiftWords(at, zone, other.timeZone)
  return m.otherClock({
    time: timeIn(at, other.timeZone),
    place: other.place,
    hasShift: shift !== null,
    shift: shift ?? '',
  })
}
