import { describe, expect, it } from 'vitest'
import { NOTHING_SELECTED, readSelection, selectionQuery } from './selection.ts'

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
