/**
 * The stand-in for Stripe: the REST API and webhooks over HTTP, and the hosted pages. Its state is in the schema
 * `sandbox_stripe` of the given database, which several processes may share. Never for live use.
 */
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Db } from '#server/platform/db/connect'
import { stripeApi } from './api/api.ts'
import { checkoutPages } from './checkout/checkout-page.ts'
import { serverError } from './api/idempotency.ts'
import { dashboardPages } from './connect/dashboard-page.ts'
import { onboardingPages } from './connect/onboarding-page.ts'
import { makeControl, type Control } from './control.ts'
import { openOutages } from './faults/outages.ts'
import { openSandboxDb } from './tables.ts'
import { startWebhooks } from './webhooks/deliver.ts'

type StripeSandboxOptions = {
  db: Db
  /** The clock for creation, expiry and webhook retries. Signatures use real time. */
  now: () => Date
  /** The origin of the hosted pages, without a slash at the end. Called for each new session and account link. */
  publicUrl: () => string
  /** Every event is delivered to each. Called at every attempt; while the list is empty, events wait. */
  webhookUrls: () => string[]
  /** `whsec_…`, as the product knows it. */
  webhookSecret: string
  /** `sk_test_…`: the only key that is accepted. */
  apiKey: string
  /** 0 or absent: any free port. */
  port?: number
  host?: string
  /** Called for a request that failed with 500, and once per outage if webhooks cannot be processed. */
  onError?: (error: unknown) => void
}

export type StripeSandbox = {
  /** The API's address, for the `host`, `port` and `protocol` of the `stripe` SDK. */
  url: string
  port: number
  /**
   * GET `/sandbox/checkout/:id`, POST `/sandbox/checkout/:id/pay`, `/sandbox/connect/…`, `/sandbox/sandbox.css`: to be
   * served at `publicUrl`.
   */
  pages: Hono
  /** Switches faults on, and acts for buyers, banks and the service itself. */
  control: Control
  /** Expires sessions whose time is up and delivers every event that is due. Resolves when each was tried once. */
  deliverDue(): Promise<void>
  /** Resolves when nothing is being delivered. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Throws when live: a fake payment must never look real. */
export function refuseWhenLive(mode: 'demo' | 'live'): void {
  if (mode === 'live') throw new Error('The sandbox does not run when live. Set STRIPE_SECRET_KEY and SMTP_URL.')
}

export async function startStripeSandbox(options: StripeSandboxOptions): Promise<StripeSandbox> {
  const { now, publicUrl, webhookUrls, webhookSecret, apiKey, host = '127.0.0.1', onError = () => {} } = options
  if (!apiKey.startsWith('sk_test_')) throw new Error('The sandbox takes only test keys: sk_test_…')
  const db = await openSandboxDb(options.db)
  const hosts = new Set([host, 'localhost', '127.0.0.1', '[::1]']) // Stops DNS rebinding: the key is public.
  const onChange = () => webhooks.deliverSoon()
  const pageUrl = (id: string) => `${publicUrl()}/sandbox/checkout/${id}`
  const linkUrls = {
    onboarding: (token: string) => `${publicUrl()}/sandbox/connect/setup/${token}`,
    dashboard: (token: string) => `${publicUrl()}/sandbox/connect/dashboard/${token}`,
  }
  const api = stripeApi({ db, now, apiKey, pageUrl, linkUrls, onChange, onError })
  const outages = openOutages(db, (request, env) => api.fetch(request, env))
  const webhooks = startWebhooks({ db, now, webhookUrls, webhookSecret, onFaultsRead: outages.update, onError })
  const respond = async (request: Request, env: HttpBindings) => {
    if (!hosts.has(new URL(request.url).hostname)) return new Response('Unknown host\n', { status: 421 })
    try {
      return await outages.fetch(request, env)
    } catch (error) {
      onError(error)
      return new Response(serverError().body, { status: 500, headers: { 'Content-Type': 'application/json' } })
    }
  }
  const server = createAdaptorServer({ fetch: (request, env) => respond(request, env as HttpBindings) })
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
    pages: hostedPages({ db, now, onChange }),
    control: makeControl({ db, now, onChange, onOutage: outages.enable }),
    deliverDue: () => webhooks.deliverDue(),
    idle: () => webhooks.idle(),
    async close() {
      outages.close()
      const closed = new Promise((resolve) => server.close(resolve))
      if ('closeIdleConnections' in server) server.closeIdleConnections() // Open requests still get their responses.
      await closed
      await webhooks.close()
    },
  }
}

/**
 * The hosted pages alone, for a product whose stand-in runs as another process on the same database. That process
 * notices payments within a second and delivers their events.
 */
export async function openHostedPages({ db, now }: Pick<StripeSandboxOptions, 'db' | 'now'>): Promise<Hono> {
  return hostedPages({ db: await openSandboxDb(db), now, onChange: () => {} })
}

function hostedPages(options: Parameters<typeof checkoutPages>[0]): Hono {
  const pages = checkoutPages(options)
  pages.route('/', onboardingPages(options))
  pages.route('/', dashboardPages(options))
  return pages
}
