import { describe, expect, it } from 'vitest'
import {
  endsBookings,
  isPublished,
  MENTOR_EVENTS,
  MENTOR_STATUSES,
  nextMentorStatus,
  readMentorStatus,
} from './mentor-status.ts'

/** Status, event, who may cause it, and where it leads. Everything that is not here is impossible. */
const POSSIBLE = [
  'pending submit mentor pending',
  'pending withdraw mentor withdrawn',
  'pending accept admin accepted',
  'pending reject admin rejected',
  'pending request_changes admin changes_requested',
  'changes_requested submit mentor pending',
  'changes_requested withdraw mentor withdrawn',
  'accepted pause mentor paused',
  'accepted pause admin paused',
  'accepted pause product paused',
  'accepted suspend admin suspended',
  'accepted withdraw mentor withdrawn',
  'paused resume mentor accepted',
  'paused resume admin accepted',
  'paused suspend admin suspended',
  'paused withdraw mentor withdrawn',
  'rejected submit mentor pending',
  'withdrawn submit mentor pending',
  'suspended reinstate admin paused',
]

describe('the status of a mentor', () => {
  it('changes in these ways, by these people, and in no other', () => {
    const possible = MENTOR_STATUSES.flatMap((status) =>
      MENTOR_EVENTS.flatMap((event) =>
        (['mentor', 'admin', 'product'] as const).flatMap((actor) => {
          const next = nextMentorStatus(status, event, actor)
          return next ? [`${status} ${event} ${actor} ${next}`] : []
        }),
      ),
    )
    expect(possible.toSorted()).toEqual(POSSIBLE.toSorted())
  })

  it('is published while accepted or paused', () => {
    expect(MENTOR_STATUSES.filter(isPublished)).toEqual(['accepted', 'paused'])
  })

  it('ends bookings when the mentor leaves or is suspended', () => {
    expect(MENTOR_STATUSES.filter(endsBookings)).toEqual(['withdrawn', 'suspended'])
  })

  it.each([
    ['accept', 'accepted'],
    [' PENDING ', 'pending'],
    ['changes requested', 'changes_requested'],
    ['approved', null],
    ['', null],
  ])('is read from %j, as older systems wrote it', (text, status) => {
    expect(readMentorStatus(text)).toBe(status)
  })
})
