/** When events take place by RFC 5545, with the dates that it prints, and by which clock. */
import { describe, expect, it } from 'vitest'
import { decodeCalendar } from '#server/platform/ics/calendar-file'
import { readBusyTimes } from '#server/platform/ics/busy-times'
import { wallTimeAt } from '#domain/time/wall-time'
import { makeIcs } from '../../../tests/support/calendars/calendar-service.ts'

type Options = { from?: string; until?: string; timeZone?: string; zones?: string }

const read = (
  text: string,
  { from = '2026-12-01', until = '2027-01-01', timeZone = 'Europe/London' }: Options = {},
) => {
  const found = readBusyTimes(text, { from: new Date(from), until: new Date(until), timeZone })
  if (!found.ok) throw new Error(found.error)
  return found.value
}

/** "12-10 09:00/10:00", in UTC. */
const utc = ([from, until]: [number, number]) => {
  const [start, end] = [from, until].map((instant) => new Date(instant).toISOString().slice(5, 16).replace('T', ' '))
  return `${start}/${start!.slice(0, 5) === end!.slice(0, 5) ? end!.slice(6) : end}`
}

const busy = (events: string[], { zones, ...options }: Options = {}) =>
  read(makeIcs(events, { ...(zones && { zones }) }), options).ranges.map(utc)

/** The starts in New York, by month: "1997-09 2 4 9", and their times unless they are all at 09:00. */
function startsInNewYork(lines: string, until = '2010-01-01') {
  const { ranges } = read(makeIcs([`${lines}\nDURATION:PT1M`]), { from: '1996-01-01', until, timeZone: 'Asia/Tokyo' })
  const months = new Map<string, string[]>()
  for (const [at] of ranges) {
    const { date, time } = wallTimeAt(new Date(at), 'America/New_York')
    const month = months.get(date.slice(0, 7)) ?? []
    months.set(date.slice(0, 7), [...month, `${Number(date.slice(8))}${time === '09:00' ? '' : ` ${time}`}`])
  }
  return [...months].map(([month, days]) => `${month} ${days.join(' ')}`)
}

describe('readBusyTimes', () => {
  // Of RFC 5545 §3.8.5.3. Rules without an end are read up to the third column.
  const AUTUMN = ['1997-09 2 9 16 23 30', '1997-10 7 14 21 28', '1997-11 4 11 18 25', '1997-12 2 9 16 23']
  it.each<[start: string, rule: string, until: string, expected: string[]]>([
    ['19970902', 'FREQ=DAILY;INTERVAL=10;COUNT=5', '', ['1997-09 2 12 22', '1997-10 2 12']],
    ['19970902', 'FREQ=WEEKLY;UNTIL=19971224T000000Z', '', AUTUMN],
    ['19970805', 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '', ['1997-08 5 10 19 24']],
    ['19970805', 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '', ['1997-08 5 17 19 31']],
    ['19970922', 'FREQ=MONTHLY;COUNT=3;BYDAY=-2MO', '', ['1997-09 22', '1997-10 20', '1997-11 17']],
    ['19970928', 'FREQ=MONTHLY;BYMONTHDAY=-3', '1997-12-01', ['1997-09 28', '1997-10 29', '1997-11 28']],
    ['20070115', 'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5', '', ['2007-01 15 30', '2007-02 15', '2007-03 15 30']],
    ['19970904', 'FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '', ['1997-09 4', '1997-10 7', '1997-11 6']],
    [
      '19970310',
      'FREQ=YEARLY;INTERVAL=2;COUNT=4;BYMONTH=1,3',
      '',
      ['1997-03 10', '1999-01 10', '1999-03 10', '2001-01 10'],
    ],
    ['19970512', 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '2000-01-01', ['1997-05 12', '1998-05 11', '1999-05 17']],
    [
      '19970902',
      'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13\nEXDATE;TZID=America/New_York:19970902T090000',
      '1999-01-01',
      ['1998-02 13', '1998-03 13', '1998-11 13'],
    ],
    // The RFC writes UNTIL=19970902T170000Z and prints 15:00, which is 19:00 in UTC (erratum 3883).
    ['19970902', 'FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T210000Z', '', ['1997-09 2 2 12:00 2 15:00']],
    ['19970902', 'FREQ=MINUTELY;INTERVAL=90;COUNT=4', '', ['1997-09 2 2 10:30 2 12:00 2 13:30']],
  ])('expands the RFC’s example from %s: %s', (start, rule, until, expected) => {
    const lines = `DTSTART;TZID=America/New_York:${start}T090000\nRRULE:${rule}`
    expect(startsInNewYork(lines, until || undefined)).toEqual(expected)
  })

  const HOUR_EVENT = 'DTSTART:20261210T090000Z\nDTEND:20261210T100000Z'
  const london = (name: string, time: string) => `${name};TZID=Europe/London:${time}`

  it.each<[what: string, lines: string[], expected: string[]]>([
    [
      'dates',
      [`${HOUR_EVENT}\nRDATE:20261212T090000Z,20261214T120000Z`],
      ['12-10 09:00/10:00', '12-12 09:00/10:00', '12-14 12:00/13:00'],
    ],
    [
      'periods with a length and with an end',
      [`${HOUR_EVENT}\nRDATE;VALUE=PERIOD:20261212T090000Z/PT3H,20261213T090000Z/20261213T093000Z`],
      ['12-10 09:00/10:00', '12-12 09:00/12:00', '12-13 09:00/09:30'],
    ],
    [
      'a whole day of an event with a time',
      [`${HOUR_EVENT}\nRDATE;VALUE=DATE:20261212`],
      ['12-10 09:00/10:00', '12-12 00:00/12-13 00:00'],
    ],
    [
      'times in another zone',
      [`${HOUR_EVENT}\nRDATE;TZID=Asia/Kolkata:20261212T100000`],
      ['12-10 09:00/10:00', '12-12 04:30/05:30'],
    ],
  ])('adds the RDATEs of an event: %s', (_what, lines, expected) => {
    expect(busy(lines)).toEqual(expected)
  })

  it.each<[what: string, lines: string, expected: string[]]>([
    [
      'in another zone',
      `${london('DTSTART', '20261210T090000')}\nEXDATE;TZID=Asia/Kolkata:20261211T143000`,
      ['10', '12'],
    ],
    [
      'as a list over several lines',
      `${london('DTSTART', '20261210T090000')}\nEXDATE:20261210T090000Z\nEXDATE:20261211T090000Z,20261220T090000Z`,
      ['12'],
    ],
    ['as a day', `${london('DTSTART', '20261210T090000')}\nEXDATE;VALUE=DATE:20261211`, ['10', '12']],
    ['with a time, of a whole day', 'DTSTART;VALUE=DATE:20261210\nEXDATE:20261211T000000Z', ['10', '12']],
    ['at another time', `${london('DTSTART', '20261210T090000')}\nEXDATE:20261211T100000Z`, ['10', '11', '12']],
  ])('leaves out the EXDATEs of an event: %s', (_what, lines, expected) => {
    const [start] = lines.split('\n')
    const end = start!.includes('VALUE=DATE') ? 'DURATION:P1D' : 'DURATION:PT1H'
    const spread = busy([`${lines}\n${end}\nRRULE:FREQ=DAILY;COUNT=3`]).flatMap((range) => {
      const [from, until] = [Number(range.slice(3, 5)), /\/12-(\d\d)/.exec(range)?.[1]]
      return until ? Array.from({ length: Number(until) - from }, (_, n) => String(from + n)) : [String(from)]
    })
    expect(spread).toEqual(expected)
  })

  describe('with a changed occurrence', () => {
    const daily = 'UID:s\nDTSTART;TZID=Europe/London:20261210T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=4'
    const change = (id: string, lines: string) => `UID:s\nRECURRENCE-ID${id}\n${lines}`

    it('moves it, all later ones too for THISANDFUTURE, until the next such change', () => {
      expect(
        busy([
          daily,
          change(';RANGE=THISANDFUTURE:20261211T090000Z', 'DTSTART:20261211T150000Z\nDTEND:20261211T153000Z'),
          change(':20261212T090000Z', 'DTSTART:20261212T200000Z\nDTEND:20261212T210000Z'),
        ]),
      ).toEqual(['12-10 09:00/10:00', '12-11 15:00/15:30', '12-12 20:00/21:00', '12-13 15:00/15:30'])
    })

    it('leaves out all later ones if they are cancelled or free', () => {
      for (const lines of ['STATUS:CANCELLED', 'TRANSP:TRANSPARENT'])
        expect(
          busy([
            daily,
            change(
              ';RANGE=THISANDFUTURE:20261211T090000Z',
              `${london('DTSTART', '20261211T090000')}\nDURATION:PT1H\n${lines}`,
            ),
          ]),
        ).toEqual(['12-10 09:00/10:00'])
    })

    it('blocks one that has moved into the span, or whose series is missing or marked as free', () => {
      const moved = change(':20270310T090000Z', 'DTSTART:20261220T090000Z\nDTEND:20261220T100000Z')
      expect(busy([moved])).toEqual(['12-20 09:00/10:00'])
      expect(busy(['UID:s\nDTSTART:20270101T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY', moved])).toEqual([
        '12-20 09:00/10:00',
      ])
      expect(busy([`${daily}\nTRANSP:TRANSPARENT`, moved])).toEqual(['12-20 09:00/10:00'])
    })

    it('takes the newest version of a series that is listed twice', () => {
      expect(busy([`${daily}\nSEQUENCE:1`, 'UID:s\nSEQUENCE:2\nDTSTART:20261220T090000Z\nDURATION:PT1H'])).toEqual([
        '12-20 09:00/10:00',
      ])
    })
  })

  it('keeps the exact length of an event with an end, and the nominal one of a duration, when clocks change', () => {
    const march = { from: '2027-03-26', until: '2027-03-30' }
    const evening = (length: string) => `${london('DTSTART', '20270326T220000')}\n${length}\nRRULE:FREQ=DAILY;COUNT=3`
    const exact = ['03-26 22:00/03-27 07:00', '03-27 22:00/03-28 07:00', '03-28 21:00/03-29 06:00']
    expect(busy([evening(london('DTEND', '20270327T070000'))], march)).toEqual(exact)
    expect(busy([evening('DURATION:PT9H')], march)).toEqual(exact)
    // A nominal day from 27 March, 12:00, has 23 hours; then one exact hour more.
    expect(busy([`${london('DTSTART', '20270327T120000')}\nDURATION:P1DT1H`], march)).toEqual([
      '03-27 12:00/03-28 12:00',
    ])
    expect(busy([`${london('DTSTART', '20270327T120000')}\nDURATION:PT25H`], march)).toEqual([
      '03-27 12:00/03-28 13:00',
    ])
  })

  describe('reads the clock of a zone', () => {
    const at = (zone: string) => `DTSTART;TZID=${zone}:20261210T090000\nDURATION:PT1H`
    /** New York's, as Exchange writes it. */
    const definition = (name: string) => `BEGIN:VTIMEZONE\nTZID:${name}
      BEGIN:STANDARD\nDTSTART:16010101T020000\nTZOFFSETFROM:-0400\nTZOFFSETTO:-0500\nRRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=1SU;BYMONTH=11\nEND:STANDARD
      BEGIN:DAYLIGHT\nDTSTART:16010101T020000\nTZOFFSETFROM:-0500\nTZOFFSETTO:-0400\nRRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=2SU;BYMONTH=3\nEND:DAYLIGHT
      END:VTIMEZONE`

    it.each(['Custom', 'Europe/London', '(UTC+05:30) Kolkata'])('from the file, whatever its name: %s', (name) => {
      const quoted = name.includes(':') ? `"${name}"` : name
      expect(busy([at(quoted)], { zones: definition(name) })).toEqual(['12-10 14:00/15:00'])
      expect(busy([at(name)], { zones: definition(name) })).toEqual(['12-10 14:00/15:00'])
    })

    it('from the file across its changes, for times that are skipped or occur twice too', () => {
      const times = ['20270314T013000', '20270314T023000', '20271107T003000', '20271107T013000', '20271107T020000']
      const events = times.map((time) => `DTSTART;TZID=Custom:${time}\nDURATION:PT1M`)
      const inNewYork = times.map((time) => `DTSTART;TZID=America/New_York:${time}\nDURATION:PT1M`)
      const year = { from: '2027-01-01', until: '2028-01-01' }
      expect(busy(events, { ...year, zones: definition('Custom') })).toEqual(busy(inNewYork, year))
    })

    it('from the file’s last observance, once its rules have ended', () => {
      const zones = `BEGIN:VTIMEZONE\nTZID:Ended
        BEGIN:DAYLIGHT\nDTSTART:19900325T020000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0300\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3;UNTIL=20150329T000000Z\nEND:DAYLIGHT
        BEGIN:STANDARD\nDTSTART:19901028T030000\nTZOFFSETFROM:+0300\nTZOFFSETTO:+0200\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10;UNTIL=20151025T000000Z\nEND:STANDARD
        BEGIN:STANDARD\nDTSTART:20160907T000000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0300\nEND:STANDARD
        END:VTIMEZONE`
      expect(busy([at('Ended')], { zones })).toEqual(['12-10 06:00/07:00'])
    })

    it.each([
      ['US/Eastern', '14:00'],
      ['Asia/Calcutta', '03:30'],
      ['Eastern Standard Time 2', '14:00'],
      ['/freeassociation.sourceforge.net/Tzfile/America/New_York', '14:00'],
      ['tzone://Microsoft/Utc', '09:00'],
      ['Vendor America/New_York', '14:00'],
      ['GMT+0530', '03:30'],
      ['UTC+5', '04:00'],
      ['(UTC-05:00)', '14:00'],
    ])('by its name alone: %s', (name, expected) => {
      const { ranges, toCheck } = read(makeIcs([at(name.includes(':') ? `"${name}"` : name)]), {
        timeZone: 'Asia/Tokyo',
      })
      expect(ranges.map(utc).map((range) => range.slice(6, 11))).toEqual([expected])
      expect(toCheck).toEqual([])
    })

    it('not by guessing: an unknown name blocks the mentor’s clock and UTC, and is to be checked', () => {
      const { ranges, toCheck } = read(makeIcs([at('Atlantis/Centre')]), { timeZone: 'Asia/Kolkata' })
      expect(ranges.map(utc)).toEqual(['12-10 03:30/04:30', '12-10 09:00/10:00'])
      expect(toCheck).toEqual([{ problem: 'zone', start: '2026-12-10T09:00', zone: 'Atlantis/Centre' }])
      expect(read(makeIcs([at('Atlantis/Centre')]), { from: '2027-02-01', until: '2027-03-01' }).toCheck).toEqual([])
      const named = read(makeIcs([at('"(UTC+01:00) Amsterdam, Berlin"')]))
      expect(named.ranges.map(utc), 'in winter and in summer').toEqual(['12-10 07:00/09:00'])
      expect(named.toCheck).toHaveLength(1)
    })

    it('of floating times from X-WR-TIMEZONE, and of whole days from the mentor', () => {
      const text = makeIcs(['DTSTART:20261210T090000\nDURATION:PT1H', 'DTSTART;VALUE=DATE:20261212']).replace(
        'VERSION:2.0',
        'VERSION:2.0\r\nX-WR-TIMEZONE:Asia/Kolkata',
      )
      expect(read(text).ranges.map(utc)).toEqual(['12-10 03:30/04:30', '12-12 00:00/12-13 00:00'])
    })
  })

  it.each<[what: string, event: string, ranges: string[]]>([
    ['a start that does not exist', 'DTSTART:20261399T999999Z', []],
    ['an invalid rule', `${HOUR_EVENT}\nRRULE:FREQ=FORTNIGHTLY`, ['12-10 09:00/10:00']],
    [
      'an invalid date in a list',
      `${HOUR_EVENT}\nRDATE:tomorrow,20261211T090000Z`,
      ['12-10 09:00/10:00', '12-11 09:00/10:00'],
    ],
  ])('has an event to check that cannot be read whole, and reads the others: %s', (_what, event, ranges) => {
    const { ranges: found, toCheck } = read(makeIcs([event, 'DTSTART:20261220T090000Z\nDURATION:PT1H']))
    expect(found.map(utc)).toEqual([...ranges, '12-20 09:00/10:00'])
    expect(toCheck).toEqual([{ problem: 'unreadable', start: ranges.length > 0 ? '2026-12-10T09:00' : null, zone: '' }])
  })

  it.each(['\n', '\r'])('reads several calendars in one stream with lines ending in %j', (end) => {
    const second = makeIcs([HOUR_EVENT.replaceAll('20261210', '20261211')])
    const stream = `\uFEFF${makeIcs([HOUR_EVENT])}\r\n${second}`.replaceAll('\r\n', end)
    expect(read(stream).ranges.map(utc)).toEqual(['12-10 09:00/10:00', '12-11 09:00/10:00'])
  })
})

describe('decodeCalendar', () => {
  it('joins a letter that folding has divided, and lines that are folded within a name', () => {
    const bytes = Buffer.from(makeIcs([`SUMMARY:Zoë\nDTSTART;TZID=Europe/London:20261210T090000\nDURATION:PT1H`]))
    const at = bytes.indexOf('ë') + 1
    const folded = Buffer.concat([bytes.subarray(0, at), Buffer.from('\r\n '), bytes.subarray(at)])
    expect(decodeCalendar(folded)).toContain('SUMMARY:Zoë')
    const dividedName = Buffer.from(bytes.toString().replace('DTSTART', 'DTS\r\n\tTART'))
    expect(read(decodeCalendar(dividedName)).ranges.map(utc)).toEqual(['12-10 09:00/10:00'])
  })
})
