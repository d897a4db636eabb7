/** Links that open a session as a new entry of a calendar service, filled in. Nothing is sent until one is followed. */
import { utcTime, type CalendarEntry } from '#domain/bookings/calendar-entry'
import { minutesAfter } from '#domain/time/wall-time'

type LinkedEntry = Pick<CalendarEntry, 'title' | 'description' | 'url' | 'startsAt' | 'minutes'>

/** Google Calendar's form for a new entry. */
export function googleCalendarLink({ title, description, url, startsAt, minutes }: LinkedEntry): string {
  const dates = `${utcTime(startsAt)}/${utcTime(minutesAfter(startsAt, minutes))}`
  const query = new URLSearchParams({ action: 'TEMPLATE', text: title, dates, details: description, location: url })
  return `https://calendar.google.com/calendar/render?${query}`
}

/** The same in Outlook on the web. */
export function outlookCalendarLink({ title, description, url, startsAt, minutes }: LinkedEntry): string {
  const query = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: startsAt.toISOString(),
    enddt: minutesAfter(startsAt, minutes).toISOString(),
    body: description,
    location: url,
  })
  return `https://outlook.live.com/calendar/0/deeplink/compose?${query}`
}
