import { describe, expect, it } from 'vitest'
import { hasRoomForLink, payByLinkBefore, payerSeesName } from '#domain/bookings/payment-link'

const now = new Date('2030-01-07T09:00:00Z')
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)

it.each([
  ['a day, less ten minutes, where the session is far ahead', 72, 24 - 1 / 6],
  ['until an hour before a session that begins earlier', 12, 11],
])('payByLinkBefore holds the time for %s', (_what, startsIn, until) => {
  expect(payByLinkBefore(hours(startsIn), now)).toEqual(hours(until))
})

describe('hasRoomForLink', () => {
  const starts = Array.from({ length: 40 }, (_, index) => hours(24 + index))
  const range = (from: number, length = 1) => ({ startsAt: hours(from), endsAt: hours(from + length) })

  it('always allows the first link, also of a mentor who offers few times', () => {
    expect(hasRoomForLink(starts.slice(0, 3), [], range(24))).toBe(true)
  })

  it('allows a tenth of the starts and no more', () => {
    expect(hasRoomForLink(starts, [range(24), range(25), range(26)], range(27))).toBe(true)
    expect(hasRoomForLink(starts, [range(24), range(25), range(26), range(27)], range(28))).toBe(false)
  })

  it('counts every start that a long session covers', () => {
    expect(hasRoomForLink(starts, [range(24, 3)], range(30, 2))).toBe(false)
    expect(hasRoomForLink(starts, [range(24, 3)], range(30, 1))).toBe(true)
  })
})

it.each([
  ['Amara Okafor', 'Amara'],
  ['  Li  ', 'Li'],
  [`${'x'.repeat(31)} Okafor`, null],
])('payerSeesName calls %j %j', (typed, shown) => {
  expect(payerSeesName(typed)).toBe(shown)
})
