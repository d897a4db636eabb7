import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listMonths, periodOfMonth, type ZoneMonth } from '#domain/tax-documents/statement-months'
import { monthAfter, monthPeriod } from '#domain/time/month'

const issuedIn = (zone: string, ...months: string[]): ZoneMonth[] =>
  months.map((month) => ({ month, zone, ...monthPeriod(month, zone) }))

describe('periodOfMonth', () => {
  it('is the month of the mentor’s time zone', () => {
    expect(periodOfMonth('2030-03', { zone: 'Europe/London', issued: [] })).toEqual({
      month: '2030-03',
      zone: 'Europe/London',
      from: new Date('2030-03-01T00:00:00Z'),
      until: new Date('2030-03-31T23:00:00Z'),
    })
  })

  it('stays as it was issued when the mentor moves to another zone, and the next month begins with its end', () => {
    const calendar = { zone: 'Pacific/Honolulu', issued: issuedIn('Asia/Tokyo', '2030-03') }
    expect(periodOfMonth('2030-03', calendar).until).toEqual(new Date('2030-03-31T15:00:00Z'))
    expect(periodOfMonth('2030-04', calendar)).toMatchObject({
      zone: 'Pacific/Honolulu',
      from: new Date('2030-03-31T15:00:00Z'),
      until: new Date('2030-05-01T10:00:00Z'),
    })
    expect(periodOfMonth('2030-02', calendar).until).toEqual(new Date('2030-02-28T15:00:00Z'))
  })

  it('follows the month before without a gap or an overlap, whatever was issued in which zone', () => {
    const zone = fc.constantFrom('Europe/London', 'Asia/Tokyo', 'Pacific/Honolulu', 'Pacific/Kiritimati')
    const months = Array.from({ length: 8 }, (_, index) => monthAfter('2030-01', index))
    fc.assert(
      fc.property(zone, fc.array(fc.option(zone), { minLength: 8, maxLength: 8 }), (now, zones) => {
        const issued: ZoneMonth[] = []
        for (const [index, month] of months.entries()) {
          const then = zones[index]
          if (then) issued.push(periodOfMonth(month, { zone: then, issued }))
        }
        const periods = months.map((month) => periodOfMonth(month, { zone: now, issued }))
        for (const [index, { from, until }] of periods.entries()) {
          expect(from < until).toBe(true)
          if (index > 0) expect(from).toEqual(periods[index - 1]!.until)
        }
      }),
    )
  })
})

it('listMonths has each month in which something moved once, newest first', () => {
  const at = (text: string) => ({ at: new Date(text) })
  const moved = [at('2030-01-07T09:00:00Z'), at('2030-01-31T20:00:00Z'), at('2030-03-31T16:00:00Z')]
  expect(listMonths(moved, { zone: 'Europe/London', issued: [] })).toEqual(['2030-03', '2030-01'])
  expect(listMonths(moved, { zone: 'Asia/Tokyo', issued: [] })).toEqual(['2030-04', '2030-02', '2030-01'])
  expect(listMonths(moved, { zone: 'Asia/Tokyo', issued: issuedIn('Europe/London', '2030-03') })).toEqual([
    '2030-03',
    '2030-02',
    '2030-01',
  ])
})
