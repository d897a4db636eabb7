/** What a worker serves: whether it is ready, and its metrics. People are never sent here. */
import { Hono } from 'hono'
import type { App } from '#server/context'
import { problem } from '#server/platform/http/problem'
import type { SiteOptions } from '#server/site/site'
import { whyNotReady } from '#server/site/monitoring/readiness'
import { respondToError } from '#server/site/error-response'
import type { SiteEnv } from '#server/site/hono-env'
import { serveMetrics } from '#server/site/monitoring/metrics'
import { identifyRequests, limitBodies, refuseOtherHosts, securityHeaders } from '#server/site/middleware'
import { serveWebhooks } from '#server/site/webhooks'

/**
 * @param options.beside of a demo or a rehearsal, whose stand-in sends webhooks to its own process about that process's calls
 *   for, such as refunds. Its pages are served by a web process.
 */
export function createWorkerSite(app: App, { beside, hosts }: Pick<SiteOptions, 'beside' | 'hosts'>) {
  const site = new Hono<SiteEnv>()
  site.onError((error, c) => respondToError(app, error, c))
  if (hosts) site.use(refuseOtherHosts(app, hosts))
  site.use(identifyRequests)
  site.use(securityHeaders(app))
  site.notFound(() => problem('not_found'))
  site.use(limitBodies())
  for (const path of ['/readyz', '/healthz'])
    site.get(
      path,
      async (c) => (await whyNotReady(app)) ?? c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }),
    )
  serveMetrics(site, app)
  if (beside) serveWebhooks(site, app)
  return site
}
