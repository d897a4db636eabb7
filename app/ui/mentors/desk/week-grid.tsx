/**
 * A week of a mentor's hours: a grid with their clock on the left and a second one on the right, on a phone a list of
 * days. Arrow keys move between its cells.
 */
// oxlint-disable jsx-a11y/prefer-tag-over-role -- Days are columns for the eye and rows of this grid; no table is both.
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import * as m from '#messages/mentors'
import type { DeskWeek, WeekCell, WeekDay, WeekHour } from './week-page.ts'

export function WeekGrid({ week }: { week: DeskWeek }) {
  const { span, current, earlier, later, hidden } = week
  return (
    <section className="desk-part min-w-0" aria-labelledby="week">
      <div className="desk-part-head">
        <h2 id="week">{current ? m.thisWeekHours() : m.hoursOfWeek()}</h2>
        <span className="week-nav">
          <Link to={earlier} aria-label={m.weekBefore()} preventScrollReset>
            <ChevronLeft size={16} strokeWidth={1.75} aria-hidden="true" className="directional" />
          </Link>
          {span}
          <Link to={later} aria-label={m.weekAfter()} preventScrollReset>
            <ChevronRight size={16} strokeWidth={1.75} aria-hidden="true" className="directional" />
          </Link>
        </span>
        <Link to="/desk/hours" className="link">
          {m.changeHours()}
        </Link>
      </div>
      <Legend {...week} />
      <Grid key={week.days[0]?.date} {...week} />
      <p className="desk-aside pt-3">
        {hidden.map((words) => `${words} `)}
        {m.bookingsNeverChange()}
      </p>
    </section>
  )
}

function Legend({ counts, travels, isBusy }: Pick<DeskWeek, 'counts' | 'travels' | 'isBusy'>) {
  const shown = [
    ['free', m.legendFree({ count: counts.free })],
    ['booked', m.legendBooked({ count: counts.booked })],
    ['done', m.legendDone({ count: counts.done })],
    ['held', m.legendHeld({ count: counts.held })],
    ...(isBusy ? [['busy', m.busy()]] : []),
    ...(travels ? [['travel', m.travel()]] : []),
  ]
  return (
    <ul className="legend desk-aside">
      {shown.map(([look = '', words = '']) => (
        <li key={look}>
          <span aria-hidden="true" className={`swatch ${look}`} />
          {words}
        </li>
      ))}
    </ul>
  )
}

type Place = { day: number; index: number }

function Grid({ days, hours, place, otherPlace, nowQuarter }: DeskWeek) {
  const [focused, setFocused] = useState<Place>(() => firstPlace(days))

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const to = placeAfter(event.key, focused, days)
    if (!to) return
    event.preventDefault()
    setFocused(to)
    event.currentTarget.querySelector<HTMLElement>(`[data-place="${to.day}-${to.index}"]`)?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- Its cells take the focus, one at a time.
    <div role="grid" aria-labelledby="week" className="week" onKeyDown={move}>
      <Axis title={place} hours={hours.map(({ time }) => [time, null])} />
      {days.map((day, dayIndex) => (
        <div
          key={day.date}
          role="row"
          className={`week-day ${day.trip ? 'away' : ''} ${day.cells.length > 0 && day.cells.every(isOver) ? 'past' : ''}`}
        >
          <div role="rowheader" className="week-head">
            <span className="sr-only">{day.name}</span>
            <span aria-hidden="true">{day.label[0]}</span>
            <span aria-hidden="true" className={day.today ? 'today' : 'number'}>
              {day.label[1]}
            </span>
          </div>
          <div className="cells">
            {day.busy.map((busy) => (
              <span key={busy.words} role="gridcell" className={`week-busy f${busy.fromQuarter} t${busy.toQuarter}`}>
                {busy.words}
              </span>
            ))}
            {day.cells.map((cell, index) => (
              <Cell
                key={cell.at}
                cell={cell}
                place={`${dayIndex}-${index}`}
                reachable={focused.day === dayIndex && focused.index === index}
                onFocus={() => setFocused({ day: dayIndex, index })}
              />
            ))}
            {day.cells.length === 0 && (
              <span role="gridcell" className="nothing text-ink-2">
                {m.noHours()}
              </span>
            )}
            {day.today && nowQuarter !== null && <span aria-hidden="true" className={`week-now f${nowQuarter}`} />}
          </div>
          {day.trip && (
            <span role="gridcell" className="trip">
              <span className="font-place text-base italic">{day.trip.place}</span> <br className="max-md:hidden" />
              {day.trip.clock}
            </span>
          )}
        </div>
      ))}
      <Axis title={otherPlace} hours={hours.map(otherHour)} second />
    </div>
  )
}

const otherHour = ({ other, otherShift }: WeekHour): [string, string | null] => [other, otherShift]

type AxisProps = { title: string; hours: [string, string | null][]; second?: boolean }

/** Hidden from screen readers, for which each cell names both clocks. */
const Axis = ({ title, hours, second = false }: AxisProps) => (
  <div aria-hidden="true" className={`week-axis ${second ? 'second' : ''}`}>
    <div className="week-head">
      <span className="place">{title}</span>
    </div>
    <div className="hours">
      {hours.map(([time, shift], n) => (
        <span key={time} className={`f${n * 4}`}>
          {time}
          {shift && <sup className="text-[0.625rem]">{shift}</sup>}
        </span>
      ))}
    </div>
  </div>
)

const isOver = ({ state, over }: WeekCell) => state === 'closed' && over

type CellProps = { cell: WeekCell; place: string; reachable: boolean; onFocus: () => void }

function Cell({ cell, place, reachable, onFocus }: CellProps) {
  const { state, fromQuarter, toQuarter, time, words, reads, page } = cell
  const focus = { tabIndex: reachable ? 0 : -1, 'data-place': place, onFocus }
  const content = (
    <>
      <span className="sr-only">{reads}</span>
      <span aria-hidden="true">
        <span className="time">{time}</span>
        {cell.place && ` ${m.inPlace({ place: cell.place })}`}
        {words && <span className="words"> {words}</span>}
      </span>
      <span aria-hidden="true" className="other">
        {cell.other}
      </span>
    </>
  )
  return (
    <div
      role="gridcell"
      {...(page ? {} : focus)}
      className={`week-cell ${state} ${isOver(cell) ? 'over' : ''} f${fromQuarter} t${toQuarter}`}
    >
      {page ? (
        <Link to={page} {...focus} className="block h-full">
          {content}
        </Link>
      ) : (
        content
      )}
    </div>
  )
}

/** The first that is not over, or else the first. */
function firstPlace(days: WeekDay[]): Place {
  const today = days.findIndex((day) => day.today && day.cells.length > 0)
  return { day: today === -1 ? days.findIndex((day) => day.cells.length > 0) : today, index: 0 }
}

/** Where an arrow key leads: along a day, or to the nearest time of the next day that has one. Null for other keys. */
function placeAfter(key: string, { day, index }: Place, days: WeekDay[]): Place | null {
  const cells = days[day]?.cells ?? []
  if (key === 'Home') return { day, index: 0 }
  if (key === 'End') return { day, index: cells.length - 1 }
  if (key === 'ArrowDown') return index + 1 < cells.length ? { day, index: index + 1 } : { day, index }
  if (key === 'ArrowUp') return { day, index: Math.max(index - 1, 0) }
  const toTheRight = document.dir === 'rtl' ? -1 : 1
  const step = toTheRight * ({ ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0)
  if (!step) return null
  for (let to = day + step; to >= 0 && to < days.length; to += step) {
    const others = days[to]!.cells
    if (others.length > 0) return { day: to, index: nearest(others, cells[index]?.fromQuarter ?? 0) }
  }
  return { day, index }
}

function nearest(cells: WeekCell[], quarter: number): number {
  const distances = cells.map(({ fromQuarter }) => Math.abs(fromQuarter - quarter))
  return distances.indexOf(Math.min(...distances))
}
