/**
 * A product that is killed while it hands over a mail loses none, and doubles one only in the moment before the answer. The
 * next process takes the mail up within half a minute.
 */
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { describe, inject, it } from 'vitest'
import { findOffer, hold, pay } from '../support/bookings/visitor.ts'
import { createScratchDatabase, query } from '../support/database/scratch-database.ts'
import { startProduct, type Product } from '../support/product/processes.ts'

const BUYER = 'grace@example.com'
const LONG = { timeout: 240_000 }
const SOON = { timeout: 60_000, interval: 100 }
const TAKEN_UP = { timeout: 30_000, interval: 100 }

type Moment = 'the recipient' | 'the mail, before the answer'

/**
 * A mail server that tells `interrupt` when it has heard something of a mail to the buyer, before it answers. `received`: the
 * Message-IDs of those mails.
 */
async function startMailServer(interrupt: (moment: Moment) => Promise<void>) {
  const received: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    async onRcptTo({ address }, _session, done) {
      if (address === BUYER) await interrupt('the recipient')
      done()
    },
    async onData(stream, { envelope }, done) {
      const mail = await buffer(stream).catch(() => null)
      if (!mail || envelope.rcptTo[0]?.address !== BUYER) return done()
      const { messageId = '' } = await PostalMime.parse(mail)
      received.push(messageId)
      await interrupt('the mail, before the answer')
      done()
    },
  })
  server.on('error', () => {}) // A killed client hangs up.
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return { url, received, close: () => new Promise<void>((closed) => void server.close(closed)) }
}

describe('a mail whose sender is killed', () => {
  it.concurrent.for([
    { moment: 'the recipient', times: 1 },
    { moment: 'the mail, before the answer', times: 2 },
  ] as const)('when the server has heard $moment comes all the same', LONG, async (kill, context) => {
    const { expect, onTestFinished } = context
    const database = await createScratchDatabase(inject('seeded').template)
    onTestFinished(() => database.drop())
    let product: Product | undefined
    let killed = false
    const mailServer = await startMailServer(async (moment) => {
      if (killed || moment !== kill.moment) return
      killed = true
      product?.kill('SIGKILL')
      await product?.exited
    })
    onTestFinished(mailServer.close)
    const env = { DATABASE_URL: database.url, SMTP_URL: mailServer.url }
    product = await startProduct({ env })
    onTestFinished(async () => {
      product?.kill('SIGKILL')
      await product?.exited
    })
    const held = await hold(product.url, await findOffer(product.url), BUYER)
    await fetch(await pay(product.url, held)).catch(() => {}) // The page that confirms may die with the product.
    await expect.poll(() => killed, SOON).toBe(true)
    product = await startProduct({ env })

    await expect.poll(() => mailServer.received.length, TAKEN_UP).toBe(kill.times)
    const states = 'select state from outbox where recipient = $1'
    await expect.poll(() => query(database.url, states, ['mentee']), SOON).toEqual([{ state: 'sent' }])
    expect(mailServer.received).toHaveLength(kill.times)
    expect(new Set(mailServer.received).size).toBe(1)
  })
})
