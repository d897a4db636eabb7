/** What visitors see of changed hours, on both clocks, and what would change. */
import CalendarCheck from 'lucide-react/icons/calendar-check'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import type { ZoneGroup } from '#domain/time/zone'
import * as m from '#messages/mentors'
import { listWeekdays } from '#words/time'
import { Alert } from '../../controls/alert.tsx'
import { Notice } from '../../controls/notice.tsx'
import type { ChangeLine, DayStart, HoursPreview, PreviewDay } from './hours-page.ts'
import { ZoneOptions } from './zone-options.tsx'
import { rich } from '../../rich.tsx'

export function HoursPreviewPart({ preview, zones }: { preview: HoursPreview; zones: ZoneGroup[] }) {
  const { page, pages, span, days, chosen, place, clock } = preview
  const listed = zones.some((group) => group.zones.some(({ zone }) => zone === clock.timeZone))
  return (
    <section className="desk-part" aria-labelledby="preview">
      <div className="desk-part-head">
        <h2 id="preview">{m.visitorsSee()}</h2>
        <span className="flex items-center text-ink-2">
          <Turn to={page - 1} disabled={page === 0} label={m.fiveWeeksEarlier()}>
            <ChevronLeft size={16} strokeWidth={1.75} aria-hidden="true" className="directional" />
          </Turn>
          {span}
          <Turn to={page + 1} disabled={page === pages - 1} label={m.fiveWeeksLater()}>
            <ChevronRight size={16} strokeWidth={1.75} aria-hidden="true" className="directional" />
          </Turn>
        </span>
        <span className="flex items-center gap-1.5">
          <label htmlFor="hours-clock" className="desk-aside">
            {m.secondClock()}
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
        {listWeekdays('brief').map((name, day) => (
          <span key={day} aria-hidden="true" className="weekday">
            {name}
          </span>
        ))}
        {days.map((day) => (
          <Day key={day.date} day={day} chosen={day.date === chosen.date} />
        ))}
      </div>
      <ul className="legend desk-aside">
        <li>{m.legendChanged()}</li>
        <li>
          <span aria-hidden="true" className="swatch travel" />
          {m.travel()}
        </li>
        <li>
          <span aria-hidden="true" className="swatch other" />
          {m.otherDate()}
        </li>
      </ul>
      <h3 className="mt-3">
        {chosen.name} <span className="font-normal text-ink-2">{m.clockBeside({ place, other: clock.place })}</span>
      </h3>
      {chosen.starts.length > 0 ? (
        <ul className="day-starts" aria-label={chosen.name}>
          {chosen.starts.map((start) => (
            <Start key={start.at} start={start} second={clock.place} />
          ))}
        </ul>
      ) : (
        <p className="pt-1 text-ink-2">{m.noStartsDay()}</p>
      )}
    </section>
  )
}

type TurnProps = { to: number; disabled: boolean; label: string; children: ReactNode }

const Turn = ({ to, disabled, label, children }: TurnProps) => (
  <button type="submit" name="turn" value={to} disabled={disabled} aria-label={label} className="preview-turn">
    {children}
  </button>
)

const CHANGES = { '+': m.moreThanNow, '−': m.fewerThanNow, '±': m.othersThanNow }

function Day({ day, chosen }: { day: PreviewDay; chosen: boolean }) {
  const ground = [day.free && 'free', day.ground].filter(Boolean).join(' ')
  const words = [day.name, day.state, day.ground === 'travel' && m.travel(), day.ground === 'other' && m.otherDate()]
  return (
    <button type="submit" name="pick" value={day.date} aria-pressed={chosen} className={`preview-day ${ground}`}>
      <span className="sr-only">{[...words, day.change && CHANGES[day.change]()].filter(Boolean).join(', ')}</span>
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
        {start.place && ` ${m.inPlace({ place: start.place })}`}
      </span>
      <span className="second">
        {' · '}
        {start.other}
        <span className="sr-only">{` ${m.inPlace({ place: second })}`}</span>
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
        <h2 id="changes">{m.changesTitle()}</h2>
        <span className="desk-aside">{m.inNextDays({ horizonDays })}</span>
      </div>
      {none && <p className="py-2 text-ink-2">{changes > 0 ? m.noChangesBookable() : m.noChangesYet()}</p>}
      <ul className="changes">
        <Lines lines={gained} sign="gained" icon={<Plus size={14} strokeWidth={2} />} says={m.changesMore()} />
        <Lines lines={lost} sign="lost" icon={<Minus size={14} strokeWidth={2} />} says={m.changesFewer()} />
        <Lines
          lines={standing}
          sign="standing"
          icon={<CalendarCheck size={14} strokeWidth={1.75} />}
          says={m.changesStand()}
        />
      </ul>
      {nothing && (
        <div className="mt-3">
          <Alert>
            <p>
              {rich(
                m.notBookable({ why: nothing, strong: (text) => <strong className="font-semibold">{text}</strong> }),
              )}
            </p>
          </Alert>
        </div>
      )}
      {notes.map((note) => (
        <div key={note.why} className="mt-3">
          <Notice>
            <p>
              {rich(
                m.nothingBookable({
                  dates: note.dates,
                  why: note.why,
                  strong: (text) => <strong className="font-semibold">{text}</strong>,
                }),
              )}
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
        <span className="sr-only">{says}</span>
      </span>
      <span>{text}</span>
      <span className="count">{count}</span>
    </li>
  ))
