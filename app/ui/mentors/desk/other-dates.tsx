/** Dates with other starts than their weekday has, and trips. */
import type { ReactNode } from 'react'
import type { ZoneGroup } from '#domain/time/zone'
import * as m from '#messages/mentors'
import type { HoursPage } from './hours-page.ts'
import { KeptRow } from './kept-item.tsx'
import { ZoneOptions } from './zone-options.tsx'

type OtherDatesProps = Pick<HoursPage, 'dates' | 'fields' | 'typed' | 'days'>

export function OtherDates({ dates, fields, typed, days }: OtherDatesProps) {
  return (
    <section className="desk-part" aria-labelledby="other-dates">
      <div className="desk-part-head">
        <h2 id="other-dates">{m.otherDates()}</h2>
      </div>
      {dates.map((date) => (
        <KeptRow key={date.value} list="dates" item={date} />
      ))}
      {dates.length === 0 && <p className="py-2 text-ink-2">{m.noOtherDates()}</p>}
      <details className="mt-1" open={Boolean(fields['newDate'] ?? fields['newDateStarts'])}>
        <summary className="desk-summary">{m.addDateTitle()}</summary>
        <div className="desk-fold">
          <AddField name="newDate" label={m.date()} fields={fields}>
            {(described) => (
              <input
                type="date"
                min={days.first}
                max={days.last}
                defaultValue={typed['newDate']}
                className="desk-control"
                {...described}
              />
            )}
          </AddField>
          <AddField name="newDateStarts" label={m.starts()} hint={m.startsHint()} fields={fields}>
            {(described) => (
              <input
                type="text"
                autoComplete="off"
                defaultValue={typed['newDateStarts']}
                className="desk-control"
                {...described}
              />
            )}
          </AddField>
          <p>
            <button type="submit" name="intent" value="preview" className="desk-control">
              {m.addDate()}
            </button>
          </p>
        </div>
      </details>
    </section>
  )
}

/** `place`: where the mentor is at home. */
type TripsProps = Pick<HoursPage, 'trips' | 'fields' | 'typed' | 'days'> & { zones: ZoneGroup[]; place: string }

export function Trips({ trips, fields, typed, days, zones, place }: TripsProps) {
  const wrong = ['tripZone', 'tripFirst', 'tripLast'].some((name) => fields[name])
  return (
    <section className="desk-part" aria-labelledby="travel">
      <div className="desk-part-head">
        <h2 id="travel">{m.travelTitle()}</h2>
      </div>
      {trips.map((trip) => (
        <KeptRow key={trip.value} list="trips" item={trip} place />
      ))}
      {trips.length === 0 && <p className="py-2 text-ink-2">{m.noTrips({ place })}</p>}
      {fields['trips'] && (
        <p id="hours-trips" className="desk-error">
          {fields['trips']}
        </p>
      )}
      <details className="mt-1" open={wrong}>
        <summary className="desk-summary">{m.addTripTitle()}</summary>
        <div className="desk-fold">
          <AddField name="tripZone" label={m.tripPlace()} hint={m.tripPlaceHint()} fields={fields}>
            {(described) => (
              <select defaultValue={typed['tripZone'] ?? ''} className="desk-control" {...described}>
                <option value="">{m.chooseCity()}</option>
                <ZoneOptions zones={zones} />
              </select>
            )}
          </AddField>
          <div className="fields">
            <AddField name="tripFirst" label={m.firstDay()} fields={fields}>
              {(described) => (
                <input
                  type="date"
                  min={days.first}
                  max={days.last}
                  defaultValue={typed['tripFirst']}
                  className="desk-control"
                  {...described}
                />
              )}
            </AddField>
            <AddField name="tripLast" label={m.lastDay()} fields={fields}>
              {(described) => (
                <input
                  type="date"
                  min={days.first}
                  max={days.last}
                  defaultValue={typed['tripLast']}
                  className="desk-control"
                  {...described}
                />
              )}
            </AddField>
          </div>
          <label className="flex min-h-11 items-center gap-2.5">
            <input
              type="checkbox"
              name="tripFollow"
              value="yes"
              defaultChecked={typed['tripZone'] === undefined || Boolean(typed['tripFollow'])}
              className="checkbox size-5 shrink-0"
            />
            <span>{m.tripFollows({ place })}</span>
          </label>
          <p>
            <button type="submit" name="intent" value="preview" className="desk-control">
              {m.addTrip()}
            </button>
          </p>
        </div>
      </details>
    </section>
  )
}

type Described = {
  id: string
  name: string
  'data-add': true
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type AddFieldProps = {
  name: string
  label: string
  hint?: string
  fields: Record<string, string>
  children: (described: Described) => ReactNode
}

function AddField({ name, label, hint, fields, children }: AddFieldProps) {
  const [id, error] = [`hours-${name}`, fields[name]]
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className="desk-field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span id={`${id}-hint`} className="desk-aside">
          {hint}
        </span>
      )}
      {children({
        id,
        name,
        'data-add': true,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described,
      })}
      {error && (
        <p id={`${id}-error`} className="desk-error">
          {error}
        </p>
      )}
    </div>
  )
}
