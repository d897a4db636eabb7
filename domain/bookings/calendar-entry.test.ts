/** Entries as an independent parser reads them. */
import { fc, test as property } from '@fast-check/vitest'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import {
  writeFeed,
  writeInvitation,
  writePublished,
  writeToDos,
  type CalendarEntry,
} from '#domain/bookings/calendar-entry'
import { parseEntries } from '../../tests/support/calendars/parsed-entries.ts'
import { googleCalendarLink, outlookCalendarLink } from '#domain/bookings/calendar-links'

const ENTRY: CalendarEntry = {
  uid: '0b8f2f6e-7f0f-4f07-8c8e-1f1f6c1d9a01@landfall.test',
  revision: 3,
  startsAt: new Date('2030-01-08T09:00:00Z'),
  minutes: 90,
  title: 'First ninety days with Ada Lovelace',
  description: 'Booking B-7KQ2-M9XP.\nJoin on its page.',
  url: 'https://landfall.test/bookings/B-7KQ2-M9XP',
  writtenAt: new Date('2030-01-07T09:00:00Z'),
}
const ORGANIZER = { name: 'Landfall', address: 'bookings@landfall.test' }
const RECIPIENT = { name: 'Grace Hopper', address: 'grace@example.com' }

const request = (changes: Partial<CalendarEntry> = {}) =>
  writeInvitation('REQUEST', { ...ENTRY, ...changes }, ORGANIZER, RECIPIENT)

/** What a parser makes of a text, by RFC 5545: unfolded lines. */
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

/** A text value as it was before it was written. */
const unescaped = (value: string) =>
  value.replaceAll(/\\([\\;,nN])/g, (_all, sign: string) => (/n/i.test(sign) ? '\n' : sign))

const readValue = (name: string, text: string) =>
  unescaped(
    unfolded(text)
      .find((line) => line.startsWith(`${name}:`))!
      .slice(name.length + 1),
  )

describe('a calendar entry', () => {
  it('is read by a parser as the session, with a reminder 15 minutes before', () => {
    const [event, ...others] = parseEntries(request())
    expect(others).toEqual([])
    const names = ['description', 'location', 'url', 'sequence', 'status', 'organizer', 'dtstart', 'dtend', 'dtstamp']
    expect(Object.fromEntries(names.map((name) => [name, event!.text(name)]))).toEqual({
      description: ENTRY.description,
      location: ENTRY.url,
      url: ENTRY.url,
      sequence: '3',
      status: 'CONFIRMED',
      organizer: 'mailto:bookings@landfall.test',
      dtstart: '2030-01-08T09:00:00Z',
      dtend: '2030-01-08T10:30:00Z',
      dtstamp: '2030-01-07T09:00:00Z',
    })
    expect(event).toMatchObject({ uid: ENTRY.uid, summary: ENTRY.title, method: 'REQUEST' })
    const [alarm] = event!.component.getAllSubcomponents('valarm')
    expect(alarm!.getFirstPropertyValue('trigger')!.toString()).toBe('-PT15M')
  })

  // RFC 5546 §3.2.2 and §3.2.5: a program removes a cancelled event only where the recipient is its attendee.
  it('names its recipient as the only attendee, in a cancellation of the same identity too', () => {
    const cancel = writeInvitation('CANCEL', { ...ENTRY, revision: 4 }, ORGANIZER, RECIPIENT)
    const [requested, cancelled] = [request(), cancel].map((text) => parseEntries(text)[0]!)
    expect(cancelled).toMatchObject({ uid: ENTRY.uid, method: 'CANCEL' })
    expect([cancelled!.text('sequence'), cancelled!.text('status')]).toEqual(['4', 'CANCELLED'])
    expect(cancelled!.component.getAllSubcomponents('valarm')).toEqual([])
    for (const { component } of [requested!, cancelled!]) {
      const [attendee, ...others] = component.getAllProperties('attendee')
      expect(others).toEqual([])
      expect(attendee!.toJSON().slice(1)).toEqual([
        { cn: 'Grace Hopper', partstat: 'ACCEPTED', rsvp: 'FALSE' },
        'cal-address',
        'mailto:grace@example.com',
      ])
    }
  })

  it('calls a recipient without a name by the address, whatever is in it', () => {
    const address = 'gr%a?ce"\r\nSUMMARY:x@example.com'
    const text = writeInvitation('REQUEST', ENTRY, ORGANIZER, { name: '', address })
    const [event] = parseEntries(text)
    expect(event!.summary).toBe(ENTRY.title)
    expect(event!.text('attendee')).toBe('mailto:gr%25a%3Fce%22%0D%0ASUMMARY%3Ax@example.com')
  })

  it('has no address of a person where it is published or in a feed', () => {
    for (const text of [writePublished(ENTRY, ORGANIZER, { cancelled: false }), writeFeed('Landfall', [ENTRY])])
      expect(text).not.toMatch(/ATTENDEE|grace@/)
    const [event] = parseEntries(writePublished(ENTRY, ORGANIZER, { cancelled: true }))
    expect([event!.method, event!.text('status')]).toEqual(['PUBLISH', 'CANCELLED'])
  })

  it('gives times in UTC, also across a clock change', () => {
    const text = request({ startsAt: new Date('2030-03-31T00:30:00Z') })
    expect(unfolded(text)).toEqual(expect.arrayContaining(['DTSTART:20300331T003000Z', 'DTEND:20300331T020000Z']))
    expect(text).not.toContain('TZID')
  })

  it.each([
    'Grace\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:Evil',
    'Grace\u2028URL:https://evil.example',
    'back\\slash \\n \\, "quoted" \'single\' : = ;',
    'Grace 👩‍👩‍👧‍👦 Hopper',
  ])('keeps the title %j within its own line', (name) => {
    const text = request({ title: `A session with ${name}` })
    expect(parseEntries(text)).toHaveLength(1)
    expect(readValue('SUMMARY', text)).toBe(`A session with ${name.replaceAll(/\r\n?|\u2028/g, '\n')}`)
    expect(unfolded(text).map((line) => line.split(/[:;]/)[0])).toEqual(
      unfolded(request()).map((line) => line.split(/[:;]/)[0]),
    )
  })

  it('quotes the sender’s name, whatever is in it', () => {
    const text = writeInvitation('REQUEST', ENTRY, { ...ORGANIZER, name: 'Land, "fall"; \n:^' }, RECIPIENT)
    expect(unfolded(text)).toContain(`ORGANIZER;CN="Land, ^'fall^'; ^n:^^":mailto:bookings@landfall.test`)
    expect(parseEntries(text)).toHaveLength(1)
  })

  it('leaves out control characters and half characters', () => {
    expect(readValue('SUMMARY', request({ title: 'A\u0000\u0007\u001B\u007F\u009Fda\uD83D' }))).toBe('Ada\uFFFD')
  })

  property.prop([fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'grapheme', maxLength: 300 })])(
    'has no line over 75 octets, cuts no character, and keeps every text whole',
    (title, description) => {
      const text = request({ title, description })
      const bytes = Buffer.from(text)
      expect(bytes.toString()).toBe(text)
      for (const line of text.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(line).not.toContain('\n')
        expect(line).not.toMatch(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/)
      }
      const kept = (typed: string) =>
        typed
          .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
          // oxlint-disable-next-line no-control-regex -- removed
          .replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, '')
      expect(readValue('SUMMARY', text)).toBe(kept(title))
      // ical.js folds one octet later, and quotes a name only where it must.
      const library = ICAL.stringify(ICAL.parse(text)).replace('CN=Grace Hopper', 'CN="Grace Hopper"')
      expect([...unfolded(library.trimEnd()), '']).toEqual(
        unfolded(text).map((line) => line.replace('CN="Landfall"', 'CN=Landfall')),
      )
    },
  )
})

it('a to-do is read by a parser as something to be done by a day, whatever is in its title', () => {
  const url = 'https://landfall.test/bookings/B-7KQ2-M9XP'
  const title = 'Open an account; ask about fees,\nBEGIN:VEVENT'
  const text = writeToDos([{ uid: 'step-1@landfall.test', title, dueOn: '2030-02-28', url }], ENTRY.writtenAt)
  const [toDo, ...more] = parseEntries(text)
  expect(more).toEqual([])
  expect(toDo).toMatchObject({ type: 'vtodo', uid: 'step-1@landfall.test', summary: title })
  expect(unfolded(text)).toContain('DUE;VALUE=DATE:20300228')
})

describe('a feed', () => {
  it('has a name and all entries, and asks for no acceptance', () => {
    const text = writeFeed('Landfall, Ada', [ENTRY, { ...ENTRY, uid: 'another@landfall.test' }])
    expect(parseEntries(text).map(({ uid }) => uid)).toEqual([ENTRY.uid, 'another@landfall.test'])
    expect(readValue('X-WR-CALNAME', text)).toBe('Landfall, Ada')
    expect(text).not.toMatch(/^(METHOD|ORGANIZER)/m)
  })

  it('without entries is a calendar all the same', () => {
    expect(writeFeed('Landfall', [])).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n[\s\S]*END:VCALENDAR\r\n$/)
  })
})

describe('the links to calendar services', () => {
  const entry = { ...ENTRY, title: 'A & B, "C" #1 with גרייס' }

  it('fill in Google’s form', () => {
    const { origin, searchParams } = new URL(googleCalendarLink(entry))
    expect(origin).toBe('https://calendar.google.com')
    expect(Object.fromEntries(searchParams)).toEqual({
      action: 'TEMPLATE',
      text: entry.title,
      dates: '20300108T090000Z/20300108T103000Z',
      details: entry.description,
      location: entry.url,
    })
  })

  it('fill in Outlook’s form', () => {
    const { origin, searchParams } = new URL(outlookCalendarLink(entry))
    expect(origin).toBe('https://outlook.live.com')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      subject: entry.title,
      startdt: '2030-01-08T09:00:00.000Z',
      enddt: '2030-01-08T10:30:00.000Z',
      body: entry.description,
      location: entry.url,
    })
  })
})
