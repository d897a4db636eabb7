/** A mail server of a test's own, for products that tests start as processes. */
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export const BUYER = 'grace@example.com'

/** `id`: the Message-ID. `at`: when the email was heard to its end, by `performance.now()`. */
type Received = { to: string; id: string; at: number; email: Email }

/** A mail server that calls `interrupt` when it has received part of an email to a buyer, before it responds. `received`: those emails. */
export async function startMailServer(
  interrupt: () => Promise<void> = async () => {},
  isBuyer: (address: string) => boolean = (address) => address === BUYER,
) {
  const received: Received[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    async onRcptTo({ address }, _session, done) {
      if (isBuyer(address)) await interrupt()
      done()
    },
    async onData(stream, { envelope }, done) {
      const mail = await buffer(stream).catch(() => null)
      const to = envelope.rcptTo.map(({ address }) => address).join()
      if (!mail || !isBuyer(to)) return done()
      const email = await PostalMime.parse(mail)
      received.push({ to, id: email.messageId ?? '', at: performance.now(), email })
      await interrupt()
      done()
    },
  })
  server.on('error', () => {}) // A killed client hangs up.
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return { url, received, close: () => new Promise<void>((closed) => void server.close(closed)) }
}
