/** Sends email by SMTP, to a real server or to the sandbox's. */
import type { SMTPConnectionOptions, Transporter } from 'nodemailer'
import * as m from '#messages/emails'
import { PORTRAIT_ID } from './email-portrait.ts'
import type { Recipient, EmailContent, Sender } from './email.tsx'

type MailSettings = {
  /** smtp://user:password@host:port or smtps://… */
  url: string
  /** Connections that are kept open between emails. A worker sends as many emails at once. */
  connections: number
  /** Emails that the server takes a second from this process; undefined: it sets no limit. */
  perSecond?: number | undefined
  /** The sender's address; its name is the site's. */
  from: string
  /** The address for help, in every mail's ending, and where replies go. */
  support: string
  /** As it is when an email is sent. */
  siteName: () => string
  /** Where bounces go; undefined: to the sender. */
  bounces?: string | undefined
  /** In a rehearsal: who gets every email, in place of the person it is for. */
  rehearsal?: string | undefined
}

type Envelope = { id: string; to: Recipient; date: Date }

export type Mailer = ReturnType<typeof connectMailer>

export function connectMailer(settings: MailSettings) {
  // The pool counts an email when a connection is free again, so more connections would begin with more than a second's emails.
  const connections = Math.min(settings.connections, settings.perSecond ?? settings.connections)
  let transport: Promise<Transporter> | undefined
  // Kept, since an import of what is loaded takes a tenth of a millisecond. Late: scripts that Node runs unbundled cannot load JSX.
  let letters: Promise<typeof import('./email.tsx')> | undefined
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 20_000 }
    // No requeues: the outbox counts attempts. Idle connections are closed before servers time them out.
    const pool = { pool: true as const, maxConnections: connections, maxRequeues: 0, idleTimeout: 15_000 }
    const limit = settings.perSecond === undefined ? {} : { rateLimit: settings.perSecond }
    return createTransport({
      url: settings.url,
      ...pool,
      ...limit,
      ...timeouts,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  return {
    connections,
    /** Resolves when the server has accepted the email. `id` becomes the Message-ID, so an email sent again is recognised. */
    async send(mail: Envelope, write: (sender: Sender) => EmailContent): Promise<void> {
      transport ??= open()
      letters ??= import('./email.tsx')
      const { renderEmail } = await letters
      const sender: Sender = { siteName: settings.siteName(), support: settings.support }
      const email = write(sender)
      const parts = (email.alternatives ?? []).map(({ type, content }) => ({ contentType: type, content }))
      const files = (email.attachments ?? []).map(({ name, type, content }) => {
        return { filename: name, contentType: type, content: Buffer.from(content) }
      })
      const portrait = email.session?.portrait
      const { subject, ...written } = renderEmail(email, mail.to.name, sender)
      const to =
        settings.rehearsal === undefined ? mail.to : { name: m.rehearsalRecipient(), address: settings.rehearsal }
      const stands = settings.rehearsal === undefined ? {} : { 'X-Rehearsal-For': mail.to.address }
      await (
        await transport
      ).sendMail({
        messageId: `<${mail.id}@${settings.from.split('@').at(-1)}>`,
        from: { name: sender.siteName, address: settings.from },
        to,
        replyTo: { name: sender.siteName, address: settings.support },
        date: mail.date,
        ...(settings.bounces && {
          envelope: { from: bounceAddress(settings.bounces, mail.id), to: to.address },
        }),
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...stands,
          ...(email.leave && leaveHeaders(email.leave.link)),
        },
        ...written,
        subject: settings.rehearsal === undefined ? subject : m.rehearsalSubject({ address: mail.to.address, subject }),
        alternatives: parts,
        attachments: [...(portrait ? [inlinePortrait(portrait.png)] : []), ...files],
      })
    },
    /** Rejects unless the server answers and accepts the sign-in. Sends nothing. */
    async verify(): Promise<void> {
      transport ??= open()
      await (await transport).verify()
    },
    /** Whether the server takes letters beyond ASCII before the @ (RFC 6531). Rejects if it does not answer. Sends nothing. */
    async offersSmtpUtf8(): Promise<boolean> {
      transport ??= open()
      const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
      const connection = new SMTPConnection((await transport).options as SMTPConnectionOptions)
      return new Promise((resolve, reject) => {
        connection.once('error', reject)
        connection.connect((error) => {
          if (error) return reject(error)
          // The response to the last EHLO, in which the server names its extensions.
          resolve(/[ -]SMTPUTF8\b/i.test(connection.lastServerResponse || ''))
          connection.quit()
        })
      })
    },
    close: async () => (await transport)?.close(),
  }
}

/** A mail program then offers the way out by itself, with one click (RFC 2369, RFC 8058). */
const leaveHeaders = (link: string) => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** The picture that the HTML shows, beside it in the same email. */
const inlinePortrait = (png: Uint8Array) => ({
  cid: PORTRAIT_ID,
  filename: 'portrait.png',
  contentType: 'image/png',
  contentDisposition: 'inline' as const,
  content: Buffer.from(png),
})

/** The envelope's sender of one email, to which its bounces go: `bounces+<id>@example.com`. */
function bounceAddress(address: string, mailId: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}+${mailId}${address.slice(at)}`
}
