/**
 * Writes booked sessions as iCalendar (RFC 5545), for emails, downloads and feeds. Decision 0029. Times
 * are UTC, so no zone has to be described. Of a person nothing but the name is written.
 */
import { minutesAfter } from '#domain/time/wall-time'

export type CalendarEntry = {
  /** Always the same for one booking, so that a later entry replaces an earlier one. */
  uid: string
  /** SEQUENCE: rises with each move and with the cancellation. */
  revision: number
  startsAt: Date
  minutes: number
  title: string
  description: string
  /** The page of the booking, which also is the place. */
  url: string
  /** DTSTAMP: when this was written. In a feed, when the booking last changed. */
  writtenAt: Date
}

export type CalendarMethod = 'REQUEST' | 'CANCEL'

/** The organizer is the product, by its own address. */
type Participant = { name: string; address: string }

const ALARM_MINUTES = 15
const MAX_OCTETS = 75 // Of a line without its end (RFC 5545 §3.1).

/**
 * One session, to be added, replaced or removed in its recipient's calendar (RFC 5546 §3.2.2, §3.2.5). The recipient is
 * the only attendee, so that neither side learns the other's address. Programs remove a cancelled event only from the
 * calendar of an attendee.
 */
export function writeInvitation(
  method: CalendarMethod,
  entry: CalendarEntry,
  organizer: Participant,
  recipient: Participant,
): string {
  const attendee = `ATTENDEE;CN=${parameter(recipient.name || recipient.address)};PARTSTAT=ACCEPTED;RSVP=FALSE:${mailto(recipient.address)}`
  const more = [organizerLine(organizer), attendee]
  return calendar([`METHOD:${method}`], eventLines(entry, { cancelled: method === 'CANCEL', more }))
}

/** One session as a file for any calendar. A published entry has no attendees (RFC 5546 §3.2.1). */
export function writePublished(
  entry: CalendarEntry,
  organizer: Participant,
  { cancelled }: { cancelled: boolean },
): string {
  return calendar(['METHOD:PUBLISH'], eventLines(entry, { cancelled, more: [organizerLine(organizer)] }))
}

/** All sessions of a person, for a calendar that reads this address again and again. */
export function writeFeed(name: string, entries: readonly CalendarEntry[]): string {
  const title = text(name)
  return calendar(
    [`NAME:${title}`, `X-WR-CALNAME:${title}`, 'REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'],
    entries.flatMap((entry) => eventLines(entry)),
  )
}

/** Something to be done by a day. `dueOn`: YYYY-MM-DD, which is the same day in every zone. */
type ToDo = { uid: string; title: string; dueOn: string; url: string }

/** To-dos, to keep in one's own list of tasks. */
export function writeToDos(toDos: readonly ToDo[], writtenAt: Date): string {
  return calendar(
    ['METHOD:PUBLISH'],
    toDos.flatMap(({ uid, title, dueOn, url }) => [
      'BEGIN:VTODO',
      `UID:${uid}`,
      `DTSTAMP:${utcTime(writtenAt)}`,
      `SUMMARY:${text(title)}`,
      `DUE;VALUE=DATE:${dueOn.replaceAll('-', '')}`,
      `URL:${url}`,
      'STATUS:NEEDS-ACTION',
      'END:VTODO',
    ]),
  )
}

/** Something of a whole day. `date`: YYYY-MM-DD, which is the same day in every zone. */
type DayEntry = { uid: string; title: string; description: string; date: string; url: string }

/** Events without a clock, as a file. */
export function writeDays(days: readonly DayEntry[], writtenAt: Date): string {
  return calendar(
    ['METHOD:PUBLISH'],
    days.flatMap(({ uid, title, description, date, url }) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `DTSTAMP:${utcTime(writtenAt)}`,
      `DTSTART;VALUE=DATE:${date.replaceAll('-', '')}`,
      `SUMMARY:${text(title)}`,
      ...(description ? [`DESCRIPTION:${text(description)}`] : []),
      `URL:${url}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
  )
}

function calendar(head: string[], lines: string[]): string {
  const all = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Landfall//Bookings//EN',
    'CALSCALE:GREGORIAN',
    ...head,
    ...lines,
    'END:VCALENDAR',
  ]
  return all.map((line) => `${fold(line)}\r\n`).join('')
}

function eventLines(entry: CalendarEntry, { cancelled = false, more = [] as string[] } = {}): string[] {
  const { uid, revision, startsAt, minutes, title, description, url, writtenAt } = entry
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utcTime(writtenAt)}`,
    `SEQUENCE:${revision}`,
    `DTSTART:${utcTime(startsAt)}`,
    `DTEND:${utcTime(minutesAfter(startsAt, minutes))}`,
    `SUMMARY:${text(title)}`,
    `DESCRIPTION:${text(description)}`,
    `LOCATION:${text(url)}`,
    `URL:${url}`,
    ...more,
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:OPAQUE',
    ...(cancelled ? [] : alarm(title)),
    'END:VEVENT',
  ]
}

const organizerLine = ({ name, address }: Participant) => `ORGANIZER;CN=${parameter(name)}:${mailto(address)}`

/** A mailto URI (RFC 6068): what would end the address or the line is percent-encoded. */
function mailto(address: string): string {
  return `mailto:${address.replaceAll(/[^\w.!$'*+@~-]/g, (sign) => encodeURIComponent(sign.toWellFormed()))}`
}

const alarm = (title: string) => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${text(title)}`,
  `TRIGGER:-PT${ALARM_MINUTES}M`,
  'END:VALARM',
]

/** "20261124T153000Z" */
export const utcTime = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** A TEXT value: typed text can neither end its line nor begin another value (RFC 5545 §3.3.11). */
function text(value: string): string {
  return printable(value)
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n')
}

/** A quoted parameter, in which nothing can be escaped but by circumflexes (RFC 6868). */
function parameter(value: string): string {
  const escaped: Record<string, string> = { '^': '^^', '\n': '^n', '"': "^'" }
  return `"${printable(value).replaceAll(/[\^\n"]/g, (sign) => escaped[sign] ?? sign)}"`
}

/** With one kind of line end, and without other control characters and half characters, which parsers refuse. */
function printable(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, '') // oxlint-disable-line no-control-regex -- removed
}

/** Lines of at most 75 octets; what continues one begins with a space. No character is cut. */
function fold(line: string): string {
  const lines: string[] = []
  let [current, octets] = ['', 0]
  for (const character of line) {
    const size = countOctets(character)
    if (octets + size > MAX_OCTETS) {
      lines.push(current)
      ;[current, octets] = [' ', 1]
    }
    current += character
    octets += size
  }
  return [...lines, current].join('\r\n')
}

/** How long a character is in UTF-8. */
function countOctets(character: string): number {
  const point = character.codePointAt(0)!
  if (point < 0x80) return 1
  if (point < 0x8_00) return 2
  return point < 0x1_00_00 ? 3 : 4
}
