/**
 * The stand-in for Stripe: its REST API and its webhooks over HTTP, its hosted page, its state in the schema
 * `sandbox_stripe` of the database handed in. Several processes may share that state. Never for live use.
 */
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Db } from '#server/db/connect'
import { stripeApi } from './api/api.ts'
import { checkoutPages } from './checkout/checkout-page.ts'
import { brokenDown } from './api/idempotency.ts'
import { makeControl, type Control } from './control.ts'
import { openOutages } from './faults/outages.ts'
import { openState } from './tables.ts'
import { startWebhooks } from './webhooks/deliver.ts'

type StripeSandboxOptions = {
  db: Db
  /** The clock of everything but signatures: creation, expiry, the next attempt of a webhook. */
  now: () => Date
  /** Where the hosted page is reached, without a slash at the end. Asked when a session is made. */
  publicUrl: () => string
  /** Each hears every event. Asked at every attempt; while there are none, events wait. */
  webhookUrls: () => string[]
  /** `whsec_…`, as the product knows it. */
  webhookSecret: string
  /** `sk_test_…`: the one key that is let in. */
  apiKey: string
  /** 0 or absent: a free one. */
  port?: number
  host?: string
  /** Hears what broke: a request answered with 500, or, once per outage, the delivery of webhooks. */
  onError?: (error: unknown) => void
}

export type StripeSandbox = {
  /** The API's address, for the `host`, `port` and `protocol` of the `stripe` SDK. */
  url: string
  port: number
  /** GET `/sandbox/checkout/:id`, POST `/sandbox/checkout/:id/pay`, `/sandbox/sandbox.css`: to be served at `publicUrl`. */
  pages: Hono
  /** Faults, and what buyers, banks and the service itself do when they like. */
  control: Control
  /** Expires sessions whose time is up and delivers every event that is due, now. Ends when each was tried once. */
  deliverDue(): Promise<void>
  /** Ends when nothing is being delivered. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Throws when live: nothing that looks like a payment may come from here. */
export function refuseWhenLive(mode: 'demo' | 'live'): void {
  if (mode === 'live') throw new Error('The sandbox does not run when live. Set STRIPE_SECRET_KEY and SMTP_URL.')
}

export async function startStripeSandbox(options: StripeSandboxOptions): Promise<StripeSandbox> {
  const { now, publicUrl, webhookUrls, webhookSecret, apiKey, host = '127.0.0.1', onError = () => {} } = options
  if (!apiKey.startsWith('sk_test_')) throw new Error('The sandbox takes only test keys: sk_test_…')
  const db = await openState(options.db)
  const hosts = new Set([host, 'localhost', '127.0.0.1', '[::1]']) // Others are DNS rebinding: the key is no secret.
  const onChange = () => webhooks.kick()
  const pageOf = (id: string) => `${publicUrl()}/sandbox/checkout/${id}`
  const api = stripeApi({ db, now, apiKey, pageOf, onChange, onError })
  const outages = openOutages(db, (request, env) => api.fetch(request, env))
  const webhooks = startWebhooks({ db, now, webhookUrls, webhookSecret, onGlance: outages.learn, onError })
  const answer = async (request: Request, env: HttpBindings) => {
    if (!hosts.has(new URL(request.url).hostname)) return new Response('Unknown host\n', { status: 421 })
    try {
      return await outages.fetch(request, env)
    } catch (error) {
      onError(error)
      return new Response(brokenDown().body, { status: 500, headers: { 'Content-Type': 'application/json' } })
    }
  }
  const server = createAdaptorServer({ fetch: (request, env) => answer(request, env as HttpBindings) })
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(options.port ?? 0, host, resolve)
    })
  } catch (error) {
    await webhooks.close()
    throw error
  }
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host}:${port}`,
    port,
    pages: checkoutPages({ db, now, onChange }),
    control: makeControl({ db, now, onChange, onOutage: outages.expect }),
    deliverDue: () => webhooks.deliverDue(),
    idle: () => webhooks.idle(),
    async close() {
      outages.close()
      const closed = new Promise((resolve) => server.close(resolve))
      if ('closeIdleConnections' in server) server.closeIdleConnections() // Kept alive by clients; open requests are answered.
      await closed
      await webhooks.close()
    },
  }
}

/**
 * The hosted page alone, for a product whose stand-in runs as its own process on the same database:
 * that process notices payments within a second and delivers their events.
 */
export async function openCheckoutPages({ db, now }: Pick<StripeSandboxOptions, 'db' | 'now'>): Promise<Hono> {
  return checkoutPages({ db: await openState(db), now, onChange: () => {} })
}
