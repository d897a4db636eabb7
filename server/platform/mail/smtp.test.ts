/** The mailer against a real SMTP server, which keeps what it receives. */
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeInvitation } from '#domain/bookings/calendar-entry'
import { sessionPart, withExtras } from '#server/bookings/mails/session-part'
import { connectMailer, type Mailer } from '#server/platform/mail/smtp'
import { mailedBooking } from '../../../tests/support/bookings/mailed-booking.ts'
import { bookingEmail, type BookingMail } from '../../bookings/mails/mails.tsx'
import { sessionEmail } from '../../bookings/mails/session-mails.tsx'

type Received = { from: string; to: string[]; raw: string; email: Email }

const SESSION_KINDS = ['booking_confirmed', 'booking_cancelled', 'reminder_day', 'session_over'] as const

let received: Received[]
let refused: Set<string>
let mailer: Mailer
let receiving: Listening
const servers: { close: (closed: () => void) => unknown }[] = []

beforeAll(async () => {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onRcptTo({ address }, _session, done) {
      done(refused.has(address) ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null)
    },
    async onData(stream, { envelope }, done) {
      const raw = (await buffer(stream)).toString()
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const to = envelope.rcptTo.map(({ address }) => address)
      received.push({ from, to, raw, email: await PostalMime.parse(raw) })
      done()
    },
  })
  receiving = server.listen(0, '127.0.0.1')
  mailer = await mailerTo(receiving)
  servers.push(server)
})
beforeEach(() => {
  received = []
  refused = new Set()
})
afterAll(async () => {
  await mailer.close()
  for (const server of servers) await new Promise<void>((closed) => void server.close(closed))
})

type Listening = {
  address: () => unknown
  listening: boolean
  once: (event: 'listening', heard: () => void) => unknown
}

type MailerOptions = { bounces?: string; rehearsal?: string; connections?: number; perSecond?: number }

async function mailerTo(server: Listening, { connections = 5, ...options }: MailerOptions = {}) {
  if (!server.listening) await new Promise<void>((listening) => server.once('listening', listening))
  return connectMailer({
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    from: 'bookings@landfall.test',
    support: 'help@landfall.test',
    siteName: () => 'Landfall',
    connections,
    ...options,
  })
}

const about: BookingMail = {
  kind: 'booking_confirmed',
  booking: mailedBooking,
  pageUrl: 'https://landfall.test/bookings/B-7KQ2-M9XP/c2VjcmV0',
}

const ID = '9b2e3c52-6a0d-4c27-8a3c-0d8a4e2b7f11'
const DATE = new Date('2030-01-07T09:00:00Z')

const send = (name: string, address = 'grace@example.com', through = mailer) =>
  through.send({ id: ID, to: { name, address }, date: DATE }, (sender) => bookingEmail(about, sender))

describe('the mailer', () => {
  it('sends sender, recipient, date and Message-ID, with text and HTML', async () => {
    await send('Grace Hopper')
    const [{ email, from, to }] = received as [Received]
    expect([from, to]).toEqual(['bookings@landfall.test', ['grace@example.com']])
    expect(email).toMatchObject({
      from: { name: 'Landfall', address: 'bookings@landfall.test' },
      to: [{ name: 'Grace Hopper', address: 'grace@example.com' }],
      subject: 'Booked: First ninety days with Ada Lovelace, Tuesday 8 January 2030, 09:00 (London, UTC+0)',
      replyTo: [{ name: 'Landfall', address: 'help@landfall.test' }],
      date: '2030-01-07T09:00:00.000Z',
      messageId: '<9b2e3c52-6a0d-4c27-8a3c-0d8a4e2b7f11@landfall.test>',
      text: expect.stringContaining('Your session with Ada Lovelace is booked'),
      html: expect.stringMatching(/^<!doctype html><html lang="en-GB">/),
    })
    expect(email.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
  })

  it('names in the envelope where bounces of this email go, if the operator has an address for them', async () => {
    const bouncing = await mailerTo(receiving, { bounces: 'bounces@mail.example' })
    await send('Grace Hopper', 'grace@example.com', bouncing)
    await bouncing.close()
    expect(received[0]).toMatchObject({
      from: 'bounces+9b2e3c52-6a0d-4c27-8a3c-0d8a4e2b7f11@mail.example',
      to: ['grace@example.com'],
      email: { from: { address: 'bookings@landfall.test' }, to: [{ name: 'Grace Hopper' }] },
    })
  })

  it('sends every email of a rehearsal to the operator, and says whom it is for', async () => {
    const rehearsing = await mailerTo(receiving, {
      bounces: 'bounces@mail.example',
      rehearsal: 'operator@mail.example',
    })
    await send('Grace Hopper', 'grace@example.com', rehearsing)
    await rehearsing.close()
    const [mail] = received
    for (const to of [mail!.to, mail!.email.to?.map(({ address }) => address)])
      expect(to).toEqual(['operator@mail.example'])
    expect(mail!.email.subject).toMatch(/^\[Rehearsal, for grace@example\.com\] \S/)
    expect(mail!.email.headers).toContainEqual(
      expect.objectContaining({ key: 'x-rehearsal-for', value: 'grace@example.com' }),
    )
    expect([mail!.email.cc, mail!.email.bcc]).toEqual([undefined, undefined])
  })

  it.each([
    'Hopper, Grace <evil@example.com>',
    '"Grace" \\ Hopper',
    'grace@example.com, evil@example.com',
    'ä'.repeat(120),
  ])('sends to one recipient of the name %s', async (name) => {
    await send(name)
    const [{ to, email }] = received as [Received]
    expect(to).toEqual(['grace@example.com'])
    expect(email.to).toEqual([{ name, address: 'grace@example.com' }])
    expect(email.text).toContain(`Hello ${name},`)
  })
})

describe('a letter about a session', () => {
  const png = Buffer.from('a picture')
  const entry = {
    uid: '0b8f2f6e@landfall.test',
    revision: 0,
    startsAt: mailedBooking.startsAt,
    minutes: 60,
    title: 'First ninety days with גרייס, 👩‍👩‍👧‍👦',
    description: 'Booking B-7KQ2-M9XP.',
    url: 'https://landfall.test/bookings/B-7KQ2-M9XP',
    writtenAt: DATE,
  }
  const calendar = writeInvitation(
    'REQUEST',
    entry,
    { name: 'Landfall', address: 'bookings@landfall.test' },
    { name: 'Grace', address: 'grace@example.com' },
  )
  const sendSession = () => {
    const extras = {
      session: sessionPart(mailedBooking, 'mentee', { portrait: { name: 'Ada Lovelace', png }, leg: null }),
      invitation: { method: 'REQUEST' as const, text: calendar },
    }
    const mail = { id: ID, to: { name: 'Grace', address: 'grace@example.com' }, date: DATE }
    return mailer.send(mail, (sender) => withExtras(bookingEmail(about, sender), extras))
  }

  it('carries the picture that its HTML shows, and its calendar entry for email programs and as a file', async () => {
    await sendSession()
    const { raw, email } = received[0]!
    const shown = /src="cid:([^"]*)"/.exec(email.html!)![1]
    const picture = email.attachments.find(({ contentId }) => contentId === `<${shown}>`)!
    expect(picture).toMatchObject({ mimeType: 'image/png', disposition: 'inline', related: true })
    expect(Buffer.from(picture.content as ArrayBuffer)).toEqual(png)
    expect(raw).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=REQUEST/im)
    const files = email.attachments.filter(({ mimeType }) => mimeType !== 'image/png')
    expect(files.map(({ mimeType }) => mimeType).toSorted()).toEqual(['application/ics', 'text/calendar'])
    for (const { content } of files) {
      const text = typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString()
      expect(text.split(/\r?\n/)).toEqual(calendar.split('\r\n'))
    }
    expect(files.find(({ mimeType }) => mimeType === 'application/ics')!.filename).toBe('session.ics')
  })
})

describe('what people typed', () => {
  const typed = [
    'Grace\r\nBcc: evil@example.com',
    'Grace\r\n .\r\nMAIL FROM:<evil@example.com>',
    'Hopper, Grace <evil@example.com>, evil@example.com',
    '=?UTF-8?Q?Grace=0D=0ABcc:_evil=40example.com?=',
    '\u202Eגרייס\u202C 👩‍👩‍👧‍👦',
    `${'x'.repeat(90)} ${'ä'.repeat(90)}`,
  ]

  it.each(typed)(
    '%j adds no header and no recipient, wherever in a letter about a session it stands',
    async (words) => {
      const people = { menteeName: words, mentorName: words, sessionTitle: words, topic: words }
      const booking = { ...mailedBooking, ...people, cancelledBy: 'mentee' as const }
      const about = { booking, money: null, clockNotes: [], pageUrl: 'https://landfall.test/', now: booking.paidAt }
      for (const kind of SESSION_KINDS) {
        for (const reader of ['mentee', 'mentor'] as const) {
          received = []
          const mail = { id: 'a', to: { name: words, address: 'grace@example.com' }, date: booking.paidAt }
          await mailer.send(mail, () => sessionEmail({ kind, reader, ...about }))
          const [{ to, email, raw }] = received as [Received]
          expect(to).toEqual(['grace@example.com'])
          expect(email.to?.map(({ address }) => address)).toEqual(['grace@example.com'])
          const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
          const fields = head.replaceAll(/\r\n[ \t]/g, ' ').split('\r\n')
          expect(fields.filter((field) => !/^[A-Za-z-]+: /.test(field))).toEqual([])
          expect(fields.filter((field) => /^(to|cc|bcc|from|subject):/i.test(field))).toHaveLength(3)
          expect(head.split('\r\n').every((line) => line.length <= 998)).toBe(true)
        }
      }
    },
  )
})

describe('the mailer’s send', () => {
  it('rejects if the server refuses the recipient, and works again afterwards', async () => {
    refused.add('unknown@example.com')
    await expect(send('Unknown', 'unknown@example.com')).rejects.toMatchObject({ responseCode: 550 })
    expect(received).toEqual([])
    await send('Grace Hopper')
    expect(received).toHaveLength(1)
  })

  it('hands over as many emails a second as the server takes', async () => {
    const limited = await mailerTo(receiving, { perSecond: 2 })
    expect(limited.connections).toBe(2)
    const began = performance.now()
    await Promise.all(['Ada', 'Grace', 'Mary'].map((name) => send(name, 'grace@example.com', limited)))
    expect(performance.now() - began).toBeGreaterThan(900)
    await limited.close()
  })

  it('rejects if nothing listens on the port', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const gone = createServer().listen(0, '127.0.0.1', resolve)
    await promise
    const unreachable = await mailerTo(gone)
    await new Promise((closed) => gone.close(closed))
    await expect(send('Grace', 'grace@example.com', unreachable)).rejects.toMatchObject({ code: 'ESOCKET' })
    await unreachable.close()
  })

  it('rejects if the server hangs up', async () => {
    const rude = createServer((socket) => socket.end('421 Busy\r\n')).listen(0, '127.0.0.1')
    servers.push(rude)
    const busy = await mailerTo(rude)
    await expect(send('Grace', 'grace@example.com', busy)).rejects.toThrow(Error)
    await busy.close()
  })
})
