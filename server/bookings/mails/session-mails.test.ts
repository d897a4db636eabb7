/** What both people of a session read. */
import { describe, expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { sessionPart, withExtras } from '#server/bookings/mails/session-part'
import { mailedBooking } from '../../../tests/support/bookings/mailed-booking.ts'
import { renderEmail } from '../../platform/mail/email.tsx'
import { sessionEmail, type SessionMail } from './session-mails.tsx'

const sender = { siteName: 'Landfall', support: 'help@landfall.test' }
const PAGE = 'https://landfall.test/bookings/B-7KQ2-M9XP'

function write(kind: SessionMail['kind'], reader: SessionMail['reader']) {
  const booking = { ...mailedBooking, menteeName: 'Grace Hopper', topic: 'First weeks' }
  const money = { paid: toMinorUnits(4500), back: toMinorUnits(2250) }
  const now = new Date('2030-01-07T09:00:00Z')
  const email = sessionEmail({ kind, reader, booking, money, clockNotes: [], pageUrl: PAGE, now })
  return renderEmail(withExtras(email, { session: sessionPart(booking, reader), invitation: null }), '', sender)
}

const kinds = ['booking_confirmed', 'booking_cancelled', 'reminder_day', 'reminder_hour', 'session_over'] as const

describe('an email around a session', () => {
  it.each([
    ['reminder_day', 'mentee', 'Your session with Ada Lovelace starts in 24 hours.'],
    ['reminder_day', 'mentor', 'Your session with Grace Hopper starts in 24 hours.'],
    [
      'session_over',
      'mentee',
      'You can give feedback on the booking’s page until Tuesday 22 January 2030, 10:00 (London, UTC+0).',
    ],
    ['session_over', 'mentor', 'You can add up to 5 next steps for them on the booking’s page.'],
    ['session_over', 'mentor', 'report it there within 48 hours of its end.'],
    ['booking_cancelled', 'mentor', 'Refund to Grace Hopper: £22.50'],
    ['booking_confirmed', 'mentor', 'About: First weeks'],
  ] as const)('of the kind %s says to the %s: %s', (kind, reader, words) => {
    expect(write(kind, reader).text).toContain(words)
  })

  it('leads each reader to the booking, and contains no address or number', () => {
    for (const kind of kinds)
      for (const reader of ['mentee', 'mentor'] as const) {
        const { text } = write(kind, reader)
        expect(text.split('\n'), `${kind} to the ${reader}`).toContain(PAGE)
        expect(text.replaceAll('help@landfall.test', ''), `${kind} to the ${reader}`).not.toMatch(/@|07700/)
      }
  })

  it('says of a cancelled session that cost nothing nothing about money', () => {
    const booking = { ...mailedBooking, menteeName: 'Grace Hopper', topic: '', cancelledBy: 'mentor' as const }
    const now = new Date('2030-01-07T09:00:00Z')
    const about = { reader: 'mentor' as const, booking, money: null, clockNotes: [], pageUrl: PAGE, now }
    expect(sessionEmail({ kind: 'booking_cancelled', ...about })).toMatchObject({ facts: [] })
  })
})
