/**
 * Set-up for tests of the stand-in: its server on a database in memory, the real `stripe` SDK, a webhook receiver and a
 * fixed clock.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { PGlite } from '@electric-sql/pglite'
import { PGliteDialect } from 'kysely'
import { Stripe } from 'stripe'
import { afterAll, beforeAll } from 'vitest'
import { openKysely, type Db } from '#server/platform/db/connect'
import { startStripeSandbox, type StripeSandbox } from './server.ts'

export const WEBHOOK_SECRET = 'whsec_test'
export const API_KEY = 'sk_test_sandbox'
const SHOP = 'http://shop.test'

export function memoryDb(): Db {
  return openKysely(new PGliteDialect({ pglite: lend }))
}

/** Embedded databases that earlier test files of this process have closed: opening another takes a second of a core. */
const unused: PGlite[] = []

async function lend(): Promise<PGlite> {
  const pglite = unused.pop() ?? (await PGlite.create('memory://'))
  pglite.close = async () => {
    await pglite.exec('drop schema if exists sandbox_clock, sandbox_mail, sandbox_stripe cascade')
    unused.push(pglite)
  }
  return pglite
}

/** A clock that only changes when a test moves it. */
export function fixedClock() {
  let at = new Date('2030-01-07T12:00:00.250Z')
  return {
    now: () => at,
    move: (unit: { minutes?: number; seconds?: number }) => {
      at = new Date(at.getTime() + (unit.minutes ?? 0) * 60_000 + (unit.seconds ?? 0) * 1_000)
    },
  }
}

/** A webhook receiver that records deliveries and responds with the next of `statuses`, or 200. */
export async function startReceiver() {
  const deliveries: { body: string; signature: string }[] = []
  const statuses: (number | 'hang up')[] = []
  const server = createServer(async (request, response) => {
    deliveries.push({ body: await text(request), signature: String(request.headers['stripe-signature']) })
    const status = statuses.shift() ?? 200
    if (status === 'hang up') return void request.socket.destroy()
    response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {}).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/stripe`,
    deliveries,
    answers: statuses,
    types: () => deliveries.map(({ body }) => (JSON.parse(body) as Stripe.Event).type),
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

export function sdkFor(sandbox: { port: number }, options: { key?: string; maxNetworkRetries?: number } = {}): Stripe {
  return new Stripe(options.key ?? API_KEY, {
    host: '127.0.0.1',
    port: sandbox.port,
    protocol: 'http',
    timeout: 10_000,
    maxNetworkRetries: options.maxNetworkRetries ?? 0,
    telemetry: false,
  })
}

/** Starts all of it. `close` leaves a given database open. */
export async function startRig(given?: Db) {
  const db = given ?? memoryDb()
  const clock = fixedClock()
  const receiver = await startReceiver()
  const errors: unknown[] = []
  const sandbox = await startStripeSandbox({
    db,
    now: clock.now,
    publicUrl: () => SHOP,
    webhookUrls: () => [receiver.url],
    webhookSecret: WEBHOOK_SECRET,
    apiKey: API_KEY,
    onError: (error) => errors.push(error),
  })
  return {
    db,
    clock,
    receiver,
    errors,
    sandbox,
    stripe: sdkFor(sandbox),
    async close() {
      await sandbox.close()
      await receiver.close()
      if (!given) await db.destroy()
    },
  }
}

/** That of the test file that runs now. */
export let rig: Awaited<ReturnType<typeof startRig>>

/** Starts all of it before the tests of a file, and closes it after the last. */
export function useRig(): void {
  beforeAll(async () => {
    rig = await startRig()
  })
  afterAll(() => rig.close())
}

/** Parameters of a session as the product opens it: one line, expiring after 31 minutes. */
export function order(clock: { now: () => Date }, changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'gbp',
          unit_amount: 4500,
          product_data: { name: 'First ninety days in the UK', description: 'Ananya Rao, 60 minutes' },
        },
      },
    ],
    success_url: `${SHOP}/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${SHOP}/cancel?hold=secret`,
    expires_at: Math.floor(clock.now().getTime() / 1000) + 31 * 60,
    ...changes,
  } satisfies Stripe.Checkout.SessionCreateParams
}

/** Why the API refuses something; null if it does not. */
export const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Stripe.errors.StripeError) => error,
  )

export const goodCard = {
  number: '4242 4242 4242 4242',
  expiry: '12 / 34',
  cvc: '123',
  name: 'Grace Hopper',
  email: 'payer@example.com',
}
export const declinedCard = { ...goodCard, number: '4000 0000 0000 0002' }

/** Submits the card form of the hosted page. */
export async function submitCard(
  sandbox: Pick<StripeSandbox, 'pages'>,
  id: string,
  card: Partial<typeof goodCard> = goodCard,
) {
  return sandbox.pages.request(`/sandbox/checkout/${id}/pay`, { method: 'POST', body: new URLSearchParams(card) })
}
