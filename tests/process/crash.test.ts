import { describe, inject, it, type ExpectStatic, type TestContext } from 'vitest'
import { startProduct } from '../support/product/processes.ts'
import { countWaiting, createScratchDatabase, lockBooking, query } from '../support/database/scratch-database.ts'
import { copySeededData } from '../support/product/seeded.ts'
import { askForHold, findOffer, hold, listMails, listSlots, pay } from '../support/bookings/visitor.ts'

const seeded = inject('seeded')
const buyer = 'grace@example.com'

/**
 * Milliseconds. Long enough for a stored event whose job died: the first sweep retries it a minute after it arrived.
 */
const timeoutMs = { timeout: 150_000, interval: 200 }
const LONG = { timeout: 240_000 }

/** A product on data of its own, which can be killed and restarted. Removed with the test. */
async function open(kind: string, { onTestFinished }: TestContext) {
  const data = copySeededData(seeded.data)
  const database = kind === 'PostgreSQL' ? await createScratchDatabase(seeded.template) : null
  const start = () => startProduct({ data, ...(database && { env: { DATABASE_URL: database.url } }) })
  let product = await start()
  const kill = async () => {
    product.kill('SIGKILL')
    await product.exited
  }
  onTestFinished(async () => {
    await kill()
    await database?.drop()
  })
  return {
    url: () => product.url,
    database: database?.url ?? '',
    kill,
    start: async () => void (product = await start()),
  }
}

// Concurrent, since they mostly wait for the product to recover.
describe.concurrent.each(['PGlite', 'PostgreSQL'])('a product on %s that is killed', (kind) => {
  it(
    'between hold and payment keeps the hold, and between payment and confirmation confirms by itself after a restart',
    LONG,
    async (context) => {
      const { expect } = context
      const product = await open(kind, context)
      const offer = await findOffer(product.url())
      const held = await hold(product.url(), offer, buyer)
      await product.kill()
      await product.start()
      expect((await askForHold(product.url(), offer, 'late@example.com')).status).toBe(409)
      await pay(product.url(), held)
      await product.kill() // The success page is not opened, and the event may be under way, half settled or not sent at all.
      await product.start()
      await expectOneConfirmation(expect, product.url(), held.reference)
      expect(await listSlots(product.url(), offer.slug)).toContainEqual(
        expect.objectContaining({ startsAt: offer.startsAt, taken: true }),
      )
    },
  )
})

describe.concurrent('a product on PostgreSQL that is killed in the middle of confirming', () => {
  it('has confirmed nothing, and confirms by itself after a restart', LONG, async (context) => {
    const { expect } = context
    const product = await open('PostgreSQL', context)
    const held = await hold(product.url(), await findOffer(product.url()), buyer)

    const lock = await lockBooking(product.database, held.reference)
    await pay(product.url(), held)
    await expect.poll(() => countWaiting(product.database), { timeout: 10_000 }).toBeGreaterThan(0)
    await product.kill()
    await lock.release()
    expect(
      await query(product.database, 'select status, paid_at from bookings where reference = $1', [held.reference]),
    ).toEqual([{ status: 'held', paid_at: null }])

    await product.start()
    await expectOneConfirmation(expect, product.url(), held.reference)
    const settled = 'select status, paid_amount_pence > 0 as paid from bookings where reference = $1'
    expect(await query(product.database, settled, [held.reference])).toEqual([{ status: 'confirmed', paid: true }])
  })
})

/** An email that was sent just before the kill may be sent again, with the same Message-ID. */
async function expectOneConfirmation(expect: ExpectStatic, product: string, reference: string) {
  await expect.poll(async () => (await listMails(product, buyer)).length, timeoutMs).toBeGreaterThan(0)
  const mails = await listMails(product, buyer)
  expect(new Set(mails.map((mail) => mail.headers['message-id'])).size).toBe(1)
  expect(mails[0]!.text).toContain(reference)
}
