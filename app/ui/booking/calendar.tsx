/**
 * A month of days, of which those with a free time can be pressed. Its buttons submit the form they stand in; with
 * scripts the keys of a calendar work too: arrows, Home and End in a week, Page Up and Page Down for months.
 */
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { dayOfKey, keyAfter, monthAfter, monthOfKey, weekdayOf } from '../clock.ts'
import { plural } from '../words.ts'
import { useHydrated } from './hydrated.ts'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

type CalendarProps = {
  /** The month shown, one of those that `free` spans. */
  month: string
  /** How many free times each day has that has any times at all, by date key in order. */
  free: Map<string, number>
  /** The chosen day. */
  day: string | null
  onDay: (day: string) => void
  onMonth: (month: string) => void
}

export function Calendar({ month, free, day, onDay, onMonth }: CalendarProps) {
  const scripted = useHydrated()
  const table = useRef<HTMLTableElement>(null)
  const wanted = useRef<string | null>(null)
  const open = [...free].filter(([, count]) => count > 0).map(([key]) => key)
  const months = [...free.keys()].map((key) => key.slice(0, 7))
  const inMonth = open.filter((key) => key.startsWith(month))
  const stop = day && inMonth.includes(day) ? day : inMonth[0]

  // A key may lead into a month that was not on the screen yet.
  useEffect(() => {
    if (wanted.current) focusDay(table.current, wanted.current)
    wanted.current = null
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- The month on the screen is what it waits for.
  }, [month])

  const press = (event: KeyboardEvent) => {
    const from = (event.target as HTMLElement).dataset['day']
    const to = from && targetOf(event.key, from, open)
    if (!to) return
    event.preventDefault()
    if (to.startsWith(month)) return focusDay(table.current, to)
    wanted.current = to
    onMonth(to.slice(0, 7))
  }
  return (
    <div>
      <div className="flex items-center justify-between">
        <p id="booking-month" aria-live="polite" className="font-semibold">
          {monthOfKey(month)}
        </p>
        <div className="-mr-2 flex">
          <MonthButton month={monthAfter(month, -1)} months={months} onMonth={onMonth} label="Previous month" />
          <MonthButton month={monthAfter(month, 1)} months={months} onMonth={onMonth} label="Next month" />
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- A grid, once scripts run. */}
      <table
        ref={table}
        role={scripted ? 'grid' : undefined}
        aria-labelledby="booking-month"
        onKeyDown={press}
        className="w-full table-fixed border-separate border-spacing-0.5"
      >
        <thead>
          <tr>
            {WEEKDAYS.map((weekday) => (
              <th key={weekday} scope="col" className="h-9 text-center text-sm font-medium text-ink-2">
                <span aria-hidden="true">{weekday.slice(0, 2)}</span>
                <span className="sr-only">{weekday}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((key, index) => (
                <td
                  key={key ?? `none-${index}`}
                  role={scripted ? 'gridcell' : undefined}
                  aria-selected={scripted && key ? key === day : undefined}
                  className="p-0"
                >
                  {key && (
                    <Day
                      date={key}
                      free={free.get(key) ?? 0}
                      chosen={key === day}
                      tabbable={!scripted || key === stop}
                      onDay={onDay}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function focusDay(table: HTMLTableElement | null, day: string): void {
  table?.querySelector<HTMLButtonElement>(`[data-day="${day}"]`)?.focus()
}

type DayProps = { date: string; free: number; chosen: boolean; tabbable: boolean; onDay: (day: string) => void }

function Day({ date, free, chosen, tabbable, onDay }: DayProps) {
  const choose = (event: MouseEvent) => {
    event.preventDefault()
    onDay(date)
  }
  const label = `${dayOfKey(date)}, ${free > 0 ? plural(free, 'free time') : 'no free time'}`
  const look = chosen
    ? 'bg-magenta font-semibold text-deep forced-color-adjust-none'
    : 'bg-shoal-1 font-semibold text-ink hover:bg-shoal-2'
  return (
    <button
      type="submit"
      name="day"
      value={date}
      data-day={date}
      disabled={free === 0}
      tabIndex={tabbable ? 0 : -1}
      aria-label={`${label}${chosen ? ', chosen' : ''}`}
      onClick={choose}
      className={`h-11 w-full rounded-control tabular-nums ${free > 0 ? look : 'font-normal text-ink-2/70'}`}
    >
      {Number(date.slice(8))}
    </button>
  )
}

type MonthButtonProps = { month: string; months: string[]; onMonth: (month: string) => void; label: string }

function MonthButton({ month, months, onMonth, label }: MonthButtonProps) {
  const turn = (event: MouseEvent) => {
    event.preventDefault()
    onMonth(month)
  }
  const Icon = label === 'Next month' ? ChevronRight : ChevronLeft
  return (
    <button
      type="submit"
      name="month"
      value={month}
      disabled={!months.includes(month)}
      aria-label={label}
      onClick={turn}
      className="flex size-11 items-center justify-center rounded-control hover:bg-shoal-1 disabled:text-ink-2/50 disabled:hover:bg-transparent"
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}

/** Rows of seven days from Monday; null where the month does not reach. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`
  const weeks: (string | null)[][] = []
  for (let monday = keyAfter(first, -weekdayOf(first)); monday < `${month}-32`; monday = keyAfter(monday, 7)) {
    const week = [0, 1, 2, 3, 4, 5, 6].map((days) => keyAfter(monday, days))
    weeks.push(week.map((key) => (key.startsWith(month) ? key : null)))
  }
  return weeks
}

/** The free day that a key leads to, from another. Undefined when the key is none of a calendar's or nothing lies there. */
export function targetOf(key: string, from: string, open: string[]): string | undefined {
  const monday = keyAfter(from, -weekdayOf(from))
  const week = open.filter((day) => day >= monday && day < keyAfter(monday, 7))
  const before = open.filter((day) => day < from)
  const after = open.filter((day) => day > from)
  const sameWeekday = (day: string) => weekdayOf(day) === weekdayOf(from)
  switch (key) {
    case 'ArrowLeft':
      return before.at(-1)
    case 'ArrowRight':
      return after[0]
    case 'ArrowUp':
      return before.findLast(sameWeekday)
    case 'ArrowDown':
      return after.find(sameWeekday)
    case 'Home':
      return week[0]
    case 'End':
      return week.at(-1)
    case 'PageUp':
      return before.findLast((day) => day.slice(0, 7) < from.slice(0, 7))
    case 'PageDown':
      return after.find((day) => day.slice(0, 7) > from.slice(0, 7))
    default:
      return undefined
  }
}
