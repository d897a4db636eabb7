import { fc, it as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { readCursor, readSearch, writeCursor } from '#server/forms/search'

describe('a search', () => {
  it.each([
    [undefined, ''],
    [null, ''],
    ['  Ada   Lovelace ', 'Ada Lovelace'],
    ['e\u0301', 'é'],
    ['a\0b\r\nc', 'a b c'],
    ['100%_\\', '100%_\\'],
    ['x'.repeat(5_000), 'x'.repeat(100)],
    ['😀'.repeat(200), '😀'.repeat(100)],
  ])('typed as %j looks for %j', (typed, search) => {
    expect(readSearch(typed)).toBe(search)
  })

  property.prop([fc.string({ unit: 'binary', maxLength: 2_000 })])('is always text that a database takes', (typed) => {
    const search = readSearch(typed)
    expect(search.isWellFormed()).toBe(true)
    expect(search).not.toMatch(/\p{Cc}/u)
    expect([...search].length).toBeLessThanOrEqual(100)
  })
})

describe('the end of a page', () => {
  property.prop([fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), fc.uuid()])(
    'comes back as it went out, whatever the name',
    (name, id) => {
      expect(readCursor(writeCursor({ name, id }))).toEqual({ name, id })
    },
  )

  property.prop([fc.string({ unit: 'binary' })])('is nothing where it is not ours', (text) => {
    expect(readCursor(text)).toBeNull()
  })

  it('fits into an address as it is', () => {
    const cursor = writeCursor({ name: 'Zoë ?/+&', id: '9b2e3c52-6a0d-4c27-8a3c-0d8a4e2b7f11' })
    expect(encodeURIComponent(cursor)).toBe(cursor)
  })
})
