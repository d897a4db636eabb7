/** The stand-in as a process of its own on a PostgreSQL server, shared by several processes, where races are real. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Hono } from 'hono'
import { PostgresDialect } from 'kysely'
import { Client, Pool } from 'pg'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openKysely, type Db } from '#server/platform/db/connect'
import { startPostgres, type Postgres } from '../../tests/support/database/postgres.ts'
import { openHostedPages } from './server.ts'
import { API_KEY, order, sdkFor, startReceiver, submitCard, WEBHOOK_SECRET } from './test-rig.ts'

const clock = { now: () => new Date() }
let postgres: Postgres
let databaseUrl: string
let receiver: Awaited<ReturnType<typeof startReceiver>>
let standIns: Awaited<ReturnType<typeof startProcess>>[]
let products: { pages: Hono; db: Db }[]
let stripe: Stripe

beforeAll(async () => {
  postgres = await startPostgres()
  databaseUrl = await emptyDatabase(postgres.url)
  receiver = await startReceiver()
  // All start at once on an empty database: one creates the schema, the others wait for it.
  const started = await Promise.all([startProcess(), startProcess(), openProduct(), openProduct()])
  standIns = [started[0], started[1]]
  products = [started[2], started[3]]
  stripe = sdkFor(standIns[0]!)
})
afterAll(async () => {
  await Promise.all(standIns.map((standIn) => standIn.stop()))
  await Promise.all(products.map(({ db }) => db.destroy()))
  await receiver.close()
  await postgres.stop()
})

/** A database for this run, because the server may outlive it. */
async function emptyDatabase(server: string): Promise<string> {
  const name = `sandbox_${randomUUID().replaceAll('-', '')}`
  const client = new Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

async function startProcess() {
  const env = {
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'http://shop.test/',
    WEBHOOK_URLS: receiver.url,
    STRIPE_SECRET_KEY: API_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  }
  const main = join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return {
    port: Number(new URL(/http:\S+/.exec(line)![0]).port),
    async stop() {
      child.kill('SIGTERM')
      const [code] = (await once(child, 'exit')) as [number | null]
      expect(code).toBe(0)
    },
  }
}

async function openProduct() {
  const pool = new Pool({ connectionString: databaseUrl, max: 8 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = openKysely(new PostgresDialect({ pool }))
  return { db, pages: await openHostedPages({ db, now: clock.now }) }
}

const create = () => stripe.checkout.sessions.create(order(clock))
const succeeded = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  )

describe('processes that share a stand-in', () => {
  it('charge a session once and deliver its event, however often it is paid at once', async () => {
    const { id, url } = await create()
    expect(url).toBe(`http://shop.test/sandbox/checkout/${id}`)
    const pays = Array.from({ length: 16 }, (_, index) => submitCard(products[index % 2]!, id))
    expect((await Promise.all(pays)).map((answer) => answer.status)).toEqual(Array(16).fill(303))
    const payments = await stripe.paymentIntents.list({ limit: 100 })
    expect(payments.data).toHaveLength(1)
    const refunds = Array.from({ length: 8 }, (_, index) =>
      succeeded(sdkFor(standIns[index % 2]!).refunds.create({ payment_intent: payments.data[0]!.id, amount: 2000 })),
    )
    expect((await Promise.all(refunds)).filter(Boolean)).toHaveLength(2) // £20 twice of £45.
    const delivered = () => receiver.types().filter((type) => type === 'checkout.session.completed')
    await expect.poll(delivered, { timeout: 20_000 }).toHaveLength(1)
  })

  it('open one session if one key is sent to both at once', async () => {
    const request = order(clock)
    const made = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        sdkFor(standIns[index % 2]!).checkout.sessions.create(request, { idempotencyKey: 'everywhere' }),
      ),
    )
    expect(new Set(made.map((session) => session.id)).size).toBe(1)
  })

  it('let either a payment or a concurrent expiry win, never both', async () => {
    for (let round = 0; round < 12; round++) {
      const { id } = await create()
      const [paid, expired] = await Promise.all([
        submitCard(products[round % 2]!, id).then((answer) => answer.status === 303),
        succeeded(sdkFor(standIns[1]!).checkout.sessions.expire(id)),
      ])
      const { status } = await stripe.checkout.sessions.retrieve(id)
      expect([paid, expired, status]).toEqual(paid ? [true, false, 'complete'] : [false, true, 'expired'])
    }
  })
})
