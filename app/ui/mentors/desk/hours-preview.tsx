/** What visitors see of changed hours, on both clocks, and what would change. */
import CalendarCheck from 'lucide-react/icons/calendar-check'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import type { ZoneGroup } from '#domain/time/zone'
import { Alert } from '../../controls/alert.tsx'
import { Notice } from '../../controls/notice.tsx'
import type { ChangeLine, DayStart, HoursPreview, PreviewDay } from './hours-page.ts'
import { WEEKDAYS } from './weekly-starts.tsx'
import { ZoneOptions } from './zone-options.tsx'

export function HoursPreviewPart({ preview, zones }: { preview: HoursPreview; zones: ZoneGroup[] }) {
  const { page, pages, span, days, chosen, place, clock } = preview
  const listed = zones.some((group) => group.zones.some(({ zone }) => zone === clock.timeZone))
  return (
    <section className="desk-part" aria-labelledby="preview">
      <div className="desk-part-head">
        <h2 id="preview">What visitors see</h2>
        <span className="flex items-center text-ink-2">
          <Turn to={page - 1} disabled={page === 0} label="Five weeks earlier">
            <ChevronLeft size={16} strokeWidth={1.75} aria-hidden="true" />
          </Turn>
          {span}
          <Turn to={page + 1} disabled={page === pages - 1} label="Five weeks later">
            <ChevronRight size={16} strokeWidth={1.75} aria-hidden="true" />
          </Turn>
        </span>
        <span className="flex items-center gap-1.5">
          <label htmlFor="hours-clock" className="desk-aside">
            second clock
          </label>
          <select
            key={clock.timeZone}
            id="hours-clock"
            name="clock"
            defaultValue={clock.timeZone}
            className="desk-control desk-word"
          >
            {!listed && <option value={clock.timeZone}>{clock.place}</option>}
            <ZoneOptions zones={zones} />
          </select>
        </span>
      </div>
      <div className="preview-grid">
        {WEEKDAYS.map((name) => (
          <span key={name} aria-hidden="true" className="weekday">
            {name.slice(0, 2)}
          </span>
        ))}
        {days.map((day) => (
          <Day key={day.date} day={day} chosen={day.date === chosen.date} />
        ))}
      </div>
      <ul className="legend desk-aside">
        <li>+ − changed by you now</li>
        <li>
          <span aria-hidden="true" className="swatch travel" />
          travel
        </li>
        <li>
          <span aria-hidden="true" className="swatch other" />
          other date
        </li>
      </ul>
      <h3 className="mt-3">
        {chosen.name}{' '}
        <span className="font-normal text-ink-2">
          {place}, with {clock.place} beside it
        </span>
      </h3>
      {chosen.starts.length > 0 ? (
        <ul className="day-starts" aria-label={chosen.name}>
          {chosen.starts.map((start) => (
            <Start key={start.at} start={start} second={clock.place} />
          ))}
        </ul>
      ) : (
        <p className="pt-1 text-ink-2">No starts on this day.</p>
      )}
    </section>
  )
}

type TurnProps = { to: number; disabled: boolean; label: string; children: ReactNode }

const Turn = ({ to, disabled, label, children }: TurnProps) => (
  <button
    type="submit"
    name="turn"
    value={to}
    disabled={disabled}
    aria-label={label}
    className="flex size-8 items-center justify-center rounded-control text-ink hover:bg-shoal-1 disabled:text-hair pointer-coarse:size-11"
  >
    {children}
  </button>
)

const CHANGES = { '+': 'more than now', '−': 'fewer than now', '±': 'others than now' }

function Day({ day, chosen }: { day: PreviewDay; chosen: boolean }) {
  const ground = [day.free && 'free', day.ground].filter(Boolean).join(' ')
  const words = [day.name, day.state, day.ground === 'travel' && 'travel', day.ground === 'other' && 'other date']
  return (
    <button type="submit" name="pick" value={day.date} aria-pressed={chosen} className={`preview-day ${ground}`}>
      <span className="sr-only">{[...words, day.change && CHANGES[day.change]].filter(Boolean).join(', ')}</span>
      <span aria-hidden="true">{day.label}</span>
      {day.state && (
        <span aria-hidden="true" className="count">
          {day.state}
        </span>
      )}
      {day.change && (
        <span aria-hidden="true" className="change">
          {day.change}
        </span>
      )}
    </button>
  )
}

function Start({ start, second }: { start: DayStart; second: string }) {
  return (
    <li className={start.state}>
      <span className="first">
        <time dateTime={start.at} className="font-semibold">
          {start.time}
        </time>
        {start.place && ` in ${start.place}`}
      </span>
      <span className="second">
        {' · '}
        {start.other}
        <span className="sr-only"> in {second}</span>
        {start.otherShift && <span className="text-xs"> {start.otherShift}</span>}
      </span>
      <br />
      {start.words}
    </li>
  )
}

export function HoursChanges({ preview }: { preview: HoursPreview }) {
  const { gained, lost, standing, notes, nothing, horizonDays, changes } = preview
  const none = gained.length + lost.length + standing.length === 0
  return (
    <section className="desk-part" aria-labelledby="changes">
      <div className="desk-part-head">
        <h2 id="changes">Changes</h2>
        <span className="desk-aside">in the next {horizonDays} days</span>
      </div>
      {none && (
        <p className="py-2 text-ink-2">
          {changes > 0 ? 'No changes to bookable hours.' : 'No changes yet. Add or remove a start.'}
        </p>
      )}
      <ul className="changes">
        <Lines lines={gained} sign="gained" icon={<Plus size={14} strokeWidth={2} />} says="More" />
        <Lines lines={lost} sign="lost" icon={<Minus size={14} strokeWidth={2} />} says="Fewer" />
        <Lines lines={standing} sign="standing" icon={<CalendarCheck size={14} strokeWidth={1.75} />} says="Stands" />
      </ul>
      {nothing && (
        <div className="mt-3">
          <Alert>
            <p>
              <strong className="font-semibold">You can’t be booked:</strong> {nothing}
            </p>
          </Alert>
        </div>
      )}
      {notes.map((note) => (
        <div key={note.why} className="mt-3">
          <Notice>
            <p>
              Nothing can be booked on <strong className="font-semibold">{note.dates}</strong>: {note.why}.
            </p>
          </Notice>
        </div>
      ))}
    </section>
  )
}

type LinesProps = { lines: ChangeLine[]; sign: string; icon: ReactNode; says: string }

const Lines = ({ lines, sign, icon, says }: LinesProps) =>
  lines.map(({ text, count }) => (
    <li key={text}>
      <span className={`sign ${sign}`}>
        <span aria-hidden="true">{icon}</span>
        <span className="sr-only">{says}:</span>
      </span>
      <span>{text}</span>
      <span className="count">{count}</span>
    </li>
  ))
