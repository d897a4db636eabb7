import { describe, expect, it } from 'vitest'
import { answerBy, isOfferable, findProposalObstacle, findMoveObstacle } from '#domain/bookings/move-rule'

const startsAt = new Date('2030-03-31T12:00:00Z') // The day on which clocks go forward in Europe.
const before = (hours: number, seconds = 0) => new Date(startsAt.getTime() - hours * 3_600_000 + seconds * 1_000)

describe('findMoveObstacle', () => {
  it.each([
    ['a second before the last 24 hours', before(24, -1), 0, null],
    ['exactly 24 hours before the start', before(24), 1, null],
    ['a second later', before(24, 1), 0, 'too_late'],
    ['when it was moved twice', before(48), 2, 'used_up'],
  ] as const)('counts elapsed hours, also across a clock change: %s', (_when, now, moves, why) => {
    expect(findMoveObstacle({ status: 'confirmed', startsAt, moves }, now)).toBe(why)
  })

  it('lets only a confirmed session be moved', () => {
    for (const status of ['held', 'expired', 'cancelled', 'completed', 'no_show'] as const) {
      expect(findMoveObstacle({ status, startsAt, moves: 0 }, before(72))).toBe('not_confirmed')
    }
  })
})

describe('findProposalObstacle', () => {
  const ended = { status: 'withdrawn' as const }

  it.each([
    ['an hour before the mentee could no longer answer', before(25), [], null],
    ['a second later', before(25, 1), [], 'too_late'],
    ['while one is open', before(72), [{ status: 'open' as const }], 'open'],
    ['after two', before(72), [ended, ended], null],
    ['after three', before(72), [ended, ended, ended], 'used_up'],
  ] as const)('%s', (_when, now, made, why) => {
    expect(findProposalObstacle({ status: 'confirmed', startsAt }, [...made], now)).toBe(why)
  })
})

it('answerBy leaves a day, and never lasts into the last day before the session', () => {
  expect(answerBy({ madeAt: before(72), startsAt })).toEqual(before(48))
  expect(answerBy({ madeAt: before(48), startsAt })).toEqual(before(24))
  expect(answerBy({ madeAt: before(48, 1), startsAt })).toEqual(before(24))
  expect(answerBy({ madeAt: before(26), startsAt })).toEqual(before(24))
})

describe('isOfferable', () => {
  const now = before(72)
  const ahead = (hours: number, seconds: number) => new Date(now.getTime() + hours * 3_600_000 + seconds * 1_000)

  it('is true from an hour ahead until 90 days ahead', () => {
    expect(isOfferable(ahead(1, -1), now)).toBe(false)
    expect(isOfferable(ahead(1, 0), now)).toBe(true)
    expect(isOfferable(ahead(90 * 24, 0), now)).toBe(true)
    expect(isOfferable(ahead(90 * 24, 1), now)).toBe(false)
  })
})
