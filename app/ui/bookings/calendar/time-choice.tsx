/** A day and a time to choose. Two forms that work by themselves; with scripts nothing is sent before the next step. */
import { useEffect, useEffectEvent, useRef, type FormEvent, type ReactNode, type SubmitEvent } from 'react'
import { dateKeyIn } from '#domain/time/clock'
import * as m from '#messages/bookings'
import { formatCurrencyName } from '#words/prices'
import { shortDayOfKey } from '#words/time'
import { localPath } from '#words/local-path'
import { useHydratedAfterPress } from '../../browser/hydrated.ts'
import { FootPrice } from '../foot-price.tsx'
import type { BookingOffer, SessionOffer } from '../offer.ts'
import { countFree } from '../dialog/progress.ts'
import { CalendarTable } from './calendar-without-scripts.tsx'
import { Calendar } from './calendar.tsx'
import { NotifyMeLink } from '../notify-me-link.tsx'
import { TIMES_FORM, TimeList } from './time-list.tsx'
import { NextButton } from './times-foot.tsx'
import type { TimeNoticesProps } from './time-notices.tsx'
import { rich } from '../../rich.tsx'

type TimeChoiceProps = Omit<TimeNoticesProps, 'problem'> & {
  /** The address of both forms. */
  action: string
  /** What stands above the calendar, and below it; the way on belongs to the form `TIMES_FORM`. */
  notices: ReactNode
  foot: ReactNode
  zoneChoice: ReactNode
}

export function TimeChoice(props: TimeChoiceProps) {
  const { offer, progress, clock, hiddenFields, method, action, onSelect, notices, foot, zoneChoice } = props
  const { days, day, month } = progress
  const scripted = useHydratedAfterPress()
  const times = useRef<HTMLDivElement>(null)
  const timesForm = useRef<HTMLFormElement>(null)
  const form = { method, action }
  const today = dateKeyIn(new Date(offer.now), clock.timeZone)
  const free = new Map([...days].map(([key, slots]) => [key, countFree(slots)]))

  const chooseDay = (key: string) => {
    onSelect({ day: key, month: null, at: null })
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
    times.current?.scrollIntoView({ block: 'nearest', behavior }) // On a phone they are below the calendar.
  }
  // The press on a button of the table may end after hydration, before the calendar replaces the table.
  const chooseInTable = (event: SubmitEvent<HTMLFormElement>) => {
    const { name, value } = event.nativeEvent.submitter as HTMLButtonElement
    event.preventDefault()
    if (name === 'day') chooseDay(value)
    else onSelect({ month: value })
  }
  const next = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const at = new FormData(event.currentTarget).get('at')
    if (typeof at === 'string') onSelect({ at, day, details: true })
  }
  // What was chosen before the scripts ran. It may be on another day of the visitor's zone, which is only known now.
  const takeUp = useEffectEvent(() => {
    const at = timesForm.current && new FormData(timesForm.current).get('at')
    if (typeof at === 'string' && at !== progress.at?.toISOString()) onSelect({ at, day: null })
  })
  useEffect(() => takeUp(), [])
  return (
    <div className="group/step [@media(min-height:32rem)]:[&_input]:scroll-mb-24 [@media(min-height:32rem)]:[&_button]:scroll-mb-24 grid flex-1 content-between">
      <div className="grid gap-5 step-gutter pb-5">
        {notices}
        {day && month ? (
          <div className="grid gap-x-7 gap-y-3 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            {scripted ? (
              <div>
                <Calendar today={today} month={month} free={free} day={day} onDay={chooseDay} />
              </div>
            ) : (
              <form {...form} onSubmit={chooseInTable}>
                {hiddenFields}
                <CalendarTable today={today} month={month} free={free} day={day} />
              </form>
            )}
            <div ref={times} className="scroll-mb-24">
              <form {...form} ref={timesForm} id={TIMES_FORM} onSubmit={next}>
                {hiddenFields}
              </form>
              <TimeList
                day={day}
                slots={days.get(day) ?? []}
                chosen={progress.at}
                clock={clock}
                offer={offer}
                zoneChoice={zoneChoice}
                nextDay={<NextFreeDay {...{ free, day, hiddenFields }} {...form} onDay={chooseDay} />}
                onTime={(at) => onSelect({ at, day })}
              />
            </div>
          </div>
        ) : (
          <NoFreeTime offer={offer} />
        )}
      </div>
      {foot}
    </div>
  )
}

type NextFreeDayProps = Pick<TimeChoiceProps, 'hiddenFields' | 'method' | 'action'> & {
  free: Map<string, number>
  day: string
  onDay: (day: string) => void
}

/** Leads to the first day after the chosen one that has a free time. After the last one its line stays, so that no time moves. */
function NextFreeDay({ free, day, hiddenFields, method, action, onDay }: NextFreeDayProps) {
  const next = [...free.keys()].find((key) => key > day && free.get(key)! > 0)
  if (!next) return <p className="flex min-h-11 items-center note">{m.noLaterFreeDay()}</p>
  const show = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onDay(next)
  }
  return (
    <form {...{ method, action }} onSubmit={show}>
      {hiddenFields}
      <button type="submit" name="day" value={next} className="tall-link cursor-pointer">
        {m.nextFreeDay({ day: shortDayOfKey(next) })}
      </button>
    </form>
  )
}

function NoFreeTime({ offer }: { offer: BookingOffer }) {
  return (
    <div className="grid justify-items-start gap-3">
      <p>
        {rich(
          m.noFreeTimeAhead({
            name: offer.mentor.name,
            days: offer.horizonDays,
            link: (text) => (
              <a href={localPath('/mentors')} className="link">
                {text}
              </a>
            ),
          }),
        )}
      </p>
      <NotifyMeLink mentor={offer.mentor} />
    </div>
  )
}

/** The foot of step 1 of booking: the price, and Next once a time is chosen. */
export function NextBar({ session }: { session: SessionOffer }) {
  return (
    <div className="sticky bottom-0 flex min-h-16 items-center justify-between gap-4 border-t border-hair bg-deep step-gutter py-2 sm:min-h-20 sm:py-3 [@media(max-height:32rem)]:static">
      <p className="note">
        <FootPrice {...session} />
        {m.stepOneOfTwo()}
        {session.price > 0 && (
          <span className="hidden sm:inline"> · {m.chargedIn({ currency: formatCurrencyName(session.currency) })}</span>
        )}
      </p>
      <NextButton />
    </div>
  )
}
