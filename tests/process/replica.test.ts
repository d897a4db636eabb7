/** The built product with a standby that streams from its database: what it reads there, and what it never does. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '#server/platform/db/connect'
import { migrate } from '#server/platform/db/migrate'
import { findOffer, hold, listMentors, listSlots } from '../support/bookings/visitor.ts'
import { startOwnPostgres, type OwnPostgres } from '../support/database/postgres.ts'
import { query } from '../support/database/scratch-database.ts'
import { startStandby, type Standby } from '../support/database/standby.ts'
import { addMentor } from '../support/product/app.ts'
import { launchProduct, runScript, startProduct, type Product } from '../support/product/processes.ts'

const SOON = { timeout: 40_000, interval: 50 }

let server: OwnPostgres
let standby: Standby
let env: { DATABASE_URL: string; DATABASE_REPLICA_URL: string }
let product: Product
const others: Product[] = []

beforeAll(async () => {
  server = await startOwnPostgres({ values: { wal_keep_size: '256MB' } })
  await query(server.url, 'create database landfall')
  standby = await startStandby(server)
  env = {
    DATABASE_URL: Object.assign(new URL(server.url), { pathname: '/landfall' }).href,
    DATABASE_REPLICA_URL: standby.databaseUrl('landfall'),
  }
  await writeMentors(env.DATABASE_URL)
  product = await startProduct({ env })
  await standby.catchUp()
})
afterEach(async () => {
  await Promise.all(others.splice(0).map((other) => other.stop()))
  await standby.resumeReplay()
})
afterAll(async () => {
  await product.stop()
  await standby.stop()
  await server.stop()
})

/** Some, so that the start does not write the demo's. */
async function writeMentors(url: string): Promise<void> {
  const { db } = await connect(url)
  await migrate(db)
  const clock = { time: new Date() }
  for (const name of ['Ada Byron', 'Mary Somerville', 'Caroline Herschel', 'Sophie Germain']) {
    const { id: mentorId } = await addMentor({ db, clock }, { name })
    const move = { fromCity: 'Mumbai', fromCountry: 'IN', toCity: 'Berlin', toCountry: 'DE', purpose: 'work' as const }
    await db
      .insertInto('moves')
      .values({ ...move, mentorId, position: 0, year: 2020 })
      .execute()
  }
  await db.destroy()
}

async function start(more: Record<string, string> = {}): Promise<Product> {
  const other = await startProduct({ env: { ...env, ...more } })
  others.push(other)
  return other
}

/** How many reads of a process had this outcome. */
async function reads({ url }: Product, outcome: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^landfall_replica_reads_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)?.[1])
}

/** The list, a page that is cached until what it shows changes. */
async function list({ url }: Product): Promise<string> {
  const response = await fetch(`${url}/mentors?order=newest`)
  expect(response.status).toBe(200)
  return response.text()
}

async function rename(id: string, name: string): Promise<void> {
  await query(env.DATABASE_URL, 'update mentors set name = $2 where id = $1', [id, name])
}

const everybody = async ({ url }: Product) => (await listMentors(url)).map(({ id, name }) => `${id} ${name}`).toSorted()

describe('a product with a standby', () => {
  it('reads the list there, and shows a change as soon as without one', async () => {
    await expect.poll(() => reads(product, 'replica'), SOON).toBeGreaterThan(0)
    const [mentor] = await listMentors(product.url)
    await rename(mentor!.id, 'Wilhelmina Quill')
    await expect.poll(() => list(product), SOON).toContain('Wilhelmina Quill')
    await standby.catchUp()
    const before = await reads(product, 'replica')
    expect(await (await fetch(`${product.url}/mentors?q=Wilhelmina+Quill`)).text()).toContain('1 mentor')
    expect(await reads(product, 'replica')).toBeGreaterThan(before)
  })

  it('caches no old row while the standby is behind, and knows what is sold', async () => {
    const mentor = (await listMentors(product.url)).at(-1)!
    await standby.pauseReplay()
    await rename(mentor.id, 'Ottoline Ferry')
    await expect.poll(() => list(product), SOON).toContain('Ottoline Ferry')
    const offer = await findOffer(product.url)
    await hold(product.url, offer, 'grace@example.com')
    const sold = (await listSlots(product.url, offer.slug)).find(({ startsAt }) => startsAt === offer.startsAt)
    expect(sold?.taken).toBe(true)
    expect(await reads(product, 'behind')).toBeGreaterThan(0)

    await standby.resumeReplay()
    await standby.catchUp()
    expect(await list(product)).toContain('Ottoline Ferry')
    await rename(mentor.id, 'Ottoline Harbour')
    await expect.poll(() => list(product), SOON).toContain('Ottoline Harbour')
  })

  it('starts with the whole list although the standby has replayed only a part of it', async () => {
    const [renamed, paused] = await listMentors(product.url)
    await standby.pauseReplay()
    await rename(renamed!.id, 'Late Arrival')
    await query(env.DATABASE_URL, `update mentors set status = 'paused' where id = $1`, [paused!.id])
    const alone = await start({ DATABASE_REPLICA_URL: '' })
    const other = await start()
    expect(await reads(other, 'replica')).toBeGreaterThan(0)
    const listed = await everybody(other)
    expect(listed).toEqual(await everybody(alone))
    expect(listed).toContain(`${renamed!.id} Late Arrival`)
    expect(listed.join()).not.toContain(paused!.id)
    await standby.resumeReplay()
    await standby.catchUp()
  })

  it('starts, serves and sells while the standby is away, and uses it again when it is back', async () => {
    await standby.stop()
    const other = await start()
    for (const path of ['/', '/mentors', '/crossings', '/mentors/in/germany', '/sitemap.xml', '/about', '/faq'])
      expect((await fetch(other.url + path)).status, path).toBe(200)
    await hold(other.url, await findOffer(other.url), 'ada@example.com')
    expect(other.output().match(/"msg":"replica unavailable"/g)).toHaveLength(1)
    expect(await reads(other, 'replica')).toBe(0)

    await standby.start()
    await expect
      .poll(async () => {
        await fetch(`${other.url}/sitemap-pages.xml`)
        await fetch(`${other.url}/sitemap.xml`)
        return reads(other, 'replica')
      }, SOON)
      .toBeGreaterThan(0)
    expect(other.output()).toMatch(/"msg":"replica used again"/)
  })
})

it('a standby of something else is refused by the start in one line', async () => {
  await query(env.DATABASE_URL, 'create database recipes')
  await standby.catchUp()
  const other = { ...env, DATABASE_REPLICA_URL: standby.databaseUrl('recipes') }
  const { code, output } = await launchProduct({ env: other }).exited
  expect(code).toBe(1)
  expect(output.trim()).toMatch(
    /^Landfall cannot start\. DATABASE_REPLICA_URL: .*no standby of the one in DATABASE_URL.*$/,
  )
})

describe('the doctor', () => {
  async function lineAbout(replica: string): Promise<string | undefined> {
    const { output } = await runScript('doctor', [], { ...env, DATABASE_REPLICA_URL: replica })
    return output.split('\n').find((line) => line.includes('Replica'))
  }

  it('says that a standby replays, and what is wrong with one that cannot be used', async () => {
    const nowhere = Object.assign(new URL(env.DATABASE_REPLICA_URL), { port: '9' })
    expect(await lineAbout(env.DATABASE_REPLICA_URL)).toMatch(/^ok +Replica +a standby, which replays .* [\d.]+ s$/)
    expect(await lineAbout(nowhere.href)).toMatch(/^WRONG +Replica +the standby does not answer.*ECONNREFUSED/)
    const primary = Object.assign(new URL(env.DATABASE_URL), { hostname: 'localhost' }) // The same by another name.
    expect(await lineAbout(primary.href)).toMatch(/^WRONG +Replica +this is no standby/)
    await standby.pauseReplay()
    await query(env.DATABASE_URL, 'create table behind (id int)')
    expect(await lineAbout(env.DATABASE_REPLICA_URL)).toMatch(/^WRONG +Replica +the standby does not replay.*bytes/)
    await standby.resumeReplay()
  })
})
