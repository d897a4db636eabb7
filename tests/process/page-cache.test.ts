import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { addMembers } from '../support/accounts/people.ts'
import { startProduct, type Product } from '../support/product/processes.ts'
import { createScratchDatabase, query, type ScratchDatabase } from '../support/database/scratch-database.ts'
import { findOffer, hold } from '../support/bookings/visitor.ts'

let database: ScratchDatabase
let products: [Product, Product]

beforeAll(async () => {
  database = await createScratchDatabase(inject('seeded').template)
  const launch = { env: { DATABASE_URL: database.url } }
  products = await Promise.all([startProduct(launch), startProduct(launch)])
})

afterAll(async () => {
  await Promise.all(products.map((product) => product.stop()))
  await database.drop()
})

const SOON = { timeout: 60_000, interval: 50 } // Milliseconds. Each process looks for changes twice a second.

/** The page for a visitor without cookies, and whether it came from the cache. */
async function read(product: Product, address: string): Promise<{ html: string; cached: boolean }> {
  const response = await fetch(product.url + address)
  if (response.status !== 200) throw new Error(`${address}: ${response.status}`)
  return { html: await response.text(), cached: response.headers.get('server-timing') === 'cache;desc=hit' }
}

/** Asks until the page comes from the cache, as it does for a visitor in a busy minute. */
async function readCached(product: Product, address: string): Promise<string> {
  await expect.poll(async () => (await read(product, address)).cached, { timeout: 60_000 }).toBe(true)
  return (await read(product, address)).html
}

describe('the cached list of mentors', () => {
  it('shows a mentor soon after they are accepted, and no longer soon after they pause', async () => {
    const id = randomUUID()
    const address = '/mentors?q=Wilhelmina+Quill'
    await query(
      database.url,
      `insert into mentors (id, slug, name, role, experience, location, languages, price_pence, currency, time_zone, status, created_at)
       values ($1, 'wilhelmina-quill', 'Wilhelmina Quill', 'Analyst', 5, 'Leeds, United Kingdom', '{en}', 4500, 'GBP', 'Europe/London', 'pending', $2)`,
      [id, new Date()],
    )
    const link = 'href="/mentors/wilhelmina-quill"'
    for (const product of products) expect(await readCached(product, address)).not.toContain(link)
    for (const [status, shown] of [
      ['accepted', true],
      ['paused', false],
    ] as const) {
      await query(database.url, 'update mentors set status = $2 where id = $1', [id, status])
      await Promise.all(
        products.map((product) =>
          expect.poll(async () => (await read(product, address)).html.includes(link), SOON).toBe(shown),
        ),
      )
      for (const product of products) expect((await readCached(product, address)).includes(link)).toBe(shown)
    }
  })

  it('no longer shows a time soon after another process sold it', async () => {
    // With a day's notice, the first time from tomorrow on is the soonest one, which the list shows.
    await query(database.url, 'update mentors set notice_hours = 24')
    const offer = await findOffer(products[0].url, { spareMs: 600_000 })
    const address = `/mentors?${new URLSearchParams({ q: offer.name })}`
    const expectShown = (shown: boolean) =>
      Promise.all(
        products.map((product) =>
          expect.poll(async () => (await read(product, address)).html.includes(offer.startsAt), SOON).toBe(shown),
        ),
      )
    await expectShown(true)
    for (const product of products) expect(await readCached(product, address)).toContain(offer.startsAt)
    await hold(products[0].url, offer, 'grace@example.com')
    await expectShown(false)
  })
})

describe('a public page for a signed-in person', () => {
  it('is the one that would be rendered for them alone, with nothing of the one before them', async () => {
    const odd = String.raw`O'Brien "<b>&amp;\\u0022 </script> 林 ` + '\u2028'
    const cookies = await addMembers(database.url, 3)
    await query(database.url, "update accounts set name = $1, language = 'hi' where name = 'Member 1'", [odd])
    await query(database.url, "update accounts set picture = 'aa/picture' where name = 'Member 2'")
    await query(
      database.url,
      `insert into saved_mentors (account_id, mentor_id, saved_at) select accounts.id, mentors.id, now() from accounts, mentors
       where accounts.name = 'Member 2' and mentors.slug = 'farai-moyo'`,
    )
    const paths = [
      '/',
      '/mentors',
      '/mentors?speaks=hi',
      '/mentors/in/australia',
      '/mentors/farai-moyo',
      '/crossings',
      '/cohorts',
    ]
    const prose = ['/CohortDetailsPage', '/about', '/faq', '/terms', '/privacy', '/api/docs']
    const languages = ['/es', '/hi/mentors', '/ar/mentors/farai-moyo', '/zh-Hans/cohorts']
    const data = ['/_.data', '/es.data', '/mentors.data', '/cohorts.data', '/mentors/farai-moyo.data']
    const { url } = products[1]
    const rendered: string[] = []
    const visit = async (path: string, sent: Record<string, string>) => {
      const response = await fetch(url + path, { headers: sent })
      const { nonce = '-' } = /'nonce-(?<nonce>[^']*)'/.exec(response.headers.get('content-security-policy')!)!.groups!
      const headers = Object.fromEntries(response.headers)
      for (const name of ['date', 'x-request-id', 'content-length', 'server-timing']) delete headers[name]
      const all = `${JSON.stringify(headers)}\n${await response.text()}`
      return { text: all.replaceAll(nonce, 'nonce'), isShared: response.headers.has('server-timing') }
    }
    for (const path of [...paths, ...prose, ...languages, ...data]) {
      for (const cookie of [...cookies, `${cookies[0]}; theme=night; zone=Asia%2FKolkata; language=es`]) {
        // Again, if the minute ended between both.
        await vi.waitFor(async () => {
          const { text, isShared } = await visit(path, { cookie })
          expect(text, path).toBe((await visit(path, { cookie, authorization: 'None' })).text)
          if (!isShared) rendered.push(path)
        }, SOON)
      }
    }
    expect(rendered, 'for the one who saved the mentor').toEqual(['/mentors/farai-moyo', '/ar/mentors/farai-moyo'])
  })
})

describe('the views of mentors’ pages', () => {
  it('are written when a process stops: those of people, of no crawler and of no page that is not there', async () => {
    await query(database.url, 'delete from mentor_views')
    const [product] = products
    const look = async (
      path: string,
      agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    ) => (await fetch(`${product.url}${path}`, { headers: { 'user-agent': agent } })).text()
    await look('/mentors/farai-moyo')
    await look('/mentors/farai-moyo')
    await look('/mentors/farai-moyo', 'Googlebot/2.1 (+http://www.google.com/bot.html)')
    await look('/mentors/no-such-mentor')
    await look('/mentors')
    await product.stop()
    const rows = 'select slug, views from mentor_views join mentors on mentors.id = mentor_id order by slug'
    expect(await query(database.url, rows)).toEqual([{ slug: 'farai-moyo', views: 2 }])
  })
})
