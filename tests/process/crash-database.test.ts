import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { connect } from '#server/platform/db/connect'
import { checkInvariants } from '#server/bookings/invariants/invariants'
import { openCountingProxy, type CountingProxy } from '../support/database/counting-proxy.ts'
import { startProduct, type Product } from '../support/product/processes.ts'
import { createScratchDatabase, query, type ScratchDatabase } from '../support/database/scratch-database.ts'
import { askForHold, findOffer, hold, listMails, pay, type Offer } from '../support/bookings/visitor.ts'
import { keepAsking, listOffers } from '../support/product/crowd.ts'

const REFUSED = 20 // Responses of "unavailable" that each visitor gets, before it is back.
const SOON = { timeout: 60_000, interval: 50 }
const limits = { HOLDS_PER_ADDRESS: '100000' } // All buyers come from one machine.

let database: ScratchDatabase
let proxy: CountingProxy
let product: Product
let offers: Offer[]

beforeAll(async () => {
  database = await createScratchDatabase(inject('seeded').template)
  proxy = await openCountingProxy(database.url)
  product = await startProduct({ env: { ...limits, DATABASE_URL: proxy.url } })
  offers = await listOffers(product.url)
})

afterAll(async () => {
  product.kill('SIGKILL')
  await product.exited
  await proxy.close()
  await database.drop()
})

/** Visitors of every kind. */
function openVisitors() {
  const { slug } = offers[0]!
  const hours = offers.values()
  let [gets, buyers] = [0, 0]
  // Never twice the same address: a page in the cache is shown also while the database is away (decision 0012).
  const get = (path: string) => () => fetch(`${product.url}${path}?visit=${(gets += 1)}`, { redirect: 'manual' })
  const holdNext = () => {
    buyers += 1
    return askForHold(product.url, hours.next().value ?? offers[0]!, `buyer-${buyers}@example.com`)
  }
  return keepAsking([
    ['a page', get(`/mentors/${slug}`)],
    ['a page', get(`/mentors/${slug}/book`)],
    ['what a page shows', get(`/mentors/${slug}.data`)],
    ['a mentor', get(`/api/mentors/${slug}`)],
    ['health', get('/healthz')],
    ['a hold', holdNext],
    ['a hold', holdNext],
  ])
}

describe('a busy product whose PostgreSQL becomes unavailable', () => {
  it(
    'says so and nothing else, survives, does nothing by halves and is back at once',
    { timeout: 180_000 },
    async () => {
      const visitors = openVisitors()
      await expect.poll(() => countHolds(), SOON).toBeGreaterThan(3)
      await proxy.cut()
      const cutAt = performance.now()
      // Every visitor gets an error while it is away; no request waits for it to come back.
      await expect.poll(() => visitors.countEach(cutAt), SOON).toBeGreaterThanOrEqual(REFUSED)
      const refused = visitors.answers.filter(({ began }) => began > cutAt)
      await proxy.mend()
      await expect.poll(() => fetch(`${product.url}/healthz`).then(({ status }) => status), SOON).toBe(200)
      await visitors.end()

      for (const { what, status, headers, body } of refused) {
        expect({ what, status, wait: headers.get('retry-after') }).toEqual({ what, status: 503, wait: '5' })
        if (what === 'a page') expect(body).toContain('Something went wrong')
        else if (what !== 'what a page shows') expect(JSON.parse(body)).toMatchObject({ code: 'unavailable' })
      }
      // What was under way at the cut fails cleanly, too.
      const unclean = visitors.answers.filter(({ status }) => ![200, 409, 503].includes(status))
      expect(unclean.map(({ what, status, body }) => [what, status, body.slice(0, 200)])).toEqual([])

      const { db } = await connect(database.url)
      expect(await checkInvariants(db, new Date())).toEqual([])
      await db.destroy()
      const held = visitors.answers.filter(({ what, status }) => what === 'a hold' && status === 200)
      const references = held.map(({ body }) => (JSON.parse(body) as { reference: string }).reference)
      const kept =
        'select reference from bookings where status = $1 and checkout_url is not null and reference = any($2)'
      expect(await query(database.url, kept, ['held', references])).toHaveLength(references.length)

      const buyer = 'after@example.com'
      const success = await fetch(await pay(product.url, await hold(product.url, await findOffer(product.url), buyer)))
      expect(await success.text()).toContain('Payment Successful')
      await expect.poll(() => listMails(product.url, buyer).then(({ length }) => length), { timeout: 30_000 }).toBe(1)
    },
  )
})

describe('a product whose PostgreSQL can only be read, as a standby is and one whose disk is full', () => {
  /** Every session begins so, and those that have begun are ended. */
  async function setReadOnly(readOnly: boolean): Promise<void> {
    const setting = `alter database ${database.name} set default_transaction_read_only = ${readOnly ? 'on' : 'off'}`
    await query(database.url, `begin read write; ${setting}; commit`)
    await query(
      database.url,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  }

  it('serves every page, refuses to book in words, and books once it can', async () => {
    const { url } = product
    const offer = await findOffer(url)
    const fetchStatus = async (path: string) => (await fetch(url + path)).status
    await setReadOnly(true)
    const mentor = `update mentors set role = 'Sailmaker' where id = '${offer.mentorId}'` // The list is out of date then.
    await query(database.url, `begin read write; ${mentor}; commit`)
    await expect.poll(() => fetchStatus('/readyz'), SOON).toBe(200)
    for (const path of ['/', '/mentors', '/mentors?q=a', `/mentors/${offer.slug}`, '/crossings', '/api/mentors'])
      expect([path, await fetchStatus(path)]).toEqual([path, 200])
    const refused = await askForHold(url, offer, 'grace@example.com')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
    expect(await refused.json()).toMatchObject({
      code: 'unavailable',
      title: 'Nothing can be saved at this moment; what is here can still be read. Try again in a few minutes',
    })
    await setReadOnly(false)
    await expect.poll(() => hold(url, offer, 'grace@example.com').catch(() => null), SOON).not.toBeNull()
  })
})

async function countHolds(): Promise<number> {
  const [found] = await query<{ holds: number }>(
    database.url,
    `select count(*)::int as holds from bookings where status = 'held'`,
  )
  return found?.holds ?? 0
}
