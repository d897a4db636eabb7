import { describe, expect, it } from 'vitest'
import { clockChangesNear } from '#domain/time/clock-changes'
import { clockNotes, foldWords } from '#words/clock-changes'

function notes(zones: Record<string, string>, session: string, now: string): string[] {
  const [at, today] = [new Date(session), new Date(now)]
  const clocks = Object.entries(zones).map(([place, timeZone]) => {
    return { place, timeZone, changes: clockChangesNear(timeZone, at, today) }
  })
  return clockNotes(clocks, at, today)
}

const manchester = { Manchester: 'Europe/London' }

describe('clockNotes', () => {
  it('says which clocks change which way, by how much, when, and before or after the session', () => {
    expect(notes(manchester, '2026-10-20T15:00Z', '2026-10-15T00:00Z')).toEqual([
      'Clocks in Manchester go back 1 hour on Sunday 25 October, after your session.',
    ])
    expect(notes(manchester, '2026-11-20T15:00Z', '2026-10-01T00:00Z')).toEqual([
      'Clocks in Manchester go back 1 hour on Sunday 25 October, before your session.',
    ])
    expect(notes(manchester, '2027-03-25T15:00Z', '2027-03-20T00:00Z')).toEqual([
      'Clocks in Manchester go forward 1 hour on Sunday 28 March, after your session.',
    ])
  })

  it('uses the past tense for a change a few days ago', () => {
    expect(notes(manchester, '2026-10-28T15:00Z', '2026-10-26T00:00Z')).toEqual([
      'Clocks in Manchester went back 1 hour on Sunday 25 October.',
    ])
  })

  it('joins equal changes in one sentence and gives others one each', () => {
    const both = { Berlin: 'Europe/Berlin', Manchester: 'Europe/London' }
    expect(notes(both, '2026-10-20T15:00Z', '2026-10-15T00:00Z')).toEqual([
      'Clocks in Berlin and Manchester go back 1 hour on Sunday 25 October, after your session.',
    ])
    expect(notes({ 'New York': 'America/New_York', ...manchester }, '2026-10-28T15:00Z', '2026-10-20T00:00Z')).toEqual([
      'Clocks in Manchester go back 1 hour on Sunday 25 October, before your session.',
      'Clocks in New York go back 1 hour on Sunday 1 November, after your session.',
    ])
  })

  it('names a city once when both are in one zone', () => {
    const now = new Date('2026-10-15T00:00Z')
    const session = new Date('2026-10-20T15:00Z')
    const clock = {
      timeZone: 'Europe/London',
      place: 'London',
      changes: clockChangesNear('Europe/London', session, now),
    }
    expect(clockNotes([clock, clock], session, now)).toEqual([
      'Clocks in London go back 1 hour on Sunday 25 October, after your session.',
    ])
  })

  it('says nothing without changes', () => {
    expect(notes({ Kolkata: 'Asia/Kolkata' }, '2026-10-20T15:00Z', '2026-10-15T00:00Z')).toEqual([])
  })

  it('can be half an hour', () => {
    expect(notes({ 'Lord Howe': 'Australia/Lord_Howe' }, '2026-10-04T05:00Z', '2026-10-03T00:00Z')).toEqual([
      'Clocks in Lord Howe go forward 30 minutes on Sunday 4 October, before your session.',
    ])
  })

  it('can be an hour and a half', () => {
    const change = { at: new Date('2026-10-25T01:00Z'), minutes: 90 }
    const clocks = [{ timeZone: 'UTC', place: 'London', changes: [change] }]
    expect(clockNotes(clocks, new Date('2026-10-26T01:00Z'), new Date('2026-10-20T00:00Z'))).toEqual([
      'Clocks in London go forward 1 hour 30 minutes on Sunday 25 October, before your session.',
    ])
  })

  it('includes changes from just after the start of the week before to the end of the week after', () => {
    const change = { at: new Date('2026-10-25T01:00Z'), minutes: -60 }
    const clocks = [{ timeZone: 'Europe/London', place: 'London', changes: [change] }]
    const notified = (session: string, now: string) => clockNotes(clocks, new Date(session), new Date(now)).length
    const early = '2026-10-01T00:00Z'
    expect(notified('2026-10-18T01:00:00.000Z', early)).toBe(1)
    expect(notified('2026-10-18T00:59:59.999Z', early)).toBe(0)
    const late = '2026-11-01T01:00:00.000Z' // A week after the change.
    expect(notified(late, late)).toBe(0)
    expect(notified('2026-11-01T00:59:59.999Z', '2026-11-01T00:00Z')).toBe(1)
  })
})

describe('a time that occurs twice', () => {
  it('is called the first or the second of two', () => {
    expect(foldWords(new Date('2026-10-25T00:30Z'), 'Europe/London', 'Manchester')).toBe(
      'first of two 01:30s in Manchester: clocks go back that night',
    )
    expect(foldWords(new Date('2026-10-25T04:30Z'), 'Europe/London', 'Manchester')).toBeNull()
  })
})
