import { describe, expect, it } from 'vitest'
import { clockNotesAt, mentorClockAt, type BookingOffer } from './offer.ts'

const at = '2026-11-25T15:30:00.000Z'

const offer: BookingOffer = {
  mentor: { slug: 'ananya-rao', name: 'Ananya Rao', picture: null, timeZone: 'Europe/London', place: 'London' },
  sessions: [],
  session: 'cv',
  slots: [{ startsAt: at, taken: false }],
  zone: null,
  own: null,
  policy: 'flexible',
  refundRule: '',
  horizonDays: 60,
  acceptsLinks: true,
  minutesHeld: 31,
  now: '2026-11-20T12:00:00.000Z',
  clockChanges: {},
}

describe('mentorClockAt', () => {
  const travelling = {
    ...offer,
    slots: [...offer.slots!, { startsAt: '2026-12-01T05:30:00.000Z', taken: false, zone: 'Asia/Tokyo' }],
  }

  it('is the clock of where the mentor is at that time, named by its city', () => {
    expect(mentorClockAt(travelling, new Date('2026-12-01T05:30:00.000Z'))).toEqual({
      timeZone: 'Asia/Tokyo',
      place: 'Tokyo',
    })
    expect(mentorClockAt(travelling, new Date(at))).toEqual({ timeZone: 'Europe/London', place: 'London' })
  })
})

it('clockNotesAt names clock changes near the time, and none that are far from it', () => {
  const changed = { ...offer, clockChanges: { 'Europe/London': [{ at: '2026-11-29T01:00:00.000Z', minutes: -60 }] } }
  const visitor = { timeZone: 'Asia/Kolkata', place: 'Kolkata' }
  const note = 'Clocks in London go back 1 hour on Sunday 29 November, after your session.'
  expect(clockNotesAt(changed, new Date(at), visitor)).toEqual([note])
  expect(clockNotesAt(changed, new Date('2026-11-21T14:30:00.000Z'), visitor)).toEqual([])
})
