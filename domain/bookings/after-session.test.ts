import { describe, expect, it } from 'vitest'
import {
  canContest,
  canGiveFeedback,
  canReportNoShow,
  canReportProblem,
  canCheckIn,
  completesAt,
  feedbackEndsAt,
} from './after-session.ts'

const session = { startsAt: new Date('2030-01-08T09:00:00Z'), minutes: 60 }
const at = (instant: string, seconds = 0) => new Date(new Date(instant).getTime() + seconds * 1_000)

/** Whether something can be done a second before, at, and a second after an instant. */
const around = (can: (now: Date) => boolean, instant: string) => [-1, 0, 1].map((seconds) => can(at(instant, seconds)))

describe('saying to be here', () => {
  const can = (now: Date) => canCheckIn(session, now)
  it('is possible from ten minutes before the start', () => {
    expect(around(can, '2030-01-08T08:50:00Z')).toEqual([false, true, true])
  })
  it('is possible until the end', () => {
    expect(around(can, '2030-01-08T10:00:00Z')).toEqual([true, true, false])
  })
})

describe('reporting a no-show', () => {
  const can = (now: Date) => canReportNoShow(session, now)
  it('is possible from ten minutes after the start', () => {
    expect(around(can, '2030-01-08T09:10:00Z')).toEqual([false, true, true])
  })
  it('is possible until the session completes', () => {
    expect(around(can, '2030-01-10T10:00:00Z')).toEqual([true, false, false])
  })
})

it('contesting a no-show is possible for 24 hours', () => {
  const reportedAt = new Date('2030-01-08T09:10:00Z')
  expect(around((now) => canContest(reportedAt, now), '2030-01-09T09:10:00Z')).toEqual([true, false, false])
})

describe('reporting a problem', () => {
  const can = (now: Date) => canReportProblem(session, now)
  it('is possible from the start', () => {
    expect(around(can, '2030-01-08T09:00:00Z')).toEqual([false, true, true])
  })
  it('is possible until 48 hours after the end, when the session completes', () => {
    expect(around(can, '2030-01-10T10:00:00Z')).toEqual([true, false, false])
    expect(completesAt(session)).toEqual(new Date('2030-01-10T10:00:00Z'))
  })
})

describe('feedback', () => {
  const can = (now: Date) => canGiveFeedback(session, now)
  it('is open from the end', () => {
    expect(around(can, '2030-01-08T10:00:00Z')).toEqual([false, true, true])
  })
  it('is open for 14 days, after which it is published', () => {
    expect(around(can, '2030-01-22T10:00:00Z')).toEqual([true, false, false])
    expect(feedbackEndsAt(session)).toEqual(new Date('2030-01-22T10:00:00Z'))
  })
})
