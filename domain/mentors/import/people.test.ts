import { fc, it as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import type { ImportDocument } from './documents.ts'
import { joinPeople } from './people.ts'

const submission = (id: string, fields: Record<string, unknown>): ImportDocument => {
  return { collection: 'mentors_section', id, fields }
}
const profile = (id: string, fields: Record<string, unknown>): ImportDocument => {
  return { collection: 'mentors', id, fields }
}
const shown = (documents: ImportDocument[]) =>
  joinPeople(documents).map((person) => [
    person.submission?.id ?? null,
    person.profile?.id ?? null,
    person.others.map(({ id }) => id),
    person.matched,
  ])

describe('submission and profile', () => {
  it('are one person’s if the user made the submission', () => {
    const documents = [submission('s', { createdBy: 'u1', name: 'Other' }), profile('u1', { fullName: 'Ada' })]
    expect(shown(documents)).toEqual([['s', 'u1', [], 'user']])
  })

  it('are one person’s if the submission is anonymous and only they share an email or a name', () => {
    expect(
      shown([
        submission('s1', { createdBy: 'anonymous', name: 'Zoë  Ada' }),
        profile('u1', { fullName: 'zoe ada' }),
        submission('s2', { name: 'B', email: 'B@example.com' }),
        profile('u2', { fullName: 'Bo', email: 'b@example.com' }),
      ]),
    ).toEqual([
      ['s2', 'u2', [], 'email'],
      ['s1', 'u1', [], 'name'],
    ])
  })

  it('stay apart if the name is that of several, or the submission is another person’s', () => {
    expect(
      shown([
        submission('s1', { name: 'Ada' }),
        submission('s2', { name: 'Ada' }),
        profile('u1', { fullName: 'Ada' }),
        submission('s3', { name: 'Bo', createdBy: 'u9' }),
        profile('u2', { fullName: 'Bo' }),
      ]),
    ).toEqual([
      ['s3', null, [], null],
      ['s1', null, [], null],
      ['s2', null, [], null],
      [null, 'u1', [], null],
      [null, 'u2', [], null],
    ])
  })
})

it('counts, of several submissions of one user, an accepted one first and then the newest', () => {
  const all = [
    submission('old', { createdBy: 'u1', status: 'accept', createdAt: '2023-01-01' }),
    submission('new', { createdBy: 'u1', status: 'accepted', createdAt: '2024-01-01' }),
    submission('newest', { createdBy: 'u1', status: 'pending', createdAt: '2025-01-01' }),
  ]
  for (const documents of [all, all.toReversed()])
    expect(shown(documents)).toEqual([['new', null, ['old', 'newest'], null]])
})

const word = fc.constantFrom('u1', 'u2', 'Ada', 'Bo', '', 'anonymous')
const documents = fc.uniqueArray(
  fc.record({
    collection: fc.constantFrom('mentors_section' as const, 'mentors' as const),
    id: word,
    fields: fc.dictionary(fc.constantFrom('createdBy', 'name', 'fullName', 'email', 'status'), word),
  }),
  { selector: ({ collection, id }) => `${collection}/${id}` },
)
property.prop([documents])('puts every document with exactly one person', (all) => {
  const placed = joinPeople(all).flatMap((person) => [
    ...(person.submission ? [person.submission] : []),
    ...(person.profile ? [person.profile] : []),
    ...person.others,
  ])
  expect(placed).toHaveLength(all.length)
  expect(new Set(placed)).toEqual(new Set(all))
})
