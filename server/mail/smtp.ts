/** Sends mail by SMTP, to a real server or to the sandbox's. */
import type { Transporter } from 'nodemailer'
import type { Letter, Sender } from './letter.tsx'

type Addressee = { name: string; address: string }

type MailSettings = {
  /** smtp://user:password@host:port or smtps://… */
  url: string
  from: Addressee
  /** The address for help, in every mail's ending. */
  support: string
  siteName: string
}

type Envelope = { id: string; to: Addressee; date: Date }

export type Mailer = ReturnType<typeof connectMailer>

export function connectMailer(settings: MailSettings) {
  let transport: Promise<Transporter> | undefined
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 20_000 }
    return createTransport({ url: settings.url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  }
  return {
    /**
     * Resolves when the server has accepted the mail. `id` becomes the Message-ID, so a mail sent again is recognised.
     * Name and address are separate, so that a comma in a name does not add a recipient.
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
