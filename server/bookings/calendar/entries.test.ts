import { describe, expect, it } from 'vitest'
import { buildCalendarEntry, buildCalendarFile, buildInvitation } from '#server/bookings/calendar/entries'

const NOW = new Date('2030-01-07T09:00:00Z')
const app = {
  config: { PUBLIC_URL: 'https://landfall.test:8443', SITE_NAME: 'Landfall', MAIL_FROM: 'bookings@landfall.test' },
  now: () => NOW,
} as Parameters<typeof buildInvitation>[0]
const booking = {
  id: '0b8f2f6e-7f0f-4f07-8c8e-1f1f6c1d9a01',
  reference: 'B-7KQ2-M9XP',
  revision: 2,
  startsAt: new Date('2030-01-08T09:00:00Z'),
  minutes: 60,
  sessionTitle: 'First ninety days',
  mentorName: 'Ada Lovelace',
  menteeName: 'Grace Hopper',
  menteeEmail: 'grace@example.com',
  menteePhone: '07700 900000',
  topic: 'Housing',
  status: 'confirmed' as const,
}

const grace = { name: 'Grace Hopper', address: 'grace@example.com' }

describe('the calendar entry of a booking', () => {
  it('keeps its identity through moves, rises with each, and names to each side the other', () => {
    expect(buildCalendarEntry(app, booking, 'mentor', NOW).title).toBe('First ninety days with Grace Hopper')
    expect(buildCalendarEntry(app, booking, 'mentee', NOW)).toMatchObject({
      title: 'First ninety days with Ada Lovelace',
      uid: '0b8f2f6e-7f0f-4f07-8c8e-1f1f6c1d9a01@landfall.test',
      revision: 2,
      url: 'https://landfall.test:8443/bookings/B-7KQ2-M9XP',
    })
  })

  it('is a request while the booking stands, and a cancellation after it was cancelled', () => {
    const request = buildInvitation(app, booking, 'mentee', grace)
    expect([request.method, request.text.match(/^METHOD:.*$/m)?.[0]]).toEqual(['REQUEST', 'METHOD:REQUEST'])
    const cancel = buildInvitation(app, { ...booking, revision: 3, status: 'cancelled' }, 'mentee', grace)
    expect(cancel.method).toBe('CANCEL')
    expect(cancel.text).toMatch(/^METHOD:CANCEL\r\n[^]*^SEQUENCE:3\r\n[^]*^STATUS:CANCELLED\r$/m)
  })

  it('holds nothing of the mentee but the name, and no secret', () => {
    const mentor = { name: 'Ada Lovelace', address: 'ada@example.com' }
    for (const text of [
      buildInvitation(app, booking, 'mentor', mentor).text,
      buildCalendarFile(app, booking, 'mentor'),
    ]) {
      for (const secret of ['grace@example.com', '07700', 'Housing', 'meet.jit.si']) expect(text).not.toContain(secret)
      expect(text).toContain('Grace Hopper')
    }
  })
})
