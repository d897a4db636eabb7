/** The starts of every week: a row for each day. */
import Plus from 'lucide-react/icons/plus'
import * as m from '#messages/mentors'
import { listWeekdays } from '#words/time'
import type { HoursPage } from './hours-page.ts'
import { KeptChip } from './kept-item.tsx'
import { rich } from '../../rich.tsx'

type WeeklyStartsProps = Pick<HoursPage, 'weekly' | 'fields' | 'typed'>

export function WeeklyStarts({ weekly, fields, typed }: WeeklyStartsProps) {
  return (
    <section className="desk-part" aria-labelledby="every-week">
      <div className="desk-part-head">
        <h2 id="every-week">{m.everyWeek()}</h2>
        <span className="desk-aside">{m.whenStart()}</span>
      </div>
      {listWeekdays('long').map((name, day) => (
        <fieldset key={name} className="hours-day" aria-label={name}>
          <span className="font-semibold" aria-hidden="true">
            {name}
          </span>
          <div className="start-chips">
            {weekly[day]?.map((start) => (
              <KeptChip key={start.value} list="starts" item={start} name={`${name} ${start.time}`}>
                {start.time}
              </KeptChip>
            ))}
            {weekly[day]?.length === 0 && <span className="text-ink-2">{m.noStarts()}</span>}
          </div>
          <div className="add">
            <input
              type="time"
              id={`hours-add-${day}`}
              name={`add-${day}`}
              aria-label={m.newStartOn({ day: name })}
              defaultValue={typed[`add-${day}`]}
              aria-invalid={fields[`add-${day}`] ? true : undefined}
              aria-describedby={fields[`add-${day}`] ? `hours-add-${day}-error` : undefined}
              data-add
              className="desk-control"
            />
            <button type="submit" name="intent" value="preview" className="desk-control desk-quiet">
              <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
              {rich(m.startOn({ day: name, hidden: (text) => <span className="sr-only">{text}</span> }))}
            </button>
          </div>
          {fields[`add-${day}`] && (
            <p id={`hours-add-${day}-error`} className="desk-error">
              {fields[`add-${day}`]}
            </p>
          )}
        </fieldset>
      ))}
      <CopyDay />
    </section>
  )
}

function CopyDay() {
  return (
    <details className="mt-1">
      <summary className="desk-summary">{m.copyDay()}</summary>
      <div className="desk-fold">
        <div className="fields">
          <p className="desk-field">
            <label htmlFor="copy-from">{m.copyFrom()}</label>
            <select id="copy-from" name="copyFrom" className="desk-control">
              {listWeekdays('long').map((name, day) => (
                <option key={name} value={day}>
                  {name}
                </option>
              ))}
            </select>
          </p>
          <p className="desk-field">
            <label htmlFor="copy-to">{m.copyTo()}</label>
            <select id="copy-to" name="copyTo" className="desk-control">
              <option value="weekdays">{m.mondayToFriday()}</option>
              <option value="all">{m.everyDay()}</option>
              {listWeekdays('long').map((name, day) => (
                <option key={name} value={day}>
                  {name}
                </option>
              ))}
            </select>
          </p>
          <button type="submit" name="intent" value="copy" className="desk-control">
            {m.copy()}
          </button>
        </div>
      </div>
    </details>
  )
}
