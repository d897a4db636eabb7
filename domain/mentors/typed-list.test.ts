import { describe, expect, it } from 'vitest'
import { countEntries, moved, reordered } from '#domain/mentors/typed-list'

const typed = {
  name: 'Elif',
  'sessions.0.title': 'A',
  'sessions.0.price': '5',
  'sessions.1.title': 'B',
  'sessions.2.title': 'C',
  'moves.0.year': '2021',
}

describe('a list in a typed form', () => {
  it('is as long as its last place', () => {
    expect(countEntries(typed, 'sessions')).toBe(3)
    expect(countEntries(typed, 'moves')).toBe(1)
    expect(countEntries(typed, 'session')).toBe(0)
    expect(countEntries({ 'sessions.7.title': '' }, 'sessions')).toBe(8)
  })

  it('is put into another order, and nothing else changes', () => {
    expect(reordered(typed, 'sessions', moved(3, 2, 0))).toEqual({
      name: 'Elif',
      'sessions.0.title': 'C',
      'sessions.1.title': 'A',
      'sessions.1.price': '5',
      'sessions.2.title': 'B',
      'moves.0.year': '2021',
    })
  })

  it('closes up when an entry is removed', () => {
    expect(reordered(typed, 'sessions', [0, 2])).toEqual({
      name: 'Elif',
      'sessions.0.title': 'A',
      'sessions.0.price': '5',
      'sessions.1.title': 'C',
      'moves.0.year': '2021',
    })
  })

  it('moves an entry down as well', () => {
    expect(moved(4, 0, 2)).toEqual([1, 2, 0, 3])
    expect(moved(4, 1, 1)).toEqual([0, 1, 2, 3])
  })
})
