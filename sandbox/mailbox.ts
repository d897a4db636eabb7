/**
 * The stand-in for a mail server: accepts every mail by SMTP, without a password or TLS, and shows it on a page instead
 * of sending it. Mails are stored in the schema `sandbox_mail` of the given database. Never for live use.
 */
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Hono } from 'hono'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import type { Db } from '#server/db/connect'
import { mailPages } from './mailbox/pages.ts'
import { storeMail, listMails, openMailDb, type Mail } from './mailbox/store.ts'

export type { Mail } from './mailbox/store.ts'

const MAX_MAIL_BYTES = 10 * 1024 * 1024

type MailboxOptions = {
  db: Db
  now: () => Date
  /** 0 or absent: any free port. */
  port?: number
  host?: string
}

export type MailboxServer = {
  port: number
  /** `smtp://host:port`. */
  url: string
  /** GET `/sandbox/mail`, `/sandbox/mail/:id`, `/sandbox/mail.json`, `/sandbox/sandbox.css`. */
  pages: Hono
  /** The last thousand, newest first. */
  messages(): Promise<Mail[]>
  close(): Promise<void>
}

export async function startMailbox(options: MailboxOptions): Promise<MailboxServer> {
  const { now, host = '127.0.0.1' } = options
  const db = await openMailDb(options.db)
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: MAX_MAIL_BYTES,
    disableReverseLookup: true,
    closeTimeout: 1_000,
    async onData(stream, session, done) {
      try {
        const raw = await buffer(stream)
        if (stream.sizeExceeded) return done(smtpError(552, 'The mail is too large'))
        await storeMail(db, raw, envelopeOf(session), now())
        done(null, 'Kept')
      } catch {
        done(smtpError(451, 'The mail could not be kept')) // 4xx is temporary: the sender tries again.
      }
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, host, resolve)
  })
  server.removeAllListeners('error')
  server.on('error', () => {}) // A client that hangs up early must not end the process.
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    url: `smtp://${host}:${port}`,
    pages: mailPages(db),
    messages: () => listMails(db, 1000),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

function envelopeOf({ envelope }: SMTPServerSession) {
  return {
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map((recipient) => recipient.address),
  }
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
