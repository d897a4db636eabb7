import { fc, it as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { COLLECTIONS, nameOf, readExport } from './documents.ts'

describe('an export', () => {
  it('has documents by id, or in a list, maybe below __collections__', () => {
    const documents = [
      { collection: 'mentors_section', id: 'a', fields: { name: 'Ada' } },
      { collection: 'Feedback', id: '7', fields: { id: 7, message: 'Good' } },
    ]
    const collections = { mentors_section: { a: { name: 'Ada' } }, Feedback: [{ id: 7, message: 'Good' }] }
    expect(readExport(collections)).toEqual({ documents, refused: [] })
    expect(readExport({ __collections__: collections })).toEqual({ documents, refused: [] })
  })

  it('names what it cannot read as a document', () => {
    let deep: unknown = 'text'
    for (let level = 0; level < 60; level++) deep = [deep]
    const { documents, refused } = readExport({
      Users: { a: {} },
      Cohorts: 'none',
      mentors_section: { a: 'text', b: { deep }, '\ud800': {} },
      Bookings: [{ userName: 'Bo' }, { id: 'x' }, { id: 'x' }],
    })
    expect(documents).toMatchObject([{ collection: 'Bookings', id: 'x' }])
    expect(refused).toEqual([
      { where: 'Users', why: 'no_collection' },
      { where: 'Cohorts', why: 'no_holder' },
      { where: 'mentors_section/a', why: 'no_fields' },
      { where: 'mentors_section/b', why: 'too_deep' },
      { where: 'mentors_section/\ufffd', why: 'id_not_kept' },
      { where: 'Bookings/#1', why: 'no_id' },
      { where: 'Bookings/x', why: 'id_twice' },
    ])
  })

  it('is cleaned of what a database refuses', () => {
    const { documents } = readExport({ Feedback: { a: { 'k\0': ['x\0y', { z: '\ud800' }] } } })
    expect(documents[0]!.fields).toEqual({ k: ['xy', { z: '\ufffd' }] })
  })

  it('is named in a report without commands to a terminal', () => {
    expect(nameOf({ collection: 'Bookings', id: 'a\u001b[2Jb\n' })).toBe('Bookings/a [2Jb ')
  })

  const documents = fc.oneof(
    fc.dictionary(fc.string(), fc.jsonValue()),
    fc.array(fc.record({ id: fc.string() }, { requiredKeys: [] })),
    fc.jsonValue(),
  )
  property.prop([fc.dictionary(fc.constantFrom(...COLLECTIONS, 'Other'), documents)])(
    'gives a document or a reason for each of its entries',
    (json) => {
      const { documents: read, refused } = readExport(json)
      const entries = Object.entries(json).flatMap(([name, held]) =>
        name === 'Other' || typeof held !== 'object' || held === null ? [held] : Object.values(held),
      )
      expect(read.length + refused.length).toBe(entries.length)
    },
  )

  property.prop([fc.jsonValue({ maxDepth: 6 })])('may be any JSON', (json) => {
    expect(() => readExport(json)).not.toThrow()
  })
})
