/**
 * The HTTP application. `createSite` lists middleware and routes in the order in which a request meets them; those that
 * nothing else uses are in `server/site/`.
 */
import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { createAuthRoutes } from '#server/site/auth-routes'
import type { App } from '#server/context'
import { createApi, isApiPath } from '#server/site/api'
import { compression } from '#server/platform/http/compression'
import { createCrawlerFiles } from '#server/site/crawlers'
import { measureRequests } from '#server/site/monitoring/request-metrics'
import { admit, openAdmission } from '#server/site/page-cache/overload'
import { pageCache } from '#server/site/page-cache/page-cache'
import { respondToError } from '#server/site/error-response'
import { serveClientFiles, servePictures } from '#server/site/files'
import type { SiteEnv } from '#server/site/hono-env'
import { canonicalLanguages, readerLanguage } from '#server/site/languages'
import { serveMetrics } from '#server/site/monitoring/metrics'
import {
  checkOrigin,
  clientLanguage,
  identifyRequests,
  limitBodies,
  refuseOtherHosts,
  securityHeaders,
} from '#server/site/middleware'
import { servePages } from '#server/site/pages'
import type { Pages } from '#server/site/pages-in-languages'
import { serveWebhooks } from '#server/site/webhooks'
import { watchOwnChanges } from '#server/site/page-cache/shared-pages'
import { splitLanguage } from '#server/platform/language/language-path'
import { withDeadline } from '#server/payments/stripe/timeout'

export type SiteOptions = {
  pages: Pages
  /** The build's folder of browser files; null in development, where Vite serves them. */
  clientFolder: string | null
  /** Further routes under the same headers and origin check: the sandbox's pages. */
  beside?: Hono | undefined
  /** The patterns of the pages' paths, by which requests are counted. */
  pagePatterns?: string[]
  /** The Host headers to respond to, with their ports (a demo's are `hostsOfDemo`). Undefined: all. */
  hosts?: ReadonlySet<string> | undefined
}

export function createSite(app: App, { pages, clientFolder, beside, hosts, pagePatterns = [] }: SiteOptions) {
  const offered = app.config.LANGUAGES
  // Routes are found by the path without its language; `request.url` keeps it. The API's addresses have none.
  const site = new Hono<SiteEnv>({
    getPath: (request) => {
      const path = getPath(request)
      const page = splitLanguage(path, offered).path
      return isApiPath(page) ? path : page
    },
  })
  site.onError((error, c) => respondToError(app, error, c))

  site.use(readerLanguage(offered))
  site.use(measureRequests(app, () => [...site.routes.map(({ path }) => path), ...pagePatterns]))

  if (hosts) site.use(refuseOtherHosts(app, hosts))
  const api = createApi(app)
  const draw: Pages = async (request, context) =>
    isApiPath(new URL(request.url).pathname) ? api.fetch(request) : pages(request, context)
  // Before the headers, since a cached response has its own. Not in development, where pages change with every edit.
  const admission = openAdmission(app)
  const changes = watchOwnChanges(app)
  site.use(import.meta.env.DEV ? admit(admission) : pageCache(app, draw, admission, changes))
  site.use(identifyRequests)
  site.use(securityHeaders(app))
  site.use(canonicalLanguages(offered))
  site.use(clientLanguage(app))
  site.use((_, next) => withDeadline(next))
  site.use(compression)
  site.use(checkOrigin(app))
  site.use(limitBodies())

  if (clientFolder) serveClientFiles(site, clientFolder, app.config.ASSETS_FOLDER)
  servePictures(site, app)
  serveWebhooks(site, app)
  serveMetrics(site, app)
  site.route('/', createCrawlerFiles(app))
  site.route('/', createAuthRoutes(app)) // Before the API, which responds to everything else under /api/.
  site.route('/', api)
  if (beside) site.route('/', beside)
  servePages(site, app, pages, changes)
  return site
}
