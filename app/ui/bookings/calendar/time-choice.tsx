/** Step 1: a day and a time. Two forms that work by themselves; with scripts nothing is sent before step 2. */
import { useRef, type FormEvent, type ReactNode } from 'react'
import { useHydrated } from '../../browser/hydrated.ts'
import { Button } from '../../controls/button.tsx'
import { FootPrice } from '../foot-price.tsx'
import type { BookingOffer, SessionOffer } from '../offer.ts'
import { countFree } from '../progress.ts'
import { CalendarTable } from './calendar-without-scripts.tsx'
import { Calendar } from './calendar.tsx'
import { TIMES_FORM, TimeList } from './time-list.tsx'
import { TimeNotices, type TimeNoticesProps } from './time-notices.tsx'

export function TimeChoice({ zoneChoice, ...props }: TimeNoticesProps & { zoneChoice: ReactNode }) {
  const { offer, progress, clock, hiddenFields, method, onSelect } = props
  const { days, day, month } = progress
  const scripted = useHydrated()
  const times = useRef<HTMLDivElement>(null)
  const form = { method, action: `/mentors/${offer.mentor.slug}/book?session=${progress.session.id}` }
  const free = new Map([...days].map(([key, slots]) => [key, countFree(slots)]))

  const chooseDay = (key: string) => {
    onSelect({ day: key, month: null, at: null })
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
    times.current?.scrollIntoView({ block: 'nearest', behavior }) // On a phone they are below the calendar.
  }
  const next = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const at = new FormData(event.currentTarget).get('at')
    if (typeof at === 'string') onSelect({ at, day, details: true })
  }
  return (
    <div className="group/step [@media(min-height:28rem)]:[&_input]:scroll-mb-24 [@media(min-height:28rem)]:[&_button]:scroll-mb-24 grid flex-1 content-between">
      <div className="grid gap-5 step-gutter pb-5">
        <TimeNotices {...props} />
        {day && month ? (
          <div className="grid gap-x-7 gap-y-5 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            {scripted ? (
              <div>
                <Calendar month={month} free={free} day={day} onDay={chooseDay} />
              </div>
            ) : (
              <form {...form}>
                {hiddenFields}
                <CalendarTable month={month} free={free} day={day} />
              </form>
            )}
            <div ref={times} className="scroll-mb-24">
              <form {...form} id={TIMES_FORM} onSubmit={next}>
                {hiddenFields}
              </form>
              <TimeList
                day={day}
                slots={days.get(day) ?? []}
                chosen={progress.at}
                clock={clock}
                offer={offer}
                zoneChoice={zoneChoice}
              />
            </div>
          </div>
        ) : (
          <NoFreeTime offer={offer} />
        )}
      </div>
      <NextBar session={progress.session} />
    </div>
  )
}

function NoFreeTime({ offer }: { offer: BookingOffer }) {
  return (
    <p>
      {offer.mentor.name} has no free time in the next {offer.horizonDays} days.{' '}
      <a href="/mentors" className="link">
        See all mentors
      </a>
    </p>
  )
}

/** The foot of step 1: the price, and Next once a time is chosen. */
function NextBar({ session }: { session: SessionOffer }) {
  return (
    <div className="sticky bottom-0 flex min-h-20 items-center justify-between gap-4 border-t border-hair bg-deep step-gutter py-3 [@media(max-height:28rem)]:static">
      <p className="note">
        <FootPrice price={session.price} />
        Step 1 of 2
        {session.price > 0 && <span className="hidden sm:inline"> · Charged in pounds; your bank converts</span>}
      </p>
      <Button
        type="submit"
        form={TIMES_FORM}
        name="step"
        value="details"
        className="min-w-24 group-not-has-[input[name=at]:checked]/step:hidden"
      >
        Next
      </Button>
    </div>
  )
}
