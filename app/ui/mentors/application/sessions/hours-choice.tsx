/** The applicant's usual week: which of the five starts suit, day by day. */
import { DAILY_STARTS } from '#domain/bookings/daily-starts'
import { hoursField } from '#domain/mentors/application-hours'
import * as m from '#messages/application'
import { listWeekdays } from '#words/time'
import type { ApplicationFields } from '../application-fields.ts'

export function HoursChoice({ fields }: { fields: ApplicationFields }) {
  const { typed, change } = fields
  if (typed['hours'] === undefined) return null
  const chosenOn = (day: number) => (typed[hoursField(day)] ?? '').split(',').filter(Boolean)
  const toggle = (day: number, start: string, on: boolean) => {
    const chosen = chosenOn(day)
    const starts = DAILY_STARTS.filter((one) => (one === start ? on : chosen.includes(one)))
    change(hoursField(day), starts.length > 0 ? starts.join(',') : null)
  }
  const zone = (typed['timeZone'] ?? '').replaceAll('_', ' ')
  const [weekdays, shortWeekdays] = [listWeekdays('long'), listWeekdays('short')]
  const count = weekdays.reduce((sum, _name, day) => sum + chosenOn(day).length, 0)
  return (
    <fieldset className="min-w-0" aria-describedby="apply-hours-hint">
      <legend className="font-semibold">{m.whenFree()}</legend>
      <p id="apply-hours-hint" className="mt-1 note">
        {m.hoursHint({ hasZone: zone !== '', zone })}
      </p>
      <input type="hidden" name="hours" value="chosen" />
      <table className="apply-hours">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{m.day()}</span>
            </th>
            {DAILY_STARTS.map((start) => (
              <th key={start} scope="col">
                {start}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((name, day) => (
            <tr key={name}>
              <th scope="row">
                <span className="sm:hidden" aria-hidden="true">
                  {shortWeekdays[day]}
                </span>
                <span className="max-sm:sr-only">{name}</span>
              </th>
              {DAILY_STARTS.map((start) => (
                <td key={start}>
                  <input
                    type="checkbox"
                    aria-label={m.dayAndStart({ day: name, start })}
                    name={hoursField(day)}
                    value={start}
                    checked={chosenOn(day).includes(start)}
                    onChange={(event) => toggle(day, start, event.target.checked)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {count === 0 && <p className="mt-2">{m.noTimesYet()}</p>}
    </fieldset>
  )
}
