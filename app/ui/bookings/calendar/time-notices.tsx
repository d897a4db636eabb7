import type { ReactNode } from 'react'
import * as m from '#messages/bookings'
import { shortMomentIn } from '#words/time'
import { localPath } from '#words/local-path'
import { Alert } from '../../controls/alert.tsx'
import { sameClock, type Clock } from '../../time/clock.ts'
import { otherClock } from '../../time/two-clocks.tsx'
import { needsAnotherTime, explainBookingProblem, type BookingProblem } from '../booking-problem.ts'
import { HoldNote } from '../hold-note.tsx'
import { mentorClockAt, type BookingOffer } from '../offer.ts'
import type { BookingProgress } from '../dialog/progress.ts'
import type { Selection } from '../selection.ts'
import { FoldNotes } from './fold-notes.tsx'

export type TimeNoticesProps = {
  offer: BookingOffer
  progress: Extract<BookingProgress, { step: 'time' | 'details' }>
  /** The visitor's, or the mentor's while theirs is not known. */
  clock: Clock
  problem: BookingProblem | null
  /** What every form of this step sends along without scripts, so that nothing typed is lost. */
  hiddenFields: ReactNode
  /** `post` where typed text is sent along, which does not belong into an address. */
  method: 'get' | 'post'
  onSelect: (change: Partial<Selection>) => void
}

/** Says why the visitor is at step 1 again, or what they hold. */
export function TimeNotices(props: TimeNoticesProps) {
  const { offer, progress, clock, problem } = props
  if (problem && needsAnotherTime(problem)) {
    const alternatives = problem.code === 'slot_taken' ? problem.alternatives : []
    return (
      <Alert>
        <p>{explainBookingProblem(problem, clock.timeZone)}</p>
        {alternatives.length > 0 && <Alternatives {...props} alternatives={alternatives} />}
      </Alert>
    )
  }
  if (offer.own) return <HoldNote offer={offer} hold={offer.own} zone={clock.timeZone} />
  if (!progress.missed) return null
  return (
    <Alert>
      <p>{m.chosenTimeTakenPaying()}</p>
    </Alert>
  )
}

/** The free times nearest to the one that was just booked by another person. */
function Alternatives({
  offer,
  progress,
  clock,
  hiddenFields,
  method,
  onSelect,
  alternatives,
}: TimeNoticesProps & { alternatives: string[] }) {
  return (
    <form
      method={method}
      action={localPath(`/mentors/${offer.mentor.slug}/book?session=${progress.session.id}`)}
      className="grid gap-2"
    >
      {hiddenFields}
      <input type="hidden" name="step" value="details" />
      <p className="text-sm font-semibold">{m.nearestFreeTimes()}</p>
      <ul className="grid gap-2">
        {alternatives.map((startsAt) => (
          <li key={startsAt}>
            <button
              type="submit"
              name="at"
              value={startsAt}
              onClick={(event) => {
                event.preventDefault()
                onSelect({ at: startsAt, day: null, month: null, details: true })
              }}
              className="line flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 rounded-control px-3.5 py-1.5 text-start hover:bg-shoal-1"
            >
              <DayAndTime at={new Date(startsAt)} clock={clock} mentor={mentorClockAt(offer, new Date(startsAt))} />
            </button>
          </li>
        ))}
      </ul>
    </form>
  )
}

/** "Wed 25 Nov, 18:00" and, at the other end of the row, the mentor's clock. */
function DayAndTime({ at, clock, mentor }: { at: Date; clock: Clock; mentor: Clock }) {
  const zone = clock.timeZone
  return (
    <>
      <span className="font-semibold tabular-nums">{shortMomentIn(at, zone)}</span>
      {!sameClock(at, zone, mentor.timeZone) && (
        <span className="note tabular-nums">{otherClock(at, zone, mentor)}</span>
      )}
      <FoldNotes at={at} clock={clock} mentor={mentor} className="note" />
    </>
  )
}
