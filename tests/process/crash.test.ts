import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { startProduct, type Product } from '../support/processes.ts'
import {
  countWaiting,
  createScratchDatabase,
  lockBooking,
  query,
  type ScratchDatabase,
} from '../support/scratch-database.ts'
import { copySeededData } from '../support/seeded.ts'
import { askForHold, findOffer, hold, listMails, listSlots, pay } from '../support/visitor.ts'

const seeded = inject('seeded')
const buyer = 'grace@example.com'

/** Long enough for a stored event whose job died: tried again by the first sweep a minute after it came. Milliseconds. */
const patience = { timeout: 150_000, interval: 200 }

describe.each(['PGlite', 'PostgreSQL'])('a product on %s that is killed', (kind) => {
  let product: Product
  let database: ScratchDatabase | undefined
  let data: string

  const start = async () => {
    product = await startProduct({ data, ...(database && { env: { DATABASE_URL: database.url } }) })
  }
  const kill = async () => {
    product.kill('SIGKILL')
    await product.exited
  }

  beforeEach(async () => {
    data = copySeededData(seeded.data)
    database = kind === 'PostgreSQL' ? await createScratchDatabase(seeded.template) : undefined
    await start()
  })

  afterEach(async () => {
    await kill()
    await database?.drop()
  })

  it('between hold and payment keeps the time for whoever holds it, and they pay as if nothing had been', async () => {
    const offer = await findOffer(product.url)
    const held = await hold(product.url, offer, buyer)
    await kill()
    await start()
    expect((await askForHold(product.url, offer, 'late@example.com')).status).toBe(409)
    const success = await fetch(await pay(product.url, held))
    expect(await success.text()).toContain('Payment Successful')
    await expectOneConfirmation(product, held.reference)
    expect(await listSlots(product.url, offer.slug)).toContainEqual(
      expect.objectContaining({ startsAt: offer.startsAt, taken: true }),
    )
  })

  it('between payment and confirmation confirms by itself once it is back', { timeout: 240_000 }, async () => {
    const offer = await findOffer(product.url)
    const held = await hold(product.url, offer, buyer)
    await pay(product.url, held)
    await kill() // Nobody opens the success page, and the event may be under way, half settled or not sent at all.
    await start()
    await expectOneConfirmation(product, held.reference)
    expect(await listSlots(product.url, offer.slug)).toContainEqual(
      expect.objectContaining({ startsAt: offer.startsAt, taken: true }),
    )
  })
})

describe('a product on PostgreSQL that is killed in the middle of confirming', () => {
  it('has confirmed nothing, and confirms by itself once it is back', { timeout: 240_000 }, async () => {
    const database = await createScratchDatabase(seeded.template)
    const launch = { env: { DATABASE_URL: database.url } }
    const product = await startProduct(launch)
    const held = await hold(product.url, await findOffer(product.url), buyer)

    const lock = await lockBooking(database.url, held.reference)
    await pay(product.url, held)
    await expect.poll(() => countWaiting(database.url), { timeout: 10_000 }).toBeGreaterThan(0)
    product.kill('SIGKILL')
    await product.exited
    await lock.release()
    expect(
      await query(database.url, 'select status, paid_at from bookings where reference = $1', [held.reference]),
    ).toEqual([{ status: 'held', paid_at: null }])

    const again = await startProduct(launch)
    await expectOneConfirmation(again, held.reference)
    const settled = 'select status, paid_amount_pence > 0 as paid from bookings where reference = $1'
    expect(await query(database.url, settled, [held.reference])).toEqual([{ status: 'confirmed', paid: true }])
    await again.stop()
    await database.drop()
  })
})

/** A mail that went out just before the kill may go out again: it is the same mail, by its Message-ID. */
async function expectOneConfirmation(product: Product, reference: string) {
  await expect.poll(async () => (await listMails(product.url, buyer)).length, patience).toBeGreaterThan(0)
  const mails = await listMails(product.url, buyer)
  expect(new Set(mails.map((mail) => mail.headers['message-id'])).size).toBe(1)
  expect(mails[0]!.text).toContain(reference)
}
