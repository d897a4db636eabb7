import { describe, expect, it } from 'vitest'
import { expansionAt } from '#domain/mentors/busy-calendar'
import { openCalendarProcess } from '#server/platform/ics/calendar-process'
import { readBusyTimes } from '#server/platform/ics/busy-times'
import type { BusyRange } from '#domain/mentors/busy-calendar'
import { CALENDAR_WORKER, makeIcs } from '../../../tests/support/calendars/calendar-service.ts'

const NOW = new Date('2026-10-20T09:00:00Z')
const read = (text: string, timeZone = 'Europe/London', now = NOW) => readBusyTimes(text, expansionAt(now, timeZone))

/** "22 Oct 08:00" as "10-22 08:00/09:00", in UTC. */
const words = ([from, until]: BusyRange) => {
  const iso = (instant: number) => new Date(instant).toISOString()
  const [start, end] = [iso(from), iso(until)]
  return `${start.slice(5, 10)} ${start.slice(11, 16)}/${end.slice(0, 10) === start.slice(0, 10) ? '' : `${end.slice(5, 10)} `}${end.slice(11, 16)}`
}

function busyIn(events: string[], { timeZone }: { timeZone?: string } = {}) {
  const found = read(makeIcs(events), timeZone)
  if (!found.ok) throw new Error(found.error)
  return found.value.ranges.map(words)
}

describe('busy times', () => {
  it('are those of events in UTC, in a zone and on the mentor’s own clock', () => {
    expect(
      busyIn(
        [
          'DTSTART:20261022T080000Z\nDTEND:20261022T090000Z',
          'DTSTART;TZID=Asia/Kolkata:20261023T100000\nDTEND;TZID=Asia/Kolkata:20261023T110000',
          'DTSTART:20261024T100000\nDTEND:20261024T113000',
        ],
        { timeZone: 'America/New_York' },
      ),
    ).toEqual(['10-22 08:00/09:00', '10-23 04:30/05:30', '10-24 14:00/15:30'])
  })

  it('keep their wall time across a clock change', () => {
    const weekly =
      'DTSTART;TZID=Europe/London:20261022T090000\nDTEND;TZID=Europe/London:20261022T100000\nRRULE:FREQ=WEEKLY;COUNT=2'
    expect(busyIn([weekly], { timeZone: 'Asia/Tokyo' })).toEqual(['10-22 08:00/09:00', '10-29 09:00/10:00'])
    const floating = 'DTSTART:20261022T090000\nDTEND:20261022T100000\nRRULE:FREQ=WEEKLY;COUNT=2'
    expect(busyIn([floating])).toEqual(['10-22 08:00/09:00', '10-29 09:00/10:00'])
  })

  it('cover whole days of the mentor, of 23 and 25 hours too', () => {
    const day = (date: string, until: string) => `DTSTART;VALUE=DATE:${date}\nDTEND;VALUE=DATE:${until}`
    expect(busyIn([day('20261025', '20261026')])).toEqual(['10-24 23:00/10-26 00:00'])
    expect(busyIn([day('20261024', '20261026')], { timeZone: 'Asia/Kolkata' })).toEqual(['10-23 18:30/10-25 18:30'])
    expect(busyIn(['DTSTART;VALUE=DATE:20261027'], { timeZone: 'Pacific/Kiritimati' })).toEqual([
      '10-26 10:00/10-27 10:00',
    ])
    // Clocks in Beirut skip midnight: the day begins at 01:00.
    const spring = read(makeIcs([day('20270328', '20270329')]), 'Asia/Beirut', new Date('2027-03-20T00:00Z'))
    expect(spring.ok && spring.value.ranges.map(words)).toEqual(['03-27 22:00/03-28 21:00'])
  })

  it('are those of every event without a UID, whatever its version', () => {
    const text = ['08', '10']
      .map(
        (from, sequence) =>
          `BEGIN:VEVENT\r\nDTSTART:20261022T${from}0000Z\r\nDURATION:PT1H\r\nSEQUENCE:${sequence}\r\nEND:VEVENT\r\n`,
      )
      .join('')
    const found = read(`BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${text}END:VCALENDAR\r\n`)
    expect(found.ok && found.value.ranges.map(words)).toEqual(['10-22 08:00/09:00', '10-22 10:00/11:00'])
  })

  it('leave out what is marked as free, cancelled, or has no length', () => {
    const hour = 'DTSTART:20261022T080000Z\nDTEND:20261022T090000Z'
    expect(
      busyIn([
        `${hour}\nTRANSP:TRANSPARENT`,
        `${hour}\nTRANSP;X-NOTE=1:transparent`,
        `${hour}\nSTATUS:CANCELLED`,
        'DTSTART:20261022T080000Z\nDTEND:20261022T080000Z',
        'DTSTART:20261022T080000Z\nDTEND:20261022T070000Z',
        'DTSTART:20261022T080000Z',
      ]),
    ).toEqual([])
    expect(busyIn([`${hour}\nTRANSP:OPAQUE\nSTATUS:TENTATIVE`])).toEqual(['10-22 08:00/09:00'])
  })

  it('go on for a series that began long ago, and for an event under way', () => {
    const daily =
      'DTSTART;TZID=Europe/London:19950105T090000\nDTEND;TZID=Europe/London:19950105T100000\nRRULE:FREQ=DAILY'
    expect(busyIn([daily])).toHaveLength(92)
    expect(busyIn(['DTSTART:20261018T080000Z\nDTEND:20261022T090000Z'])).toEqual(['10-20 09:00/10-22 09:00'])
  })

  it('end where nothing can be booked any more', () => {
    expect(busyIn(['DTSTART:20270601T080000Z\nDTEND:20270601T090000Z'])).toEqual([])
    expect(busyIn(['DTSTART:20260101T000000Z\nDTEND:20300101T000000Z'])).toEqual(['10-20 09:00/01-21 09:00'])
  })

  it('are merged where they touch or overlap', () => {
    const between = (from: string, until: string) => `DTSTART:20261022T${from}00Z\nDTEND:20261022T${until}00Z`
    expect(
      busyIn([between('1000', '1100'), between('0800', '0900'), between('0900', '0930'), between('1030', '1045')]),
    ).toEqual(['10-22 08:00/09:30', '10-22 10:00/11:00'])
  })

  it('are read from a list of busy times without events', () => {
    const text = makeIcs([]).replace(
      'END:VCALENDAR',
      'BEGIN:VFREEBUSY\r\nUID:f\r\nFREEBUSY:20261022T080000Z/20261022T090000Z,20261023T080000Z/PT30M\r\nFREEBUSY;FBTYPE=FREE:20261024T080000Z/PT1H\r\nEND:VFREEBUSY\r\nEND:VCALENDAR',
    )
    const found = read(text)
    expect(found.ok && found.value.ranges.map(words)).toEqual(['10-22 08:00/09:00', '10-23 08:00/08:30'])
  })
})

describe('a file that is no calendar', () => {
  const whole = makeIcs(['DTSTART:20261022T080000Z\nDTEND:20261022T090000Z'])
  it.each([
    ['a web page', '<!doctype html><title>Sign in</title>'],
    ['nothing', ''],
    ['a calendar that was cut off', whole.slice(0, -30)],
  ])('is refused: %s', (_what, text) => {
    expect(read(text)).toEqual({ ok: false, error: 'not_a_calendar' })
  })

  it.each([
    ['a rule of nonsense', 'DTSTART:20261022T080000Z\nDTEND:20261022T080000Z\nX-RULE:FREQ'],
    ['names of JavaScript', 'UID:__proto__\nDTSTART:20261022T080000Z\nDURATION:PT0S\nCONSTRUCTOR:x\n__PROTO__:y'],
  ])('is not made of an odd event: %s', (_what, event) => {
    const found = read(makeIcs([event, 'DTSTART:20261023T080000Z\nDTEND:20261023T090000Z']))
    expect(found.ok && found.value.ranges.map(words)).toContain('10-23 08:00/09:00')
  })
})

describe('a calendar that is made to be hard', () => {
  const MEGABYTE = 1_048_576
  const filled = (event: (n: number) => string, size = MEGABYTE - 200) => {
    const events: string[] = []
    for (let length = 0, n = 0; length < size; n += 1) {
      const next = event(n)
      length += next.length + 80
      events.push(next)
    }
    return makeIcs(events)
  }
  const hour = 'DTSTART:20261022T080000Z\nDTEND:20261022T090000Z'

  it.each([
    ['every second, for ever', makeIcs(['DTSTART:20261001T000000Z\nDTEND:20261001T000001Z\nRRULE:FREQ=SECONDLY'])],
    [
      'every second, 10,000 times over',
      filled(() => 'DTSTART:20261001T000000Z\nDTEND:20261001T000001Z\nRRULE:FREQ=SECONDLY'),
    ],
    [
      'more busy times than there are hours',
      filled((n) => {
        const start = new Date(Date.UTC(2026, 9, 21) + n * 600_000).toISOString()
        return `DTSTART:${start.slice(0, 19).replaceAll(/[-:]/g, '')}Z\nDURATION:PT1S`
      }),
    ],
  ])('is refused: %s', (_what, text) => {
    expect(read(text)).toEqual({ ok: false, error: 'too_demanding' })
  })

  it.each([
    [
      'a rule that never applies',
      makeIcs(['DTSTART:19700101T000000Z\nDTEND:19700101T010000Z\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30']),
    ],
    ['one line of a megabyte', makeIcs([`${hour}\nSUMMARY:${'x'.repeat(MEGABYTE)}`])],
    [
      'folded at every character',
      makeIcs([`${hour}\nSUMMARY:x`]).replace('SUMMARY:x', `SUMMARY:${'\r\n x'.repeat(MEGABYTE / 4)}`),
    ],
    [
      'components in components',
      makeIcs([hour]).replace(
        'BEGIN:VEVENT',
        `${'BEGIN:X\r\n'.repeat(50_000)}${'END:X\r\n'.repeat(50_000)}BEGIN:VEVENT`,
      ),
    ],
    [
      'a list of 50,000 exceptions',
      makeIcs([
        `${hour}\nRRULE:FREQ=DAILY;COUNT=2\nEXDATE:${Array.from({ length: 50_000 }, () => '20261023T080000Z').join(',')}`,
      ]),
    ],
  ])('is read: %s', (_what, text) => {
    const found = read(text)
    expect(found.ok ? (found.value.ranges.map(words)[0] ?? null) : found.error).toSatisfy(
      (said) => said === null || said === '10-22 08:00/09:00',
    )
  })

  it('is refused after the deadline, if it takes longer', async () => {
    const slow = openCalendarProcess(CALENDAR_WORKER, { heapMb: 160, deadlineMs: 300, idleMs: 60_000 })
    try {
      await slow.read(makeIcs([hour]), expansionAt(NOW, 'UTC')).catch(() => {}) // Starts the process.
      const hard = filled(() => 'DTSTART:19990101T000000Z\nRRULE:FREQ=DAILY;COUNT=9999')
      expect(await slow.read(hard, expansionAt(NOW, 'UTC'))).toEqual({ ok: false, error: 'too_demanding' })
    } finally {
      await slow.close()
    }
  })
})
