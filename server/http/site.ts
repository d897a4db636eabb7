/**
 * The HTTP application. `createSite` lists middleware and routes in the order in which a request meets them; those that
 * nothing else uses are in `server/http/site/`.
 */
import { Hono } from 'hono'
import { createAuthRoutes } from '#server/accounts/auth/auth-routes'
import type { App } from '#server/context'
import { createApi } from '#server/http/api'
import { compression } from '#server/http/compression'
import { createCrawlerFiles } from '#server/http/crawlers'
import { pageCache } from '#server/http/page-cache'
import { problem } from '#server/http/problem'
import { respondToError } from '#server/http/site/error-response'
import { serveClientFiles, servePictures } from '#server/http/site/files'
import type { SiteEnv } from '#server/http/site/hono-env'
import { serveMetrics } from '#server/http/site/metrics'
import { checkOrigin, limitBodies, refuseOtherHosts, securityHeaders } from '#server/http/site/middleware'
import { servePages, type Pages } from '#server/http/site/pages'
import { withDeadline } from '#server/payments/stripe/timeout'
import { receiveEvent } from '#server/payments/webhook-inbox'

export type SiteOptions = {
  pages: Pages
  /** The build's folder of browser files; null in development, where Vite serves them. */
  clientFolder: string | null
  /** Further routes under the same headers and origin check: the sandbox's pages. */
  beside?: Hono | undefined
  /** The Host headers to respond to, with their ports (a demo's are `hostsOfDemo`). Undefined: all. */
  hosts?: ReadonlySet<string> | undefined
}

export function createSite(app: App, { pages, clientFolder, beside, hosts }: SiteOptions) {
  const site = new Hono<SiteEnv>()
  site.onError((error, c) => respondToError(app, error, c))

  if (hosts) site.use(refuseOtherHosts(app, hosts))
  const api = createApi(app)
  const draw: Pages = async (request, context) =>
    new URL(request.url).pathname.startsWith('/api/') ? api.fetch(request) : pages(request, context)
  // Before the headers, since a cached response has its own. Not in development, where pages change with every edit.
  if (!import.meta.env.DEV) site.use(pageCache(app, draw))
  site.use(securityHeaders(app))
  site.use((_, next) => withDeadline(next))
  site.use(compression)
  site.use(checkOrigin(app))
  site.use(limitBodies())

  if (clientFolder) serveClientFiles(site, clientFolder)
  servePictures(site, app)
  receiveWebhooks(site, app)
  serveMetrics(site, app)
  site.route('/', createCrawlerFiles(app))
  site.route('/', createAuthRoutes(app)) // Before the API, which responds to everything else under /api/.
  site.route('/', api)
  if (beside) site.route('/', beside)
  servePages(site, app, pages)
  return site
}

const WEBHOOK_ERRORS = {
  unsigned: { 'stripe-signature': 'This signature is not ours or not of now' },
  malformed: { body: 'This is no event of the payment service' },
}

/** Responds 2xx only once the event is stored. After any other status the payment service delivers it again. */
function receiveWebhooks(site: Hono<SiteEnv>, app: App): void {
  site.post('/webhooks/stripe', async (c) => {
    const event = await app.payments.readEvent(await c.req.text(), c.req.header('stripe-signature'))
    if (!event.ok) return problem('invalid', { errors: WEBHOOK_ERRORS[event.error] })
    await receiveEvent(app, event.value)
    return c.json({ received: true })
  })
}
