/** The calendar where no scripts run: a month as a plain table of buttons that submit the form around it. */
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import * as m from '#messages/bookings'
import { monthOfKey, listWeekdays } from '#words/time'
import { keyAfter, monthAfter } from '../../time/clock.ts'
import {
  calendarFrameClass,
  dayClass,
  dayLabel,
  firstMonday,
  freeCount,
  monthButtonClass,
  type CalendarProps,
} from './calendar-look.ts'

export function CalendarTable({ today, month, free, day }: Omit<CalendarProps, 'onDay'>) {
  const months = [...free.keys()].map((key) => key.slice(0, 7))
  const brief = listWeekdays('brief')
  return (
    <div data-calendar>
      <div className="flex items-center justify-between">
        <p id="booking-month" className="font-semibold">
          {monthOfKey(month)}
        </p>
        <div className="-me-2 flex">
          <MonthButton month={monthAfter(month, -1)} months={months} label={m.previousMonth()} Icon={ChevronLeft} />
          <MonthButton month={monthAfter(month, 1)} months={months} label={m.nextMonth()} Icon={ChevronRight} />
        </div>
      </div>
      <div className={calendarFrameClass}>
        <table aria-labelledby="booking-month">
          <thead>
            <tr>
              {listWeekdays('long').map((weekday, n) => (
                <th key={weekday} scope="col">
                  <span aria-hidden="true">{brief[n]}</span>
                  <span className="sr-only">{weekday}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {listWeeks(month, today).map((week) => (
              <tr key={week.find(Boolean)}>
                {week.map((key, index) => (
                  <td key={key ?? `none-${index}`}>
                    {key && <Day date={key} free={free.get(key) ?? 0} chosen={key === day} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function Day({ date, free, chosen }: { date: string; free: number; chosen: boolean }) {
  return (
    <button
      type="submit"
      name="day"
      value={date}
      disabled={free === 0}
      aria-label={dayLabel(date, free, chosen)}
      {...freeCount(free)}
      className={dayClass(free, chosen)}
    >
      {Number(date.slice(8))}
    </button>
  )
}

type MonthButtonProps = { month: string; months: string[]; label: string; Icon: typeof ChevronLeft }

function MonthButton({ month, months, label, Icon }: MonthButtonProps) {
  return (
    <button
      type="submit"
      name="month"
      value={month}
      disabled={!months.includes(month)}
      aria-label={label}
      className={monthButtonClass}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="directional" />
    </button>
  )
}

/** The weeks of a month from this week on, from Monday, as date keys. Null for days of the months beside it. */
export function listWeeks(month: string, today: string): (string | null)[][] {
  const weeks: (string | null)[][] = []
  const [first, now] = [firstMonday(`${month}-01`), firstMonday(today)]
  for (let monday = first < now ? now : first; monday < `${month}-32`; monday = keyAfter(monday, 7)) {
    const week = [0, 1, 2, 3, 4, 5, 6].map((days) => keyAfter(monday, days))
    weeks.push(week.map((key) => (key.startsWith(month) ? key : null)))
  }
  return weeks
}
