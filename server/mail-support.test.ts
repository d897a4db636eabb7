import { afterEach, describe, expect, it } from 'vitest'
import { SMTPServer } from 'smtp-server'
import { acceptUnicodeLocalParts, accountAddress, emailAddress, withAsciiHost } from '#server/platform/http/text'
import { connectMailer } from '#server/platform/mail/smtp'
import { readMailSupport } from '#server/mail-support'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'

describe('an address', () => {
  it.each([
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@उदाहरण.परीक्षा', 'ada@xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g'],
    ['ada@example.com', 'ada@example.com'],
    ['', ''],
  ])('%s is stored with an ASCII host, and shown as it was typed', (typed, stored) => {
    expect(withAsciiHost(typed)).toBe(stored)
    expect(formatEmailAddress(stored)).toBe(typed)
  })

  it('is shown as it is stored if its host cannot be written in another way', () => {
    expect(formatEmailAddress('ada@xn--a.example')).toBe('ada@xn--a.example')
  })
})

describe('letters beyond ASCII before the @', () => {
  const MÜLLER = 'müller@bücher.example'
  const typed = (schema: typeof emailAddress | typeof accountAddress) => {
    const read = schema.safeParse(MÜLLER)
    return read.success ? read.data : read.error.issues.map(({ message }) => message).join(' ')
  }

  const closing: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
    acceptUnicodeLocalParts(false) // As a process begins: the next file may run in this one.
  })

  /** Reads what a mail server offers, and what it was sent. */
  async function readSupport(server: { hideSMTPUTF8: boolean }) {
    const received: string[] = []
    const smtp = new SMTPServer({
      ...server,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      onRcptTo: ({ address }, _session, done) => done(void received.push(address)),
      onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
    })
    const { port } = await new Promise<{ port: number }>((resolve) => {
      const listening = smtp.listen(0, '127.0.0.1', () => resolve(listening.address() as { port: number }))
    })
    const sender = {
      connections: 1,
      from: 'hello@landfall.test',
      support: 'help@landfall.test',
      siteName: () => 'Landfall',
    }
    const mailer = connectMailer({ url: `smtp://127.0.0.1:${port}`, ...sender })
    closing.push(mailer.close, () => new Promise((resolve) => smtp.close(resolve)))
    await readMailSupport({ mailer })
    return { mailer, received }
  }

  it('are accepted if the mail server offers SMTPUTF8, which then gets the address as it is', async () => {
    const { mailer, received } = await readSupport({ hideSMTPUTF8: false })
    expect(typed(emailAddress)).toBe('müller@xn--bcher-kva.example')
    const envelope = { id: '1', to: { name: 'Ada', address: MÜLLER }, date: new Date(0) }
    await mailer.send(envelope, () => ({ subject: 'Hello', heading: 'Hello', before: [], after: [] }))
    expect(received).toEqual([MÜLLER])
  })

  it('are refused in those words if it does not', async () => {
    await readSupport({ hideSMTPUTF8: true })
    expect(typed(emailAddress)).toMatch(/^We can’t send to addresses with accents or other scripts before the @/)
  })

  it('are never part of an account’s address, which signs people in', async () => {
    await readSupport({ hideSMTPUTF8: false })
    expect(typed(accountAddress)).toMatch(/^An account can’t have an address with accents/)
  })

  it('count as before while the mail server is away', async () => {
    await readSupport({ hideSMTPUTF8: false })
    const sender = {
      connections: 1,
      from: 'hello@landfall.test',
      support: 'help@landfall.test',
      siteName: () => 'Landfall',
    }
    const away = connectMailer({ url: 'smtp://127.0.0.1:1', ...sender })
    await expect(readMailSupport({ mailer: away })).rejects.toThrow('ECONNREFUSED')
    expect(typed(emailAddress)).toBe('müller@xn--bcher-kva.example')
  })
})
