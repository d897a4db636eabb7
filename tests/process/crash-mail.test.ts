/**
 * A product that is killed while it hands over an email loses none, and doubles one only in the moment before the answer. The
 * next process takes the email up within half a minute.
 */
import { describe, inject, it } from 'vitest'
import { findOffer, hold, pay } from '../support/bookings/visitor.ts'
import { createScratchDatabase, query } from '../support/database/scratch-database.ts'
import { BUYER, startMailServer } from '../support/product/mail-server.ts'
import { startProduct, type Product } from '../support/product/processes.ts'

const LONG = { timeout: 240_000 }
const SOON = { timeout: 60_000, interval: 100 }
const TAKEN_UP = { timeout: 30_000, interval: 100 }

describe('an email whose sender is killed', () => {
  it.concurrent.for([
    { moment: 'the recipient', times: 1 },
    { moment: 'the email, before the answer', times: 2 },
  ] as const)('when the server has heard $moment comes all the same', LONG, async (kill, context) => {
    const { expect, onTestFinished } = context
    const database = await createScratchDatabase(inject('seeded').template)
    onTestFinished(() => database.drop())
    await query(database.url, 'delete from outbox') // The demo's own.
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
    // Not the reminders of the demo's own sessions, which are today.
    const states = `select state from outbox join bookings on bookings.id = outbox.subject where recipient = 'mentee' and mentee_email = $1`
    await expect.poll(() => query(database.url, states, [BUYER]), SOON).toEqual([{ state: 'sent' }])
    expect(mailServer.received).toHaveLength(kill.times)
    expect(new Set(mailServer.received.map(({ id }) => id)).size).toBe(1)
  })
})
