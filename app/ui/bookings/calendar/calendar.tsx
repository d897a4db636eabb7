/**
 * The calendar where scripts run. React Aria brings what browsers have no element for: arrow keys, a single stop for Tab,
 * and dates as a grid to assistive technology.
 */
import { parseDate, type CalendarDate } from '@internationalized/date'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import {
  Button,
  Calendar as AriaCalendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import * as m from '#messages/bookings'
import { briefWidth, monthOfKey, shortenWeekday } from '#words/time'
import { ReactAria } from '../../browser/react-aria.tsx'
import {
  calendarFrameClass,
  dayClass,
  dayLabel,
  firstMonday,
  freeCount,
  monthButtonClass,
  type CalendarProps,
} from './calendar-look.ts'

export function Calendar({ today, month, free, day, onDay }: CalendarProps) {
  const keys = [...free.keys()]
  const [focused, setFocused] = useState(() => dayIn(month, day, free))
  // The plain table is still in the page when this is first drawn. If the focus is in it, it moves to the calendar.
  const [wasWithin] = useState(() => document.activeElement?.closest('[data-calendar]') != null)

  // A day that changes from outside, such as by another zone, may lie in another month.
  const [before, setBefore] = useState({ month, day })
  if (day !== before.day || month !== before.month) {
    setBefore({ month, day })
    setFocused(dayIn(month, day, free))
  }
  const isFree = (key: string) => (free.get(key) ?? 0) > 0
  return (
    <ReactAria>
      <AriaCalendar
        aria-label={m.freeDays()}
        firstDayOfWeek="mon"
        value={day ? parseDate(day) : null}
        onChange={(date: CalendarDate) => onDay(date.toString())}
        focusedValue={focused}
        onFocusChange={setFocused}
        minValue={keys[0] ? parseDate(keys[0]) : null}
        maxValue={keys.at(-1) ? parseDate(keys.at(-1)!) : null}
        isDateUnavailable={(date) => !isFree(date.toString())}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- The focus stays where it was.
        autoFocus={wasWithin}
        // React Aria ends with a hidden button 'Next', which is the name of the way to step 2. The one below replaces it.
        className="[&>:last-child]:hidden"
      >
        <div className="flex items-center justify-between">
          <p aria-live="polite" className="font-semibold">
            {monthOfKey(focused.toString())}
          </p>
          <div className="-me-2 flex">
            <Button slot="previous" aria-label={m.previousMonth()} className={monthButtonClass}>
              <ChevronLeft size={20} strokeWidth={1.75} aria-hidden="true" className="directional" />
            </Button>
            <Button slot="next" aria-label={m.nextMonth()} className={monthButtonClass}>
              <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" className="directional" />
            </Button>
          </div>
        </div>
        <div className={`${calendarFrameClass} [&_tr:has([data-over])]:hidden`}>
          <CalendarGrid weekdayStyle={briefWidth()}>
            <CalendarGridHeader>
              {(weekday) => <CalendarHeaderCell>{shortenWeekday(weekday)}</CalendarHeaderCell>}
            </CalendarGridHeader>
            <CalendarGridBody>
              {(date) => <CalendarCell date={date} {...describeDay(date.toString(), { today, free, day })} />}
            </CalendarGridBody>
          </CalendarGrid>
        </div>
        {/* For touch screen readers, which reach it after the last day. */}
        <Button slot="next" aria-label={m.nextMonth()} excludeFromTabOrder className="sr-only" />
      </AriaCalendar>
    </ReactAria>
  )
}

type CellProps = Pick<Parameters<typeof CalendarCell>[0], 'className' | 'render'>

/** The look and the name of a day. React Aria's own name does not say how many times are free. */
function describeDay(key: string, { today, free, day }: Pick<CalendarProps, 'today' | 'free' | 'day'>): CellProps {
  const times = free.get(key) ?? 0
  const isOver = key < firstMonday(today)
  return {
    className: ({ isOutsideMonth }) => (isOutsideMonth || isOver ? 'hidden' : dayClass(times, key === day)),
    render: (cell) => (
      <div
        {...cell}
        {...freeCount(times)}
        aria-label={dayLabel(key, times, key === day)}
        data-over={isOver || undefined}
      />
    ),
  }
}

/** The day that gets the focus in a month: the chosen one, or the first that is free. */
function dayIn(month: string, day: string | null, free: CalendarProps['free']): CalendarDate {
  const inMonth = [...free.keys()].filter((key) => key.startsWith(month))
  const firstFree = inMonth.find((key) => (free.get(key) ?? 0) > 0)
  return parseDate(day?.startsWith(month) ? day : (firstFree ?? inMonth[0] ?? `${month}-01`))
}
