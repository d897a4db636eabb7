import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { DAILY_STARTS, isBookable, markTaken, nearestFree, slotsBetween } from '#domain/availability'
import { DAY, instantAt, wallTimeAt } from '#domain/time'

const now = new Date('2026-11-20T12:00:00Z')
const offer = { minutes: 60, timeZone: 'Europe/London', now }
const starts = (from: string, to: string, changes = {}) =>
  slotsBetween({ ...offer, from: new Date(from), to: new Date(to), ...changes }).map((slot) =>
    slot.startsAt.toISOString(),
  )

describe('the starts a mentor offers', () => {
  it('are 14:30 15:30 16:30 17:30 18:30 on their own clock, every day', () => {
    expect(starts('2026-11-24T00:00:00Z', '2026-11-25T00:00:00Z')).toEqual([
      '2026-11-24T14:30:00.000Z',
      '2026-11-24T15:30:00.000Z',
      '2026-11-24T16:30:00.000Z',
      '2026-11-24T17:30:00.000Z',
      '2026-11-24T18:30:00.000Z',
    ])
  })

  it('keep their wall time across a clock change', () => {
    const spring = { now: new Date('2026-03-20T00:00:00Z') }
    expect(starts('2026-03-28T00:00:00Z', '2026-03-28T15:00:00Z', spring)).toEqual(['2026-03-28T14:30:00.000Z'])
    expect(starts('2026-03-29T00:00:00Z', '2026-03-29T14:00:00Z', spring)).toEqual(['2026-03-29T13:30:00.000Z'])
  })

  it('end with the session’s length', () => {
    const [slot] = slotsBetween({
      ...offer,
      from: new Date('2026-11-24T00:00:00Z'),
      to: new Date('2026-11-25T00:00:00Z'),
    })
    expect(slot!.endsAt).toEqual(new Date('2026-11-24T15:30:00Z'))
  })

  it('lie in the future: the one of this very minute is gone', () => {
    const at = { now: new Date('2026-11-24T15:30:00Z') }
    expect(starts('2026-11-24T00:00:00Z', '2026-11-24T17:00:00Z', at)).toEqual(['2026-11-24T16:30:00.000Z'])
  })

  it('reach 60 days ahead, to the minute', () => {
    const sixtyDays = new Date(new Date('2026-11-20T14:30:00Z').getTime() + 60 * DAY)
    expect(isBookable(sixtyDays, 'Europe/London', new Date('2026-11-20T14:30:00Z'))).toBe(true)
    expect(isBookable(sixtyDays, 'Europe/London', new Date('2026-11-20T14:29:59Z'))).toBe(false)
  })

  it('are none in a span that is over, empty or backwards', () => {
    expect(starts('2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z')).toEqual([])
    expect(starts('2026-11-24T14:30:00Z', '2026-11-24T14:30:00Z')).toEqual([])
    expect(starts('2026-11-25T00:00:00Z', '2026-11-24T00:00:00Z')).toEqual([])
  })

  it('reach a reader across midnight: a New York evening is the next day in Kolkata', () => {
    const slots = starts('2026-11-24T18:30:00Z', '2026-11-25T18:30:00Z', { timeZone: 'America/New_York' })
    expect(slots).toHaveLength(5)
    const dates = slots.map((start) => wallTimeAt(new Date(start), 'Asia/Kolkata').date)
    expect(new Set(dates)).toEqual(new Set(['2026-11-25']))
  })

  it('are bookable, and nothing between them is', () => {
    expect(isBookable(new Date('2026-11-24T14:30:00Z'), 'Europe/London', now)).toBe(true)
    expect(isBookable(new Date('2026-11-24T14:31:00Z'), 'Europe/London', now)).toBe(false)
    expect(isBookable(new Date('2026-11-24T14:30:00.001Z'), 'Europe/London', now)).toBe(false)
    expect(isBookable(new Date(Number.NaN), 'Europe/London', now)).toBe(false)
  })
})

const zones = Intl.supportedValuesOf('timeZone')

test.prop([fc.constantFrom(...zones), fc.integer({ min: 0, max: 3650 })])(
  'in every zone and season each wall time that exists is offered once, and reads as that wall time',
  (timeZone, day) => {
    const noon = new Date(Date.UTC(2026, 0, 1, 12) + day * DAY)
    const slots = slotsBetween({ from: noon, to: new Date(noon.getTime() + 4 * DAY), minutes: 45, timeZone, now: noon })
    const offered = slots.map((slot) => wallTimeAt(slot.startsAt, timeZone))
    const expected = [0, 1, 2, 3, 4, 5]
      .map((n) => wallTimeAt(new Date(noon.getTime() + (n - 1) * DAY), timeZone).date)
      .filter((date, n, all) => all.indexOf(date) === n)
      .flatMap((date) => DAILY_STARTS.map((time) => ({ date, time })))
      .filter((wall) => {
        const instant = instantAt(wall, timeZone)
        return instant && instant > noon && instant.getTime() < noon.getTime() + 4 * DAY
      })
    expect(offered).toEqual(expected)
  },
)

describe('what is taken', () => {
  const at = (time: string, minutes = 60) => {
    const startsAt = new Date(`2026-11-24T${time}:00Z`)
    return { startsAt, endsAt: new Date(startsAt.getTime() + minutes * 60_000) }
  }

  it('is every slot that shares a minute with a claim; neighbours touch and stay free', () => {
    const slots = markTaken([at('14:30'), at('15:30'), at('16:30')], [at('15:30')])
    expect(slots.map((slot) => slot.taken)).toEqual([false, true, false])
  })

  it('includes a slot that a longer session runs into', () => {
    expect(markTaken([at('14:30', 90)], [at('15:30')])[0]!.taken).toBe(true)
  })

  it('leaves as alternatives the nearest free slots, in order of time', () => {
    const slots = markTaken([at('14:30'), at('15:30'), at('16:30'), at('17:30'), at('18:30')], [at('16:30')])
    const nearest = nearestFree(slots, new Date('2026-11-24T16:30:00Z'), 3)
    expect(nearest.map((slot) => slot.startsAt.toISOString().slice(11, 16))).toEqual(['14:30', '15:30', '17:30'])
  })
})
