import { createTransport } from 'nodemailer'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startMailbox, type Mail, type MailboxServer } from './mailbox.ts'
import { memoryDb, fixedClock } from './stripe/test-rig.ts'

const db = memoryDb()
const clock = fixedClock()
let mailbox: MailboxServer
let transport: ReturnType<typeof transportTo>
const transportTo = (port: number) => createTransport({ host: '127.0.0.1', port, ignoreTLS: true })

beforeAll(() => startMailbox({ db, now: clock.now }).then((first) => first.close()))
beforeEach(async () => {
  mailbox = await startMailbox({ db, now: clock.now })
  transport = transportTo(mailbox.port)
})
afterEach(async () => {
  transport.close()
  await mailbox.close()
})
afterAll(() => db.destroy())

const letter = {
  from: { name: 'Landfall', address: 'hello@landfall.test' },
  to: { name: 'Lovelace, Ada 🧭', address: 'ada@example.com' },
  subject: 'Booked: ראשון, "CV review" – 14:30',
  text: 'Dear Ada,\n\nשלום. See https://landfall.test/bookings/1?a=1&b=2.\n<script>alert(1)</script>',
  html: '<p>Dear <b>Ada</b></p><script>alert(1)</script>',
}
const page = async (path: string) => (await mailbox.pages.request(path)).text()

describe('the mailbox', () => {
  it('stores an email as it was sent, in any script, with a comma in the name', async () => {
    expect(await page('/sandbox/mail')).toContain('No email yet.')
    await transport.sendMail({ ...letter, headers: { 'X-Booking': 'b1' } })
    const [mail] = await mailbox.messages()
    expect(mail).toMatchObject({
      from: letter.from,
      to: [letter.to],
      subject: letter.subject,
      text: letter.text,
      html: expect.stringContaining('<b>Ada</b>'),
      receivedAt: clock.now(),
    })
    expect(mail?.headers['x-booking']).toBe('b1')
    await transport.sendMail({ ...letter, subject: 'Later' })
    const mails = (await (await mailbox.pages.request('/sandbox/mail.json')).json()) as Mail[]
    expect(mails.map(({ subject }) => subject)).toEqual(['Later', letter.subject])
  })

  it('shows an email as text with linked addresses, and escapes its markup', async () => {
    const list = await page('/sandbox/mail')
    expect(list).toContain('Booked: ראשון, &quot;CV review&quot; – 14:30</a>')
    const mail = await page('/sandbox/mail/1')
    expect(mail).toContain('<bdi>Lovelace, Ada 🧭</bdi> &lt;ada@example.com&gt;')
    expect(mail).toContain('<a href="https://landfall.test/bookings/1?a=1&amp;b=2">')
    expect(mail).toContain('&lt;p&gt;Dear &lt;b&gt;Ada') // The HTML part, as source.
    expect(mail).not.toMatch(/<script|<style|\sstyle=/)
    expect(mail.match(/<iframe[^>]*>/g)).toEqual([
      '<iframe sandbox="" src="/sandbox/mail/1/preview" title="Email as the recipient sees it">',
    ])
    expect((await mailbox.pages.request('/sandbox/mail/999')).status).toBe(404)
    expect((await mailbox.pages.request('/sandbox/sandbox.css')).status).toBe(200)
  })

  it('serves the HTML part under a policy that runs nothing and loads nothing but the images in the email', async () => {
    const png = Buffer.from('89504e470d0a1a0a', 'hex')
    const images =
      '<img src="cid:face@x"><img src="cid:drawing@x"><img src="cid:none@x"><img src="https://x.test/a.png">'
    await transport.sendMail({
      ...letter,
      html: `<html><head><title>x</title></head><body>${images}</body></html>`,
      alternatives: [{ contentType: 'text/calendar; method=REQUEST', content: 'BEGIN:VCALENDAR <b>' }],
      attachments: [
        { filename: 'face.png', content: png, contentType: 'image/png', cid: 'face@x' },
        { filename: 'drawing.svg', content: '<svg/>', contentType: 'image/svg+xml', cid: 'drawing@x' },
      ],
    })
    const { id } = (await mailbox.messages())[0]!
    const preview = await mailbox.pages.request(`/sandbox/mail/${id}/preview`)
    expect((await preview.text()).trimEnd()).toBe(
      `<html><head><base target="_blank"><title>x</title></head><body>${images.replace('cid:face@x', `data:image/png;base64,${png.toString('base64')}`)}</body></html>`,
    )
    expect(Object.fromEntries(preview.headers)).toMatchObject({
      'content-type': expect.stringContaining('text/html'),
      'content-security-policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
      'x-frame-options': 'SAMEORIGIN', // The product's own is DENY.
    })
    const beside = await page(`/sandbox/mail/${id}`)
    expect(beside).toContain('face.png (image/png, 8 bytes)')
    expect(beside).toMatch(/\(text\/calendar, REQUEST, 20 bytes\)[^]*BEGIN:VCALENDAR &lt;b&gt;/)
  })

  it('lists hidden recipients, and shows an email without a subject or HTML part as text alone', async () => {
    await transport.sendMail({ from: 'a@example.com', bcc: 'hidden@example.com', text: 'Plain' })
    const mail = (await mailbox.messages())[0]!
    expect(mail).toMatchObject({ subject: '', html: '', to: [{ name: '', address: 'hidden@example.com' }] })
    expect(await page(`/sandbox/mail/${mail.id}`)).not.toMatch(/<iframe|Attachments/)
    expect((await mailbox.pages.request(`/sandbox/mail/${mail.id}/preview`)).status).toBe(404)
  })

  it('fails as configured, until it is healed', async () => {
    mailbox.fail({ kind: 'away' })
    await expect(transport.sendMail(letter)).rejects.toMatchObject({ responseCode: 421 })
    mailbox.fail({ kind: 'refuses', address: letter.to.address, status: 550 })
    await expect(transport.sendMail(letter)).rejects.toMatchObject({ responseCode: 550 })
    const before = (await mailbox.messages()).length
    mailbox.fail({ kind: 'hangsUp' })
    await expect(transport.sendMail(letter)).rejects.toThrow(/closed/)
    expect(await mailbox.messages()).toHaveLength(before + 1)
    mailbox.fail(null)
    await transport.sendMail(letter)
  })
})
