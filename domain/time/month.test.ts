import { describe, expect, it } from 'vitest'
import { isMonth, monthAfter, monthAt, monthPeriod } from '#domain/time/month'

describe('monthPeriod', () => {
  it.each([
    ['2030-03', 'Europe/London', '2030-03-01T00:00:00.000Z', '2030-03-31T23:00:00.000Z'],
    ['2032-10', 'Europe/London', '2032-09-30T23:00:00.000Z', '2032-11-01T00:00:00.000Z'],
    ['2030-02', 'Asia/Kolkata', '2030-01-31T18:30:00.000Z', '2030-02-28T18:30:00.000Z'],
    ['2030-12', 'Pacific/Kiritimati', '2030-11-30T10:00:00.000Z', '2030-12-31T10:00:00.000Z'],
  ])('%s in %s is from %s to %s, whatever clocks do', (month, zone, from, until) => {
    expect(monthPeriod(month, zone)).toEqual({ from: new Date(from), until: new Date(until) })
  })

  it('begins with the clock change where clocks skip midnight', () => {
    // Clocks in Asunción went from 00:00 to 01:00 on 1 October 2000.
    expect(monthPeriod('2000-10', 'America/Asuncion').from).toEqual(new Date('2000-10-01T04:00:00Z'))
  })
})

it('monthAt goes by the calendar of the zone', () => {
  const instant = new Date('2030-03-31T23:30:00Z')
  expect(monthAt(instant, 'Europe/London')).toBe('2030-04')
  expect(monthAt(instant, 'America/New_York')).toBe('2030-03')
})

it('monthAfter passes the turn of the year in both directions', () => {
  expect([monthAfter('2030-12'), monthAfter('2030-01', -1)]).toEqual(['2031-01', '2029-12'])
})

it.each(['2030-13', '2030-00', '2030-1', '0030-01', '2030-01-01', '', '2030-01.pdf'])(
  'isMonth refuses “%s”',
  (text) => {
    expect(isMonth(text)).toBe(false)
  },
)
