import { describe, expect, it } from 'vitest'
import { clockChangesNear } from '#domain/time/clock-changes'

const near = (zone: string, session: string, now: string) =>
  clockChangesNear(zone, new Date(session), new Date(now)).map(({ at, minutes }) => [
    at.toISOString().slice(0, 16),
    minutes,
  ])

describe('clock changes near a session', () => {
  it('lie between now and the session', () => {
    expect(near('Europe/London', '2026-11-20T15:00Z', '2026-10-01T00:00Z')).toEqual([['2026-10-25T01:00', -60]])
    expect(near('Asia/Kolkata', '2026-11-20T15:00Z', '2026-10-01T00:00Z')).toEqual([])
  })

  it('or within a week after it, or of the week before it', () => {
    expect(near('Europe/London', '2026-10-20T15:00Z', '2026-10-19T00:00Z')).toEqual([['2026-10-25T01:00', -60]])
    expect(near('Europe/London', '2026-10-30T15:00Z', '2026-10-29T00:00Z')).toEqual([['2026-10-25T01:00', -60]])
    expect(near('Europe/London', '2026-10-17T15:00Z', '2026-10-16T00:00Z')).toEqual([])
    expect(near('Europe/London', '2026-11-02T15:00Z', '2026-11-01T00:00Z')).toEqual([])
  })

  it('can be half an hour', () => {
    expect(near('Australia/Lord_Howe', '2026-10-04T05:00Z', '2026-10-03T00:00Z')).toEqual([['2026-10-03T15:30', 30]])
  })

  it('do not include a zone’s change of name', () => {
    expect(near('Europe/London', '1968-10-28T00:00Z', '1968-10-20T00:00Z')).toEqual([])
  })
})
