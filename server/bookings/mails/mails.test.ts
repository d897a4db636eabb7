import { describe, expect, it } from 'vitest'
import { toPence } from '#domain/payments/money'
import { REFUND_SENTENCE } from '#domain/bookings/refunds/refund-sentence'
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

/** What a reader of the HTML sees. */
const seen = (html: string) =>
  html
    .replace(/^.*<body/s, '<body')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

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
        `Change: Cancel by Monday 7 January 2030, 21:00 (London, UTC+0) for a full refund. ${REFUND_SENTENCE}`,
        PAGE,
        'Questions? Write to help@landfall.test.',
      ]),
    )
  })

  it('names one clock when both are in one zone', () => {
    expect(write({ menteeTimeZone: 'Asia/Kolkata' }).text).not.toContain('’s time')
  })

  it('names each person’s own day', () => {
    const { text } = write({ menteeTimeZone: 'Pacific/Honolulu' })
    expect(text).toContain('Your time: Monday 7 January 2030, 23:00 (Honolulu, UTC−10)')
    expect(text).toContain('Ada’s time: Tuesday 8 January 2030, 14:30 (Kolkata, UTC+5:30)')
  })
})

describe('the confirmation email, in addition,', () => {
  it('repeats which terms were accepted when, and the request for an early session', () => {
    expect(write({ termsVersion: '2029-12' }).text).toContain(
      'On Monday 7 January 2030 you accepted the terms of 2029-12 and requested this session within the 14-day withdrawal period.',
    )
    expect(write({ earlyStartAskedAt: null }).text).toContain('you accepted the terms of 2026-11.')
  })

  it('names clock changes around the session', () => {
    const clockNotes = ['Clocks in London go forward 1 hour on Sunday 31 March, after your session.']
    expect(write({}, 'booking_confirmed', { clockNotes }).text).toContain(clockNotes[0])
  })

  it('says that a free session is free, and nothing about refunds', () => {
    const { text } = write({ pricePence: toPence(0), paidAmountPence: null })
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

describe('the email that asks to confirm a free session', () => {
  it('contains the link, how long the slot is held, and that doing nothing books nothing', () => {
    const { subject, text, html } = write({ pricePence: toPence(0) }, 'confirm_address')
    expect(subject).toBe('Confirm your free session with Ada Lovelace')
    expect(text).toContain('is holding this time for you until Monday 7 January 2030, 09:30 (London, UTC+0)')
    expect(text).toContain(`\n${CONFIRM}\n`)
    expect(html).toContain(`href="${CONFIRM}"`)
    expect(text).toContain('ignore this email')
  })

  it('is not sent without the link', () => {
    expect(() => bookingEmail({ kind: 'confirm_address', booking: mailedBooking, pageUrl: PAGE }, sender)).toThrow(
      'has no link to confirm',
    )
  })
})

describe('the refund email', () => {
  it('offers other free times, on both clocks, with a link to book them', () => {
    const nextFree = [
      { startsAt: new Date('2030-01-09T09:00:00Z'), mentorZone: 'Asia/Kolkata' },
      { startsAt: new Date('2030-01-10T09:00:00Z'), mentorZone: 'Asia/Tokyo' },
    ]
    const bookUrl = 'https://landfall.test/mentors/ada-lovelace/book'
    const { text, html } = write({}, 'payment_returned', { nextFree, bookUrl })
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        'Free time 1: Wednesday 9 January 2030, 09:00 (London, UTC+0); Wednesday 9 January 2030, 14:30 (Kolkata, UTC+5:30)',
        'Free time 2: Thursday 10 January 2030, 09:00 (London, UTC+0); Thursday 10 January 2030, 18:00 (Tokyo, UTC+9)',
        bookUrl,
      ]),
    )
    expect(html).toContain(`href="${bookUrl}"`)
    expect(write({}, 'payment_returned').text).not.toContain('Free time')
  })

  it('names the amount that was actually paid', () => {
    const { subject, text } = write({ paidAmountPence: toPence(4400) }, 'payment_returned')
    expect(subject).toBe('Your refund of £44.00 is on its way')
    expect(text).toContain('Refund: £44.00')
    expect(text).toContain('Nothing is booked')
  })
})

describe.each(['booking_confirmed', 'payment_returned', 'confirm_address'] as const)(
  'an email of the kind %s',
  (kind) => {
    it('says the same as text and as HTML', () => {
      const { text, html } = write({}, kind)
      const shown = seen(html).toLowerCase()
      const words = text
        .replaceAll(/https?:\S+/g, '')
        .toLowerCase()
        .split(/[\s,:()]+/)
      for (const word of words) if (word !== 'session') expect(shown).toContain(word)
    })

    it.each(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '</td></table>', '&lt;b&gt;'])(
      'shows %s as the text it is',
      (markup) => {
        const { text, html } = write({ mentorName: markup, sessionTitle: markup }, kind, { to: { name: markup } })
        expect(text).toContain(`Hello ${markup},`)
        expect(html).not.toContain(markup)
        expect(seen(html)).toContain(`Hello ${markup},`)
      },
    )

    it('keeps a right-to-left name in its own direction', () => {
      const { html, text } = write({}, kind, { to: { name: 'גרייס הופר' } })
      expect(html).toMatch(/<p [^>]*dir="auto">Hello גרייס הופר,<\/p>/)
      expect(text).toContain('Hello גרייס הופר,')
    })
  },
)
