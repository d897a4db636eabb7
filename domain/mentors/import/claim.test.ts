import { expect, it } from 'vitest'
import { mentorContent } from '../../../tests/support/mentors/content.ts'
import { findMissingFields, statusAfterClaim, statusAfterImport } from './claim.ts'

it('asks for nothing of a whole record, and for each thing that one lacks', () => {
  expect(findMissingFields(mentorContent())).toEqual([])
  const bare = mentorContent({
    role: '',
    location: '',
    languages: [],
    about: '',
    helpWith: [],
    moves: [],
    sessions: [],
  })
  expect(findMissingFields(bare)).toEqual(['role', 'location', 'languages', 'about', 'helpWith', 'moves', 'sessions'])
  expect(findMissingFields(mentorContent({ languages: [], otherLanguages: ['Twents'] }))).toEqual([])
})

it('hides what could become public, unless the operator publishes what was accepted', () => {
  const statuses = ['accepted', 'pending', 'changes_requested', 'paused', 'rejected', 'suspended', 'withdrawn'] as const
  expect(statuses.map((status) => statusAfterImport(status, false))).toEqual([
    'paused',
    'paused',
    'paused',
    'paused',
    'rejected',
    'suspended',
    'withdrawn',
  ])
  expect(statuses.map((status) => statusAfterImport(status, true)).slice(0, 4)).toEqual([
    'accepted',
    'paused',
    'paused',
    'paused',
  ])
})

it('makes a claimed record public only if it was accepted before and lacks nothing', () => {
  const whole = mentorContent()
  const lacking = mentorContent({ moves: [] })
  expect(statusAfterClaim('accepted', whole)).toBe('accepted')
  expect(statusAfterClaim('pending', whole)).toBe('pending')
  expect(statusAfterClaim('accepted', lacking)).toBe('changes_requested')
  expect(statusAfterClaim('pending', lacking)).toBe('changes_requested')
})
