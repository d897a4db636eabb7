/** The applicant's usual week: which of the five starts suit, day by day. */
import { DAILY_STARTS } from '#domain/bookings/daily-starts'
import { hoursField } from '#domain/mentors/application-hours'
import { WEEKDAYS } from '../../desk/weekly-starts.tsx'
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
  const count = WEEKDAYS.reduce((sum, _name, day) => sum + chosenOn(day).length, 0)
  return (
    <fieldset className="min-w-0" aria-describedby="apply-hours-hint">
      <legend className="font-semibold">When are you usually free?</legend>
      <p id="apply-hours-hint" className="mt-1 note">
        Session start times in a usual week, in your time zone
        {typed['timeZone'] && ` (${typed['timeZone'].replaceAll('_', ' ')})`}. Once you’re accepted, people can book
        these times. You can change them at any time, and add others.
      </p>
      <input type="hidden" name="hours" value="chosen" />
      <table className="apply-hours">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Day</span>
            </th>
            {DAILY_STARTS.map((start) => (
              <th key={start} scope="col">
                {start}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEKDAYS.map((name, day) => (
            <tr key={name}>
              <th scope="row">
                <span className="sm:hidden" aria-hidden="true">
                  {name.slice(0, 3)}
                </span>
                <span className="max-sm:sr-only">{name}</span>
              </th>
              {DAILY_STARTS.map((start) => (
                <td key={start}>
                  <input
                    type="checkbox"
                    aria-label={`${name}, ${start}`}
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
      {count === 0 && (
        <p className="mt-2">
          No times yet. People can join your waitlist, and we notify them once you have a time to book.
        </p>
      )}
    </fieldset>
  )
}
