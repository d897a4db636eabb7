/** Mail goes out by SMTP, to a real server or to the sandbox's. */
import type { Transporter } from 'nodemailer'
import type { Letter, Sender } from './letter.tsx'

type Addressee = { name: string; address: string }

type MailSettings = {
  /** smtp://user:password@host:port or smtps://… */
  url: string
  from: Addressee
  /** Where people are sent for help, and what the product is called. */
  support: string
  siteName: string
}

type Envelope = { id: string; to: Addressee; date: Date }

export type Mailer = ReturnType<typeof connectMailer>

export function connectMailer(settings: MailSettings) {
  let transport: Promise<Transporter> | undefined
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    const patience = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 20_000 }
    return createTransport({ url: settings.url, ...patience, disableFileAccess: true, disableUrlAccess: true })
  }
  return {
    /**
     * Returns when the server has taken the mail. `id` becomes the Message-ID. Name and address are passed apart: a comma in
     * a name makes no second recipient. `letter` is told who sends it.
     */
    async send(mail: Envelope, letter: (sender: Sender) => Letter): Promise<void> {
      transport ??= open()
      const { writeLetter } = await import('./letter.tsx')
      await (
        await transport
      ).sendMail({
        messageId: `<${mail.id}@${settings.from.address.split('@').at(-1)}>`,
        from: settings.from,
        to: mail.to,
        date: mail.date,
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...writeLetter(letter(settings), mail.to.name, settings),
      })
    },
    close: async () => (await transport)?.close(),
  }
}
