/** The rules of a mentor's hours that are numbers. */
import type { Rule } from '#domain/bookings/hours-items'
import * as m from '#messages/mentors'
import type { HoursPage } from './hours-page.ts'

const RULES: { name: Rule; label: () => string; unit: () => string; says: () => string }[] = [
  { name: 'noticeHours', label: m.notice, unit: m.hoursBeforeStart, says: m.noticeSays },
  { name: 'horizonDays', label: m.horizon, unit: m.daysAhead, says: m.horizonSays },
  { name: 'dayCap', label: m.atMost, unit: m.aDay, says: m.dayCapSays },
  { name: 'bufferBefore', label: m.gapBefore, unit: m.minutes, says: m.gapBeforeSays },
  { name: 'bufferAfter', label: m.gapAfter, unit: m.minutes, says: m.gapAfterSays },
  { name: 'weekCap', label: m.atMost, unit: m.aWeek, says: m.weekCapSays },
  { name: 'freeWeekCap', label: m.freeAtMost, unit: m.aWeek, says: m.freeWeekCapSays },
]

export function HoursRules({ rules, sellsFree, fields }: Pick<HoursPage, 'rules' | 'sellsFree' | 'fields'>) {
  return (
    <section className="desk-part" aria-labelledby="rules">
      <div className="desk-part-head">
        <h2 id="rules">{m.rules()}</h2>
        <span className="desk-aside">{m.rulesHint()}</span>
      </div>
      <div className="rules">
        {RULES.filter(({ name }) => sellsFree || name !== 'freeWeekCap').map(({ name, label, unit, says }) => (
          <div key={name} className="desk-field">
            <label htmlFor={`hours-${name}`}>
              <span aria-hidden="true">{label()}</span>
              <span className="sr-only">{says()}</span>
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
              <span aria-hidden="true">{unit()}</span>
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
