/** The HTML and the text of letters. */
import { describe, expect, it } from 'vitest'
import { inLanguage } from '#server/platform/language/language'
import { renderEmail, type EmailContent, type EmailSession } from './email.tsx'

const sender = { siteName: 'Landfall', support: 'help@landfall.test' }
const session: EmailSession = {
  reference: 'B-7KQ2-M9XP',
  title: 'First ninety days',
  line: '60 minutes with Ada Lovelace',
  portrait: { name: 'Ada Lovelace', png: new Uint8Array([1, 2, 3]) },
  leg: { from: 'Mumbai', to: 'Manchester' },
  off: false,
  clocks: [
    { whose: 'Your time', day: 'Tuesday 8 January 2030', time: '23:00', place: 'Manchester', offset: 'UTC+0' },
    { whose: 'Ada’s time', day: 'Wednesday 9 January 2030', time: '04:30', place: 'Kolkata', offset: 'UTC+5:30' },
  ].map((clock) => ({ ...clock, note: null })),
}
const email: EmailContent = {
  subject: 'Booked: First ninety days',
  heading: 'Ada is looking forward to meeting you',
  before: ['Your session is booked and paid.'],
  session,
  link: 'https://landfall.test/bookings/B-7KQ2-M9XP/c2VjcmV0',
  button: 'Open your booking',
  facts: [['Paid', '£45.00']],
  after: ['See you soon.'],
}
const write = (changes: Partial<EmailContent> = {}, name = 'Grace') =>
  renderEmail({ ...email, ...changes }, name, sender)

/** What a reader sees with pictures off: words and alternative texts. */
const seen = (html: string) =>
  html
    .replace(/^[^]*<body/, '<body')
    .replaceAll(/<img[^>]*alt="([^"]*)"[^>]*>/g, ' $1 ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

/** The HTML of a letter in which every text that people can type is this one. */
function everywhere(typed: string): string {
  const clocks = session.clocks.map((clock, n) => ({ ...clock, whose: `${typed} ${n}`, place: typed, note: typed }))
  const portrait = { name: typed, png: new Uint8Array() }
  const leg = { from: typed, to: typed }
  const facts = { ...session, title: typed, line: typed, reference: typed, portrait, leg, clocks }
  const texts = { subject: typed, heading: typed, before: [typed], after: [typed], button: typed }
  return write({ ...texts, session: facts, facts: [[typed, typed]] }, typed).html
}

describe('the text of a letter', () => {
  it('contains everything in order, with each link and fact on a line of its own', () => {
    expect(write().text).toBe(
      [
        'Hello Grace,',
        'Your session is booked and paid.',
        [
          'Booking: B-7KQ2-M9XP',
          'Session: First ninety days, 60 minutes with Ada Lovelace',
          'Move: Mumbai to Manchester',
          'Your time: Tuesday 8 January 2030, 23:00 (Manchester, UTC+0)',
          'Ada’s time: Wednesday 9 January 2030, 04:30 (Kolkata, UTC+5:30)',
        ].join('\n'),
        'https://landfall.test/bookings/B-7KQ2-M9XP/c2VjcmV0',
        'Paid: £45.00',
        'See you soon.',
        'Questions? Write to help@landfall.test.',
        'Landfall',
      ].join('\n\n'),
    )
  })
})

describe('the HTML of a letter', () => {
  it('says all that the text says, with pictures off', () => {
    const { html, text } = write()
    const shown = seen(html).toLowerCase()
    for (const word of text
      .replaceAll(email.link!, '')
      .toLowerCase()
      .split(/[\s,:()]+/)
      .filter(Boolean)) {
      if (!['session', 'move', 'to'].includes(word)) expect(shown, word).toContain(word)
    }
  })

  it('loads nothing from elsewhere, and runs no script', () => {
    const { html } = write()
    expect(html.match(/(src|background|poster)="[^"]*"/g)).toEqual(['src="cid:portrait@landfall"'])
    expect(html).not.toMatch(/url\(|@import|<script|<link|<iframe|onerror/i)
  })

  it('gives each paragraph the direction of its words', () => {
    expect(write({}, 'גרייס הופר').html).toMatch(/<p [^>]*dir="auto">Hello גרייס הופר,<\/p>/)
  })

  it('has one button, named by the letter, which holds the link, or else the address below it', () => {
    const { html } = write()
    expect(html.match(/<a /g)).toHaveLength(1)
    expect(html).toMatch(/<a href="https:\/\/landfall\.test\/bookings\/B-7KQ2-M9XP\/c2VjcmV0"[^>]*>Open your booking</)
    expect(seen(html)).not.toContain('c2VjcmV0')
    const { button: _, ...unnamed } = email
    expect(seen(renderEmail(unnamed, 'Grace', sender).html)).toContain(`Open the link ${email.link}`)
  })

  it('names the other’s day where it is another one, and strikes the times of a session that is off', () => {
    expect(seen(write().html)).toContain('Ada’s time, Kolkata UTC+5:30, Wednesday 9 January 2030')
    expect(seen(write().html).match(/Tuesday 8 January 2030/g)).toHaveLength(1)
    expect(write().html).not.toContain('<s>')
    const { html } = write({ session: { ...session, off: true } })
    expect(html.match(/<s>[^<]*<\/s>/g)).toEqual(['<s>23:00</s>', '<s>04:30</s>'])
  })

  it('is laid out in tables that screen readers pass over, but for the facts', () => {
    const tables = write().html.match(/<table[^>]*>/g)!
    expect(tables.filter((table) => !table.includes('role="presentation"'))).toHaveLength(1)
  })

  it.each(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '</style>'])(
    'shows %s as the text it is, wherever it stands',
    (markup) => {
      const tags = (html: string) => html.match(/<[^>]*>/g)!.map((tag) => tag.replaceAll(/"[^"]*"/g, '""'))
      expect(tags(everywhere(markup))).toEqual(tags(everywhere('Ada')))
    },
  )
})

describe('the HTML of a letter in Arabic', () => {
  const html = inLanguage('ar', () => write({ heading: 'Ada بانتظارك', before: ['See you soon.'] }).html)

  it('runs from the right, also where a mail program drops the elements around its tables', () => {
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(html).toContain('<td align="center" dir="rtl">')
    expect(html).toContain('max-width:640px;text-align:right')
  })

  it('has our sentences from the right even if a name in Latin letters begins them, and what has no other letters in its own direction', () => {
    expect(html).toMatch(/<h1[^>]* dir="rtl">Ada/)
    expect(html).toMatch(/<p[^>]* dir="rtl"><span dir="auto">See you soon/)
    expect(html).toContain('<span dir="auto">£45.00</span>')
  })
})
