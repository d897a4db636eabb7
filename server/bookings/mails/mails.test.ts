import { describe, expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { POLICY_SENTENCES } from '#words/bookings/policies'
import { renderEmail } from '../../platform/mail/email.tsx'
import { mailedBooking } from '../../../tests/support/bookings/mailed-booking.ts'
import { sessionPart, withExtras } from '#server/bookings/mails/session-part'
import { bookingEmail, type BookingMail } from './mails.tsx'

const sender = { siteName: 'Landfall', support: 'help@landfall.test' }
const PAGE = 'https://landfall.test/bookings/B-7KQ2-M9XP/c2VjcmV0'
const CONFIRM = 'https://landfall.test/confirm?hold=c2VjcmV0'

const write = (
  changes: Partial<BookingMail['booking']> = {},
  kind: BookingMail['kind'] = 'booking_confirmed',
  more: Partial<BookingMail & { to: { name: string } }> = {},
) => {
  const to = { name: 'Grace Hopper' }
  const booking = { ...mailedBooking, ...changes }
  const email = bookingEmail({ kind, booking, confirmUrl: CONFIRM, pageUrl: PAGE, ...more }, sender)
  const extras = { session: sessionPart(booking, 'mentee'), invitation: null }
  return renderEmail(withExtras(email, extras), (more.to ?? to).name, sender)
}

describe('the confirmation email', () => {
  it('names the session, the mentor, the time on both clocks and the amount paid', () => {
    const { subject, text } = write()
    expect(subject).toBe('Booked: First ninety days with Ada Lovelace, Tuesday 8 January 2030, 09:00 (London, UTC+0)')
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        'Hello Grace Hopper,',
        'Booking: B-7KQ2-M9XP',
        'Session: First ninety days, 60 minutes on video with Ada Lovelace',
        'Your time: Tuesday 8 January 2030, 09:00 (London, UTC+0)',
        'Ada’s time: Tuesday 8 January 2030, 14:30 (Kolkata, UTC+5:30)',
        'Paid: £45.00',
        `Change: Cancel by Monday 7 January 2030, 21:00 (London, UTC+0) for a full refund. ${POLICY_SENTENCES.flexible()}`,
        PAGE,
        'Questions? Write to help@landfall.test.',
      ]),
    )
  })

  it('names each person’s own day', () => {
    const { text } = write({ menteeTimeZone: 'Pacific/Honolulu' })
    expect(text).toContain('Your time: Monday 7 January 2030, 23:00 (Honolulu, UTC−10)')
    expect(text).toContain('Ada’s time: Tuesday 8 January 2030, 14:30 (Kolkata, UTC+5:30)')
  })

  it('repeats which terms were accepted when, and the request for an early session', () => {
    expect(write({ termsVersion: '2029-12' }).text).toContain(
      'On Monday 7 January 2030 you accepted the terms of 2029-12 and requested this session within the 14-day withdrawal period.',
    )
    expect(write({ earlyStartAskedAt: null }).text).toContain('you accepted the terms of 2026-11.')
  })

  it('says that a free session is free, and nothing about refunds', () => {
    const { text } = write({ pricePence: toMinorUnits(0), paidAmountPence: null })
    expect(text).toContain('It’s free: you weren’t charged')
    expect(text).toContain('Price: Free')
    expect(text).not.toMatch(/£|refund/i)
  })

  it('says which of the two it is when the time occurs twice that day', () => {
    const { text } = write({ startsAt: new Date('2030-10-27T00:30:00Z') })
    expect(text).toContain(
      'Your time: Sunday 27 October 2030, 01:30 (London, UTC+1), the first of two 01:30s in London: clocks go back that night',
    )
  })
})

it('the email that asks to confirm a free session contains the link, how long the slot is held, and that doing nothing books nothing', () => {
  const { subject, text, html } = write({ pricePence: toMinorUnits(0) }, 'confirm_address')
  expect(subject).toBe('Confirm your free session with Ada Lovelace')
  expect(text).toContain('is holding this time for you until Monday 7 January 2030, 09:30 (London, UTC+0)')
  expect(text).toContain(`\n${CONFIRM}\n`)
  expect(html).toContain(`href="${CONFIRM}"`)
  expect(text).toContain('ignore this email')
  const withoutLink = { kind: 'confirm_address' as const, booking: mailedBooking, pageUrl: PAGE }
  expect(() => bookingEmail(withoutLink, sender)).toThrow('has no link to confirm')
})

it('the refund email offers other free times on both clocks, with a link to book them, and names what was actually paid', () => {
  const nextFree = [{ startsAt: new Date('2030-01-10T09:00:00Z'), mentorZone: 'Asia/Tokyo' }]
  const bookUrl = 'https://landfall.test/mentors/ada-lovelace/book'
  const paid = { paidAmountPence: toMinorUnits(4400) }
  const { subject, text, html } = write(paid, 'payment_returned', { nextFree, bookUrl })
  expect(subject).toBe('Your refund of £44.00 is on its way')
  expect(text).toContain('Refund: £44.00')
  expect(text).toContain('Nothing is booked')
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      'Free time 1: Thursday 10 January 2030, 09:00 (London, UTC+0); Thursday 10 January 2030, 18:00 (Tokyo, UTC+9)',
      bookUrl,
    ]),
  )
  expect(html).toContain(`href="${bookUrl}"`)
  expect(write({}, 'payment_returned').text).not.toContain('Free time')
})
