import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { slotsBetween, defaultAvailability, type Availability } from '#domain/bookings/availability'
import { DAILY_STARTS } from '#domain/bookings/daily-starts'
import { clockChanges, DAY_MS, dateAfter, HOUR_MS, instantsAt, wallTimeAt } from '#domain/time/wall-time'

const everyDay = (...times: string[]) => Array.from({ length: 7 }, () => times)
const mentor = (changes: Partial<Availability> = {}): Availability => ({
  ...defaultAvailability('Europe/London'),
  ...changes,
})

/** Zones whose clocks do something remarkable, and two that are usual. */
const zones = [
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'America/Santiago',
  'Asia/Beirut',
  'Africa/Casablanca',
  'Pacific/Apia',
  'Europe/London',
  'Atlantic/Azores',
  'America/New_York',
  'America/St_Johns',
  'America/Havana',
  'America/Nuuk',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
]

describe('at every clock change of 2026 to 2036', () => {
  const times = Array.from({ length: 48 }, (_, n) => `${String(n >> 1).padStart(2, '0')}:${n % 2 ? '30' : '00'}`)

  it.each(zones)('%s: each start reads as its wall time, none is missing, none comes twice', (timeZone) => {
    const availability = mentor({ timeZone, weekly: everyDay(...times), noticeHours: 1 })
    const changes = clockChanges(timeZone, new Date('2026-01-01T00:00Z'), new Date('2037-01-01T00:00Z'))
    for (const moment of [new Date('2026-06-15T00:00Z'), ...changes.map((change) => change.at)]) {
      const from = new Date(moment.getTime() - 2 * DAY_MS)
      const to = new Date(moment.getTime() + 2 * DAY_MS)
      const offered = slotsBetween({ availability, minutes: 60, now: new Date(from.getTime() - 2 * DAY_MS), from, to })
      const dates = Array.from({ length: 7 }, (_, n) => dateAfter(wallTimeAt(from, timeZone).date, n - 1))
      const walls = dates.flatMap((date) => times.map((time) => ({ date, time })))
      const expected = walls.flatMap((wall) => {
        const [first, again] = instantsAt(wall, timeZone)
        if (!first || first < from || first >= to) return []
        return [{ ...wall, at: first.getTime(), repeated: again !== undefined }]
      })
      const found = offered.map((slot) => ({
        ...wallTimeAt(slot.startsAt, timeZone),
        at: slot.startsAt.getTime(),
        repeated: slot.repeated,
      }))
      expect(found).toEqual(expected.toSorted((a, b) => a.at - b.at))
    }
  })

  it('the clocks do change', () => {
    const all = zones.flatMap((zone) =>
      clockChanges(zone, new Date('2026-01-01T00:00Z'), new Date('2037-01-01T00:00Z')),
    )
    expect(all.length).toBeGreaterThan(200)
    expect(new Set(all.map((change) => Math.abs(change.minutes)))).toEqual(new Set([60, 30]))
  })
})

test.prop([fc.constantFrom(...Intl.supportedValuesOf('timeZone')), fc.integer({ min: 0, max: 3650 })])(
  'in every zone and season each start that exists is offered once, and reads as its wall time',
  (timeZone, day) => {
    const noon = new Date(Date.UTC(2026, 0, 1, 12) + day * DAY_MS)
    const availability = mentor({ timeZone, noticeHours: 1 })
    const offered = slotsBetween({
      availability,
      minutes: 45,
      now: noon,
      from: noon,
      to: new Date(noon.getTime() + 4 * DAY_MS),
    })
    const expected = [-1, 0, 1, 2, 3, 4, 5]
      .map((n) => dateAfter(wallTimeAt(noon, timeZone).date, n))
      .flatMap((date) => DAILY_STARTS.map((time) => ({ date, time })))
      .filter((wall) => {
        const at = instantsAt(wall, timeZone)[0]?.getTime() ?? 0
        return at >= noon.getTime() + HOUR_MS && at < noon.getTime() + 4 * DAY_MS
      })
    expect(offered.map((slot) => wallTimeAt(slot.startsAt, timeZone))).toEqual(expected)
  },
)
