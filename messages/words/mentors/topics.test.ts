import { describe, expect, it } from 'vitest'
import { inLanguage } from '#server/platform/language/language'
import { describeTopic, describeTopicGroup, TOPIC_NAMES } from './topics.ts'

describe('describeTopic', () => {
  it('returns the stored name in English', () => {
    const stored = Object.entries(TOPIC_NAMES).map(([code, [label]]) => ({ code, label }))
    expect(stored.map(describeTopic)).toEqual(stored.map(({ label }) => label))
  })

  it('translates what the product began with, and leaves what an admin wrote', () => {
    const describeAll = (label: string) => [describeTopic({ code: 'scholarships', label }), describeTopicGroup(label)]
    expect(inLanguage('es', () => describeAll('Scholarships'))).toEqual(['Becas', 'Scholarships'])
    expect(inLanguage('es', () => describeAll('Grants'))).toEqual(['Grants', 'Grants'])
    expect(inLanguage('es', () => describeTopicGroup('Family'))).toBe('Familia')
  })
})
