import { describe, expect, it } from 'vitest'
import { toPence } from '#domain/money'
import { REFUND_SENTENCE } from '#domain/refund'
import { writeBookingMail, type BookingMail } from './booking.tsx'

const sender = { siteName: 'Landfall', support: 'help@landfall.test' }
const booking = {
  reference: 'B-7KQ2-M9XP',
  mentee_name: 'Grace Hopper',
  mentor_name: 'Ada Lovelace',
  session_title: 'First ninety days',
  starts_at: new Date('2030-01-08T09:00:00Z'),
  minutes: 60,
  mentee_time_zone: 'Europe/London',
  mentor_time_zone: 'Asia/Kolkata',
  price_pence: toPence(4500),
  paid_amount_pence: toPence(4500),
} satisfies BookingMail['booking']

const write = (changes: Partial<BookingMail['booking']> = {}, kind: BookingMail['kind'] = 'booking_confirmed') =>
  writeBookingMail({ kind, booking: { ...booking, ...changes } }, sender)

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

describe('the mail that a booking is confirmed', () => {
  it('says what, with whom, and when on both clocks, and what was paid', () => {
    const { subject, text } = write()
    expect(subject).toBe('Booked: First ninety days with Ada Lovelace, Tuesday 8 January 2030, 09:00 (London)')
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        'Hello Grace Hopper,',
        'Booking: B-7KQ2-M9XP',
        'Session: First ninety days, 60 minutes, with Ada Lovelace',
        'Your time: Tuesday 8 January 2030, 09:00 (London)',
        'Ada Lovelace’s time: Tuesday 8 January 2030, 14:30 (Kolkata)',
        'Paid: £45.00',
        REFUND_SENTENCE,
        'Questions? Write to help@landfall.test.',
      ]),
    )
  })

  it('says one clock where both are in one zone', () => {
    expect(write({ mentee_time_zone: 'Asia/Kolkata' }).text).not.toContain('’s time')
  })

  it('names the day each of them has', () => {
    const { text } = write({ mentee_time_zone: 'Pacific/Honolulu' })
    expect(text).toContain('Your time: Monday 7 January 2030, 23:00 (Honolulu)')
    expect(text).toContain('Ada Lovelace’s time: Tuesday 8 January 2030, 14:30 (Kolkata)')
  })
})

describe('the mail that money goes back', () => {
  it('says how much, from what was really paid', () => {
    const { subject, text } = write({ paid_amount_pence: toPence(4400) }, 'payment_returned')
    expect(subject).toBe('Your payment of £44.00 is on its way back')
    expect(text).toContain('Returned: £44.00')
    expect(text).toContain('Nothing is booked')
  })
})

describe.each(['booking_confirmed', 'payment_returned'] as const)('a mail of the kind %s', (kind) => {
  it('says the same as text and as HTML', () => {
    const { text, html } = write({}, kind)
    const shown = seen(html)
    for (const line of text.split('\n').filter(Boolean)) {
      for (const part of line.split(/: (?=[A-Z£B])/)) expect(shown).toContain(part)
    }
  })

  it.each(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '</td></table>', '&lt;b&gt;'])(
    'shows %s as the text it is',
    (markup) => {
      const { text, html } = write({ mentee_name: markup, mentor_name: markup, session_title: markup }, kind)
      expect(text).toContain(`Hello ${markup},`)
      expect(html).not.toContain(markup)
      expect(seen(html)).toContain(`Hello ${markup},`)
    },
  )

  it('lets a name be read from right to left where it is written so', () => {
    const { html, text } = write({ mentee_name: 'גרייס הופר' }, kind)
    expect(html).toContain('<p dir="auto">Hello גרייס הופר,</p>')
    expect(text).toContain('Hello גרייס הופר,')
  })
})
