/** The rules of a mentor's hours that are numbers. */
import type { Rule } from '#domain/bookings/hours-items'
import type { HoursPage } from './hours-page.ts'

const RULES: { name: Rule; label: string; unit: string; says: string }[] = [
  { name: 'noticeHours', label: 'Notice', unit: 'hours before a start', says: 'Notice in hours before a start' },
  { name: 'horizonDays', label: 'Horizon', unit: 'days ahead', says: 'Horizon in days ahead' },
  { name: 'dayCap', label: 'At most', unit: 'a day', says: 'At most this many sessions a day' },
  { name: 'bufferBefore', label: 'Gap before', unit: 'minutes', says: 'Gap before a session in minutes' },
  { name: 'bufferAfter', label: 'Gap after', unit: 'minutes', says: 'Gap after a session in minutes' },
  { name: 'weekCap', label: 'At most', unit: 'a week', says: 'At most this many sessions a week' },
  { name: 'freeWeekCap', label: 'Free at most', unit: 'a week', says: 'Free at most: this many sessions a week' },
]

export function HoursRules({ rules, sellsFree, fields }: Pick<HoursPage, 'rules' | 'sellsFree' | 'fields'>) {
  return (
    <section className="desk-part" aria-labelledby="rules">
      <div className="desk-part-head">
        <h2 id="rules">Rules</h2>
        <span className="desk-aside">leave a maximum empty for no limit</span>
      </div>
      <div className="rules">
        {RULES.filter(({ name }) => sellsFree || name !== 'freeWeekCap').map(({ name, label, unit, says }) => (
          <div key={name} className="desk-field">
            <label htmlFor={`hours-${name}`}>
              <span aria-hidden="true">{label}</span>
              <span className="sr-only">{says}</span>
            </label>
            <div className="unit">
              <input
                id={`hours-${name}`}
                name={name}
                inputMode="numeric"
                autoComplete="off"
                maxLength={4}
                defaultValue={rules[name]}
                aria-invalid={fields[name] ? true : undefined}
                aria-describedby={fields[name] ? `hours-${name}-error` : undefined}
                className="desk-control"
              />
              <span aria-hidden="true">{unit}</span>
            </div>
            {fields[name] && (
              <p id={`hours-${name}-error`} className="desk-error">
                {fields[name]}
              </p>
            )}
          </div>
        ))}
      </div>
    </section>
  )
}
