import { describe, expect, it } from 'vitest'
import { NOTHING_SELECTED, readSelection, selectionQuery, navigationFor } from './selection.ts'

describe('readSelection', () => {
  it('reads back the query that selectionQuery writes', () => {
    const selection = {
      session: 'cv',
      month: '2026-12',
      day: '2026-12-01',
      at: '2026-11-25T15:30:00.000Z',
      details: true,
    }
    expect(readSelection(new URLSearchParams(selectionQuery(selection)))).toEqual(selection)
    expect(selectionQuery(NOTHING_SELECTED)).toBe('')
  })

  it('reads nothing from values that cannot be meant', () => {
    const form = new FormData()
    form.set('at', new File([], 'at'))
    form.set('day', 'x'.repeat(10_000))
    form.set('step', 'payment')
    expect(readSelection(form)).toEqual(NOTHING_SELECTED)
  })
})

describe('navigationFor', () => {
  const sessions = NOTHING_SELECTED
  const times = { ...sessions, session: 'cv', day: '2026-11-24', at: '2026-11-24T15:30:00.000Z' }
  const details = { ...times, details: true }

  it('adds an entry to the history for each step forward', () => {
    expect(navigationFor(sessions, { ...sessions, session: 'cv' }, [])).toBe('push')
    expect(navigationFor(times, details, ['session'])).toBe('push')
    expect(navigationFor(sessions, details, [])).toBe('push')
  })

  it('changes the entry for another day, month or time of the same step', () => {
    expect(navigationFor(times, { ...times, day: '2026-11-25', at: null }, ['session'])).toBe('replace')
    expect(navigationFor(times, { ...times, month: '2026-12' }, ['session'])).toBe('replace')
  })

  it('goes back to the step before where that is the entry before', () => {
    expect(navigationFor(details, times, ['session', 'time'])).toBe('back')
    expect(navigationFor(times, sessions, ['session'])).toBe('back')
  })

  it('changes the entry for a step back that is not the entry before', () => {
    expect(navigationFor(details, times, [])).toBe('replace')
    expect(navigationFor(details, sessions, ['session', 'time'])).toBe('replace')
  })

  it('does not go back to a time that turned out to be taken', () => {
    expect(navigationFor(details, { ...times, at: null }, ['session', 'time'])).toBe('replace')
  })
})
