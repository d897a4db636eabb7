/**
 * The stand-in for a mail server: accepts every email by SMTP, without a password or TLS, and shows it on a page instead
 * of sending it. Emails are stored in the schema `sandbox_mail` of the given database. Never for live use.
 */
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import type { Hono } from 'hono'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import type { Db } from '#server/platform/db/connect'
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

/**
 * `away`: accepts no connection. `refuses`: an address → the status it is refused with. `hangsUp`: keeps an email and closes the
 * connection before it says so, as a sender that dies at that moment sees it. `slow`: milliseconds before each answer to a
 * email.
 */
type MailFault =
  | { kind: 'away' }
  | { kind: 'refuses'; address: string; status: number }
  | { kind: 'hangsUp' }
  | { kind: 'slow'; milliseconds: number }

export type MailboxServer = {
  port: number
  /** `smtp://host:port`. */
  url: string
  /** GET `/sandbox/mail`, `/sandbox/mail/:id`, `/sandbox/mail.json`, `/sandbox/sandbox.css`. */
  pages: Hono
  /** The last thousand, newest first. */
  messages(): Promise<Mail[]>
  /** Lets the server fail from now on; null heals it. */
  fail(fault: MailFault | null): void
  close(): Promise<void>
}

export async function startMailbox(options: MailboxOptions): Promise<MailboxServer> {
  const { now, host = '127.0.0.1' } = options
  const db = await openMailDb(options.db)
  let fault: MailFault | null = null
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: MAX_MAIL_BYTES,
    disableReverseLookup: true,
    hideSMTPUTF8: false,
    closeTimeout: 1_000,
    onMailFrom(_address, _session, done) {
      done(fault?.kind === 'away' ? smtpError(421, 'Not available') : null)
    },
    onRcptTo({ address }, _session, done) {
      const refuses = fault?.kind === 'refuses' && fault.address === address ? fault.status : null
      done(refuses ? smtpError(refuses, 'Not this address') : null)
    },
    async onData(stream, session, done) {
      try {
        const raw = await buffer(stream)
        if (stream.sizeExceeded) return done(smtpError(552, 'The email is too large'))
        if (fault?.kind === 'slow') await setTimeout(fault.milliseconds)
        await storeMail(db, raw, readEnvelope(session), now())
        if (fault?.kind === 'hangsUp') for (const { _socket: socket } of server.connections) socket.destroy()
        done(null, 'Kept')
      } catch {
        done(smtpError(451, 'The email could not be kept')) // 4xx is temporary: the sender tries again.
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
    fail: (next) => void (fault = next),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

function readEnvelope({ envelope }: SMTPServerSession) {
  return {
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map((recipient) => recipient.address),
  }
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
