/** What the embedded database keeps of a product that is killed. On PostgreSQL it is killed at every message: `crash-messages.test.ts`. */
import { expect, inject, it, onTestFinished } from 'vitest'
import { startProduct } from '../support/product/processes.ts'
import { copySeededData } from '../support/product/seeded.ts'
import { askForHold, findOffer, hold, listMails, listSlots, pay } from '../support/bookings/visitor.ts'

const BUYER = 'grace@example.com'

/** Milliseconds. Long enough for a stored event whose job died: the first sweep retries it a minute after it arrived. */
const RECOVERED = { timeout: 150_000, interval: 200 }

it('a product that is killed keeps a hold, and confirms by itself after a restart what was paid before', async () => {
  const data = copySeededData(inject('seeded').data)
  let product = await startProduct({ data })
  const kill = async () => {
    product.kill('SIGKILL')
    await product.exited
  }
  onTestFinished(kill)
  const restart = async () => {
    await kill()
    product = await startProduct({ data })
  }
  const offer = await findOffer(product.url)
  const held = await hold(product.url, offer, BUYER)
  await restart()
  expect((await askForHold(product.url, offer, 'late@example.com')).status).toBe(409)
  await pay(product.url, held)
  await restart() // The success page is not opened, and the event may be under way, half settled or not sent at all.
  await expect.poll(async () => (await listMails(product.url, BUYER)).length, RECOVERED).toBeGreaterThan(0)
  const mails = await listMails(product.url, BUYER)
  // One that was sent just before the kill may be sent again, with the same Message-ID.
  expect(new Set(mails.map((mail) => mail.headers['message-id'])).size).toBe(1)
  expect(mails[0]!.text).toContain(held.reference)
  expect(await listSlots(product.url, offer.slug)).toContainEqual(
    expect.objectContaining({ startsAt: offer.startsAt, taken: true }),
  )
}, 240_000)
