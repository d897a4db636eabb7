/** A mentor's other calendars: what was read of each, and a form to add one. Plain forms, with scripts or without. */
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useEffect, useRef, type ReactNode } from 'react'
import { Form } from 'react-router'
import * as m from '#messages/mentors'
import { Alert } from '../../controls/alert.tsx'
import { Button } from '../../controls/button.tsx'
import { Field } from '../../controls/field.tsx'
import { Notice } from '../../controls/notice.tsx'
import { rich } from '../../rich.tsx'

/** Instants are in words, on the mentor's clock. `stale`: what is wrong and what to do; null if it was read in time. */
export type CalendarRow = {
  id: string
  name: string
  host: string
  /** The last characters of the address. */
  ending: string
  read: string
  next: string
  busyAhead: number
  stale: string | null
  /** Events whose times are uncertain, each in words. */
  toCheck: string[]
}

/** `fields`: messages by field. `typed`: what was typed into the form that is shown again. */
export type CalendarsResult = {
  problem: string | null
  fields: Record<string, string>
  typed: { name: string; address: string }
}

type BusyCalendarsProps = {
  calendars: CalendarRow[]
  most: number
  result: CalendarsResult | undefined
  /** What has just been done. */
  done: string | null
  busy: boolean
}

export function BusyCalendars({ calendars, most, result, done, busy }: BusyCalendarsProps) {
  return (
    <>
      <Outcome result={result} done={done} />
      <div className="calendars-columns">
        <div>
          <section className="desk-part" aria-labelledby="calendars">
            <div className="desk-part-head">
              <h2 id="calendars">{m.addedCalendars()}</h2>
              <p className="desk-aside">{m.calendarsOf({ count: calendars.length, most })}</p>
            </div>
            {calendars.length === 0 && <p className="py-3 text-ink-2">{m.noCalendars()}</p>}
            <ul>
              {calendars.map((calendar) => (
                <CalendarItem key={calendar.id} calendar={calendar} busy={busy} />
              ))}
            </ul>
          </section>
          {calendars.length < most && <AddCalendar key={calendars.length} result={result} busy={busy} />}
        </div>
        <div>
          <WhatIsRead />
          <WhereToFind />
        </div>
      </div>
    </>
  )
}

function Outcome({ result, done }: Pick<BusyCalendarsProps, 'result' | 'done'>) {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (result) alert.current?.focus()
  }, [result])
  if (result) {
    const wrong = Object.entries(result.fields)
    return (
      <div className="mb-5 max-w-3xl">
        <Alert ref={alert}>
          <p className="font-semibold">{result.problem ?? m.calendarNotAdded()}</p>
          {wrong.length > 0 && (
            <ul>
              {wrong.map(([field, message]) => (
                <li key={field}>
                  <a href={`#calendar-${field}`} className="link">
                    {message}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </Alert>
      </div>
    )
  }
  if (!done) return null
  return (
    <div className="mb-5 max-w-3xl">
      <Notice good>
        <output>{done}</output>
      </Notice>
    </div>
  )
}

function CalendarItem({ calendar, busy }: { calendar: CalendarRow; busy: boolean }) {
  const { id, name, host, ending, read, next, busyAhead, stale, toCheck } = calendar
  return (
    <li className="calendar-row">
      <div className="min-w-0">
        <h3 className="wrap-anywhere">{name}</h3>
        <p className="desk-aside wrap-anywhere">
          {rich(m.calendarAddress({ host, ending, strong: (text) => <span className="font-semibold">{text}</span> }))}
        </p>
        {stale ? (
          <div className="calendar-stale">
            <CircleAlert size={18} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0" />
            <div>
              <p className="font-semibold">{m.notReadSince({ read })}</p>
              <p>{m.calendarStale({ stale, next })}</p>
            </div>
          </div>
        ) : (
          <p className="mt-1">{m.calendarRead({ read, next, busyAhead })}</p>
        )}
        {toCheck.length > 0 && <EventsToCheck events={toCheck} />}
      </div>
      <div className="calendar-actions">
        <CalendarForm intent="read" id={id}>
          <button type="submit" className="desk-control" disabled={busy} aria-label={m.readNamedNow({ name })}>
            {m.readNow()}
          </button>
        </CalendarForm>
        <details className="calendar-remove">
          <summary className="desk-summary" aria-label={m.removeNamed({ name })}>
            {m.remove()}
          </summary>
          <CalendarForm intent="remove" id={id}>
            <div className="desk-fold">
              <p>{m.removeCalendarEffect({ name })}</p>
              <p>
                <button type="submit" className="desk-control" disabled={busy}>
                  {m.removeCalendar()}
                </button>
              </p>
            </div>
          </CalendarForm>
        </details>
      </div>
    </li>
  )
}

function EventsToCheck({ events }: { events: string[] }) {
  return (
    <div className="calendar-stale">
      <CircleAlert size={18} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0" />
      <div>
        <p className="font-semibold">{m.eventsToCheck({ count: events.length })}</p>
        <p>{m.eventsUncertain()}</p>
        <ul className="list-disc ps-5">
          {events.map((event, at) => (
            <li key={at} className="wrap-anywhere">
              {event}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function CalendarForm({ intent, id, children }: { intent: 'read' | 'remove'; id: string; children: ReactNode }) {
  return (
    <Form method="post" action={PATH}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={id} />
      {children}
    </Form>
  )
}

/** Without the query by which the page says what was done. */
const PATH = '/desk/calendars'

function AddCalendar({ result, busy }: Pick<BusyCalendarsProps, 'result' | 'busy'>) {
  return (
    <section className="desk-part" aria-labelledby="add-calendar">
      <div className="desk-part-head">
        <h2 id="add-calendar">{m.addCalendarTitle()}</h2>
      </div>
      <Form method="post" action={PATH} noValidate className="calendar-add">
        <input type="hidden" name="intent" value="add" />
        <Field
          id="calendar-name"
          name="name"
          label={m.calendarName()}
          hint={m.calendarNameHint()}
          autoComplete="off"
          maxLength={60}
          required
          defaultValue={result?.typed.name}
          error={result?.fields['name']}
        />
        <Field
          id="calendar-address"
          name="address"
          label={m.secretAddress()}
          hint={m.secretAddressHint()}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          defaultValue={result?.typed.address}
          error={result?.fields['address']}
        />
        <p>
          <Button type="submit" disabled={busy}>
            {busy ? m.oneMoment() : m.addCalendar()}
          </Button>
        </p>
      </Form>
    </section>
  )
}

function WhatIsRead() {
  return (
    <section className="desk-part" aria-labelledby="what-is-read">
      <div className="desk-part-head">
        <h2 id="what-is-read">{m.busyTimesTitle()}</h2>
      </div>
      <ul className="calendar-notes">
        <li>{m.busyTimesHide()}</li>
        <li>{m.busyTimesKeep()}</li>
        <li>{m.busyTimesIgnore()}</li>
        <li>{m.busyTimesChecked()}</li>
        <li>{m.busyTimesStored()}</li>
      </ul>
    </section>
  )
}

const SERVICES = [
  {
    name: 'Google Calendar',
    steps: m.googleSteps,
  },
  {
    name: 'Outlook',
    steps: m.outlookSteps,
  },
  {
    name: 'Apple iCloud',
    steps: m.icloudSteps,
  },
]

function WhereToFind() {
  return (
    <section className="desk-part" aria-labelledby="where-to-find">
      <div className="desk-part-head">
        <h2 id="where-to-find">{m.findAddress()}</h2>
      </div>
      <dl className="calendar-notes">
        {SERVICES.map(({ name, steps }) => (
          <div key={name}>
            <dt className="font-semibold">{name}</dt>
            <dd>{steps()}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
