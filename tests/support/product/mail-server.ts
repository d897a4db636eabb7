/** A mail server of a test's own, for products that tests start as processes. */
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export const BUYER = 'grace@example.com'

type Moment = 'the recipient' | 'the email, before the answer'

/** `id`: the Message-ID. `at`: when the email was heard to its end, by `performance.now()`. */
type Received = { to: string; id: string; at: number }

/**
 * A mail server that calls `interrupt` when it has received part of an email to a buyer, before it responds. `received`:
 * those emails.
 */
export async function startMailServer(
  interrupt: (moment: Moment) => Promise<void> = async () => {},
  isBuyer: (address: string) => boolean = (address) => address === BUYER,
) {
  const received: Received[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    async onRcptTo({ address }, _session, done) {
      if (isBuyer(address)) await interrupt('the recipient')
      done()
    },
    async onData(stream, { envelope }, done) {
      const mail = await buffer(stream).catch(() => null)
      const to = envelope.rcptTo[0]?.address ?? ''
      if (!mail || !isBuyer(to)) return done()
      const { messageId = '' } = await PostalMime.parse(mail)
      received.push({ to, id: messageId, at: performance.now() })
      await interrupt('the email, before the answer')
      done()
    },
  })
  server.on('error', () => {}) // A killed client hangs up.
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return { url, received, close: () => new Promise<void>((closed) => void server.close(closed)) }
}
