/** Step 1: a date and one time. Two forms that work by themselves; with scripts nothing is sent until the end. */
import { useRef, type FormEvent, type ReactNode } from 'react'
import { dateKeyIn, timeIn } from '#domain/time/clock'
import { foldWords } from '#domain/time/clock-words'
import { Button } from '../../controls/button.tsx'
import { dayOfKey, sameClock, shortDayIn, type Clock } from '../../time/clock.ts'
import { otherClock } from '../../time/two-clocks.tsx'
import { plural } from '#domain/quantities'
import { Alert } from '../../controls/alert.tsx'
import { Calendar } from './calendar.tsx'
import { CalendarTable } from './calendar-without-scripts.tsx'
import { FootPrice } from '../foot-price.tsx'
import { HoldNote } from '../hold-note.tsx'
import { useHydrated } from '../../browser/hydrated.ts'
import { freeOf, mentorClockAt, type BookingOffer, type Place, type SlotOffer, type Standing } from '../offer.ts'
import { refusalWords, wantsAnotherTime, type Refusal } from '../booking-problem.ts'

/** The form that the times belong to. They stand beside it: the choice of a zone among them is a form of its own. */
const TIMES = 'booking-times'

type TimeChoiceProps = {
  offer: BookingOffer
  standing: Extract<Standing, { step: 'time' | 'details' }>
  /** The visitor's, or the mentor's while theirs is not known. */
  clock: Clock
  refusal: Refusal | null
  /** What every form of this step sends along, so that without scripts nothing typed is lost. */
  kept: ReactNode
  /** `post` where something typed is sent along: it does not belong into an address. */
  method: 'get' | 'post'
  zoneChoice: ReactNode
  go: (change: Partial<Place>) => void
}

export function TimeChoice(props: TimeChoiceProps) {
  const { offer, standing, clock, kept, method, go } = props
  const { days, day, month } = standing
  const scripted = useHydrated()
  const times = useRef<HTMLDivElement>(null)
  const form = { method, action: `/mentors/${offer.mentor.slug}/book?session=${standing.session.id}` }
  const free = new Map([...days].map(([key, slots]) => [key, freeOf(slots)]))

  const chooseDay = (key: string) => {
    go({ day: key, month: null, at: null })
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
    times.current?.scrollIntoView({ block: 'nearest', behavior }) // Below the calendar on a phone.
  }
  const next = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const at = new FormData(event.currentTarget).get('at')
    if (typeof at === 'string') go({ at, day, details: true })
  }
  return (
    <div className="group/step [@media(min-height:28rem)]:[&_input]:scroll-mb-24 [@media(min-height:28rem)]:[&_button]:scroll-mb-24 grid flex-1 content-between">
      <div className="grid gap-5 px-4.5 pb-5 sm:px-6.5">
        <Notices {...props} />
        {day && month ? (
          <div className="grid gap-x-7 gap-y-5 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            {scripted ? (
              <div>
                <Calendar month={month} free={free} day={day} onDay={chooseDay} />
              </div>
            ) : (
              <form {...form}>
                {kept}
                <CalendarTable month={month} free={free} day={day} />
              </form>
            )}
            <div ref={times} className="scroll-mb-24">
              <form {...form} id={TIMES} onSubmit={next}>
                {kept}
              </form>
              <Times
                day={day}
                slots={days.get(day) ?? []}
                chosen={standing.at}
                clock={clock}
                offer={offer}
                zoneChoice={props.zoneChoice}
              />
            </div>
          </div>
        ) : (
          <p>
            {offer.mentor.name} has no free time in the next {offer.horizonDays} days.{' '}
            <a href="/mentors" className="link">
              See all mentors
            </a>
          </p>
        )}
      </div>
      <div className="sticky bottom-0 flex min-h-20 items-center justify-between gap-4 border-t border-hair bg-deep px-4.5 py-3 sm:px-6.5 [@media(max-height:28rem)]:static">
        <p className="text-sm text-ink-2">
          <FootPrice price={standing.session.price} />
          Step 1 of 2
          {standing.session.price > 0 && (
            <span className="hidden sm:inline"> · Charged in pounds; your bank converts</span>
          )}
        </p>
        <Button
          type="submit"
          form={TIMES}
          name="step"
          value="details"
          className="min-w-24 group-not-has-[input[name=at]:checked]/step:hidden"
        >
          Next
        </Button>
      </div>
    </div>
  )
}

/** Why a visitor is back here, and the free times nearest to the one they wanted. */
function Notices({ offer, standing, clock, refusal, kept, method, go }: TimeChoiceProps) {
  if (refusal && wantsAnotherTime(refusal)) {
    const alternatives = refusal.code === 'slot_taken' ? refusal.alternatives : []
    return (
      <Alert>
        <p>{refusalWords(refusal, clock.timeZone)}</p>
        {alternatives.length > 0 && (
          <form
            method={method}
            action={`/mentors/${offer.mentor.slug}/book?session=${standing.session.id}`}
            className="grid gap-2"
          >
            {kept}
            <input type="hidden" name="step" value="details" />
            <p className="text-sm font-semibold">The nearest free times</p>
            <ul className="grid gap-2">
              {alternatives.map((startsAt) => (
                <li key={startsAt}>
                  <button
                    type="submit"
                    name="at"
                    value={startsAt}
                    onClick={(event) => {
                      event.preventDefault()
                      go({ at: startsAt, day: null, month: null, details: true })
                    }}
                    className="line flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 rounded-control px-3.5 py-1.5 text-start hover:bg-shoal-1"
                  >
                    <TwoParts at={new Date(startsAt)} clock={clock} mentor={mentorClockAt(offer, new Date(startsAt))} />
                  </button>
                </li>
              ))}
            </ul>
          </form>
        )}
      </Alert>
    )
  }
  if (offer.own) return <HoldNote offer={offer} own={offer.own} zone={clock.timeZone} />
  if (!standing.missed) return null
  return (
    <Alert>
      <p>
        The time you had chosen is taken. If you were just paying for it, go forward to the payment page again;
        otherwise choose another time.
      </p>
    </Alert>
  )
}

/** "Wed 25 November, 18:00" and, at the other end of the row, the mentor's clock. */
function TwoParts({ at, clock, mentor }: { at: Date; clock: Clock; mentor: Clock }) {
  const zone = clock.timeZone
  return (
    <>
      <span className="font-semibold tabular-nums">
        {shortDayIn(at, zone)}, {timeIn(at, zone)}
      </span>
      {!sameClock(at, zone, mentor.timeZone) && (
        <span className="text-sm text-ink-2 tabular-nums">{otherClock(at, zone, mentor)}</span>
      )}
      <Folds at={at} clock={clock} mentor={mentor} className="text-sm text-ink-2" />
    </>
  )
}

/** Where a clock shows this time twice, which of the two it is. A line of its own, below the row's two ends. */
function Folds({ at, clock, mentor, className }: { at: Date; clock: Clock; mentor: Clock; className: string }) {
  const words = [clock, mentor].map(({ timeZone, place }) => foldWords(at, timeZone, place))
  const told = words.filter((word, index) => word && !(index === 1 && clock.timeZone === mentor.timeZone))
  return told.map((word) => (
    <span key={word} className={`w-full ${className}`}>
      {word}
    </span>
  ))
}

type TimesProps = {
  day: string
  slots: SlotOffer[]
  chosen: Date | null
  clock: Clock
  offer: BookingOffer
  zoneChoice: ReactNode
}

function Times({ day, slots, chosen, clock, offer, zoneChoice }: TimesProps) {
  const zone = clock.timeZone
  const free = freeOf(slots)
  const chosenHere = chosen && dateKeyIn(chosen, zone) === day ? chosen.toISOString() : null
  return (
    <fieldset>
      <legend className="font-semibold sm:pt-2.5">{dayOfKey(day)}</legend>
      {zoneChoice}
      <output className="sr-only">{`${dayOfKey(day)}: ${free === 0 ? 'no free time' : plural(free, 'free time')}`}</output>
      <ul key={day} className="mt-3 grid gap-2">
        {slots.map((slot) => (
          <li key={slot.startsAt}>
            <Time
              slot={slot}
              clock={clock}
              mentor={mentorClockAt(offer, new Date(slot.startsAt))}
              chosen={slot.startsAt === chosenHere}
              own={slot.startsAt === offer.own?.at}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** `own`: held for this visitor already. */
type TimeProps = { slot: SlotOffer; clock: Clock; mentor: Clock; chosen: boolean; own: boolean }

/** A radio that fills its row: the row is what one presses, the radio what is focused and read out. */
function Time({ slot, clock, mentor, chosen, own }: TimeProps) {
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
        form={TIMES}
        name="at"
        value={slot.startsAt}
        required
        disabled={slot.taken}
        defaultChecked={chosen}
        className="absolute inset-0 size-full cursor-pointer appearance-none outline-none disabled:cursor-not-allowed"
      />
      <span className={`font-semibold tabular-nums ${slot.taken ? 'line-through' : ''}`}>{timeIn(at, zone)}</span>
      <span className="text-end text-sm text-ink-2 tabular-nums group-has-checked/time:text-deep">
        {slot.taken ? 'taken' : !sameClock(at, zone, mentor.timeZone) && otherClock(at, zone, mentor)}
        {own && <span className="block">held for you</span>}
      </span>
      {!slot.taken && (
        <Folds at={at} clock={clock} mentor={mentor} className="text-sm text-ink-2 group-has-checked/time:text-deep" />
      )}
    </label>
  )
}
