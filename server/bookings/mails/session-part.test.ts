import { describe, expect, it } from 'vitest'
import { sessionPart, withExtras } from '#server/bookings/mails/session-part'
import { mailedBooking } from '../../../tests/support/bookings/mailed-booking.ts'

const clocks = (changes: Partial<Parameters<typeof sessionPart>[0]>, side: 'mentee' | 'mentor' = 'mentee') =>
  sessionPart({ ...mailedBooking, ...changes }, side).clocks.map(({ whose, time, place, offset }) =>
    [whose, time, place, offset].join(' '),
  )

describe('the session in an email', () => {
  it('shows the reader’s clock first, and names the other person', () => {
    expect(clocks({})).toEqual(['Your time 09:00 London UTC+0', 'Ada’s time 14:30 Kolkata UTC+5:30'])
    expect(clocks({}, 'mentor')).toEqual(['Your time 14:30 Kolkata UTC+5:30', 'Grace’s time 09:00 London UTC+0'])
    expect(sessionPart(mailedBooking, 'mentor').line).toBe('60 minutes on video with Grace Hopper')
  })

  it('names the mentor’s city as the pages do, and the zone’s while the mentor travels', () => {
    const home = { mentorLocation: 'Manchester, United Kingdom', mentorHomeZone: 'Europe/London' }
    const menteeTimeZone = 'Asia/Tokyo'
    expect(clocks({ ...home, menteeTimeZone, mentorTimeZone: 'Europe/London' })[1]).toContain('Manchester')
    expect(clocks({ ...home, menteeTimeZone, mentorTimeZone: 'Asia/Kolkata' })[1]).toContain('Kolkata')
  })

  it('shows one clock where both are alike', () => {
    expect(clocks({ menteeTimeZone: 'Asia/Colombo' })).toEqual(['Your time 14:30 Colombo UTC+5:30'])
  })

  it('strikes the times of a session that was cancelled', () => {
    expect(sessionPart(mailedBooking, 'mentee').off).toBe(false)
    expect(sessionPart({ ...mailedBooking, status: 'cancelled' }, 'mentee').off).toBe(true)
  })
})

describe('the calendar entry in an email', () => {
  it('is there for email programs and as a file, beside what the letter attaches itself', () => {
    const steps = { name: 'steps.ics', type: 'text/calendar', content: 'steps' }
    const letter = { subject: '', heading: '', before: [], after: [], attachments: [steps] }
    const session = sessionPart(mailedBooking, 'mentee')
    const dressed = withExtras(letter, { session, invitation: { method: 'CANCEL', text: 'entry' } })
    expect(dressed.alternatives).toEqual([{ type: 'text/calendar; charset=utf-8; method=CANCEL', content: 'entry' }])
    expect(dressed.attachments?.map(({ name }) => name)).toEqual(['steps.ics', 'session.ics'])
  })

  it('is left out where the calendar stays as it is', () => {
    const letter = { subject: '', heading: '', before: [], after: [] }
    const dressed = withExtras(letter, { session: sessionPart(mailedBooking, 'mentee'), invitation: null })
    expect(dressed.alternatives).toBeUndefined()
    expect(dressed.attachments).toBeUndefined()
  })
})
