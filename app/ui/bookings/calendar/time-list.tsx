/** The times of one day, to choose one. */
import type { ReactNode } from 'react'
import { dateKeyIn, timeIn } from '#domain/time/clock'
import * as m from '#messages/bookings'
import { dayOfKey } from '#words/time'
import { sameClock, type Clock } from '../../time/clock.ts'
import { otherClock } from '../../time/two-clocks.tsx'
import { mentorClockAt, type BookingOffer, type SlotOffer } from '../offer.ts'
import { countFree } from '../dialog/progress.ts'
import { FoldNotes } from './fold-notes.tsx'

/** The id of the form that the times belong to. It is empty: the choice of a zone stands among them, a form of its own. */
export const TIMES_FORM = 'booking-times'

type TimeListProps = {
  /** Date key in the visitor's zone. */
  day: string
  slots: SlotOffer[]
  chosen: Date | null
  clock: Clock
  offer: BookingOffer
  zoneChoice: ReactNode
  /** The way to the next day with a free time. */
  nextDay: ReactNode
  onTime: (startsAt: string) => void
}

export function TimeList({ day, slots, chosen, clock, offer, zoneChoice, nextDay, onTime }: TimeListProps) {
  const zone = clock.timeZone
  const free = countFree(slots)
  const chosenHere = chosen && dateKeyIn(chosen, zone) === day ? chosen.toISOString() : null
  return (
    <fieldset>
      <legend className="font-semibold sm:pt-2.5">{dayOfKey(day)}</legend>
      {zoneChoice}
      {nextDay}
      <output className="sr-only">{m.freeTimesOfDay({ day: dayOfKey(day), free })}</output>
      <ul key={day} className="mt-1 grid gap-2">
        {slots.map((slot) => (
          <li key={slot.startsAt}>
            <Time
              slot={slot}
              clock={clock}
              mentor={mentorClockAt(offer, new Date(slot.startsAt))}
              chosen={slot.startsAt === chosenHere}
              held={slot.startsAt === offer.own?.at}
              onChoose={() => onTime(slot.startsAt)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** `held`: this visitor holds it already. */
type TimeProps = { slot: SlotOffer; clock: Clock; mentor: Clock; chosen: boolean; held: boolean; onChoose: () => void }

/** A radio button that fills its row: people press the row, the keyboard and screen readers reach the button. */
function Time({ slot, clock, mentor, chosen, held, onChoose }: TimeProps) {
  const zone = clock.timeZone
  const at = new Date(slot.startsAt)
  const open =
    'line cursor-pointer hover:bg-shoal-1 has-checked:border-magenta has-checked:bg-magenta has-checked:text-deep forced-colors:has-checked:forced-color-adjust-none has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-magenta'
  return (
    <label
      className={`group/time relative flex min-h-11 flex-wrap items-center justify-between gap-x-3 rounded-control px-3.5 py-1.5 ${
        slot.taken ? 'border-[1.5px] border-hair text-ink-2' : open
      }`}
    >
      <input
        type="radio"
        form={TIMES_FORM}
        name="at"
        value={slot.startsAt}
        required
        disabled={slot.taken}
        defaultChecked={chosen}
        onChange={onChoose}
        className="absolute inset-0 size-full cursor-pointer appearance-none outline-none disabled:cursor-not-allowed"
      />
      <span className={`font-semibold tabular-nums ${slot.taken ? 'line-through' : ''}`}>{timeIn(at, zone)}</span>
      <span className="text-end note tabular-nums group-has-checked/time:text-deep">
        {slot.taken ? m.taken() : !sameClock(at, zone, mentor.timeZone) && otherClock(at, zone, mentor)}
        {held && <span className="block">{m.heldForYou()}</span>}
      </span>
      {!slot.taken && (
        <FoldNotes at={at} clock={clock} mentor={mentor} className="note group-has-checked/time:text-deep" />
      )}
    </label>
  )
}
