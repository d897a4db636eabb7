/**
 * The HTTP application. `createSite` lists middleware and routes in the order in which a request meets them; each is a
 * function below, in the same order.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { RouterContextProvider } from 'react-router'
import { identityOf, type Session } from '#domain/accounts/account'
import { createApi, MAX_BODY_BYTES } from '#server/http/api'
import { problem } from '#server/http/problem'
import { clientAddress, isLoopback, isPassedOn } from '#server/http/client-address'
import { compression } from '#server/http/compression'
import { addressContext, appContext, faultContext, nonceContext, sessionContext, type App } from '#server/context'
import { createCrawlerFiles } from '#server/http/crawlers'
import { createAuthRoutes } from '#server/accounts/auth/auth-routes'
import { isOutage } from '#server/db/connect'
import { contentSecurityPolicy, setSecurityHeaders } from '#server/http/headers'
import { isSameOrigin } from '#server/http/origin'
import { pageCache } from '#server/http/page-cache'
import { boundBodies, LargeBodies, type BodyLimit } from '#server/http/request-body'
import { readPicture } from '#server/storage/pictures'
import { isUpload, MAX_UPLOAD_BYTES } from '#server/http/upload'
import { withDeadline } from '#server/payments/stripe/timeout'
import { receiveEvent } from '#server/payments/webhook-inbox'
import { readSession } from '#server/accounts/sign-in/sessions'
import { writeMetrics } from '#server/bookings/invariants/invariants'

type Site = { Bindings: HttpBindings; Variables: { nonce: string } }

/** React Router's request handler, which responds to every URL that no route before it takes. */
export type Pages = (request: Request, context: RouterContextProvider) => Promise<Response>

export type SiteOptions = {
  pages: Pages
  /** The build's folder of browser files; null in development, where Vite serves them. */
  clientFolder: string | null
  /** Further routes under the same headers and origin check: the sandbox's pages. */
  beside?: Hono | undefined
  /** The Host headers to respond to, with their ports (a demo's are `hostsOfDemo`). Undefined: all. */
  hosts?: ReadonlySet<string> | undefined
}

const WEBHOOK_ERRORS = {
  unsigned: { 'stripe-signature': 'This signature is not ours or not of now' },
  malformed: { body: 'This is no event of the payment service' },
}
const MAX_EVENT_BYTES = 256 * 1024 // Stripe's events are a few KB.
const UPLOADS = /^\/account\/picture(\.data)?$/
/** Large bodies read at once, 16 in all. Anybody may post to the webhook, and must not keep members from uploading. */
const MAX_LARGE_BODIES = { events: 4, uploads: 12 }
const FOREVER = 'public, max-age=31536000, immutable'
const RETRY_AFTER_SECONDS = '5' // A database that restarts is back by then.

export function createSite(app: App, { pages, clientFolder, beside, hosts }: SiteOptions) {
  const site = new Hono<Site>()
  site.onError((error, c) => respondToError(app, error, c))

  if (hosts) site.use(refuseOtherHosts(app, hosts))
  // Before the headers, since a cached response has its own. Not in development, where pages change with every edit.
  if (!import.meta.env.DEV) site.use(pageCache(app, pages))
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
  site.route('/', createApi(app))
  if (beside) site.route('/', beside)
  servePages(site, app, pages)
  return site
}

function respondToError(app: App, error: Error, c: Context<Site>): Response {
  if (error instanceof HTTPException) return problemOf(error, c)
  const outage = isOutage(error)
  app.log.error(outage ? 'database unavailable' : 'request failed', { route: section(c), error })
  const response = problem(outage ? 'unavailable' : 'internal')
  if (outage) response.headers.set('retry-after', RETRY_AFTER_SECONDS)
  return response
}

/** Hono's own exceptions as problems. */
function problemOf(error: HTTPException, c: Context): Response {
  if (error.status === 400) return problem('invalid', { errors: { body: 'Send a well-formed body' } })
  if (error.status === 403) return problem('forbidden')
  if (error.status === 413) return problem('too_large')
  return c.body(null, error.status)
}

/** The first part of the path. The rest may name somebody, so it is not logged. */
const section = (c: Context) => `/${c.req.path.split('/')[1] ?? ''}`

/** Against DNS rebinding: see `hostsOfDemo`. */
function refuseOtherHosts(app: App, hosts: ReadonlySet<string>): MiddlewareHandler<Site> {
  return async (c, next) => {
    if (hosts.has(new URL(c.req.url).host)) return next()
    const sentence = 'This demo does not answer under this name. Set PUBLIC_URL to the address that you open it by.\n'
    const response = c.text(sentence, 421, { 'cache-control': 'no-store' })
    setSecurityHeaders(response.headers, app.config.PUBLIC_URL, contentSecurityPolicy([], false))
    return response
  }
}

/** Each response gets a nonce of its own. Without a policy in development, where Vite adds scripts of its own. */
function securityHeaders(app: App): MiddlewareHandler<Site> {
  return async (c, next) => {
    const nonce = randomBytes(16).toString('base64')
    c.set('nonce', nonce)
    await next()
    const policy = import.meta.env.DEV ? null : contentSecurityPolicy([`'nonce-${nonce}'`], app.auth.google)
    setSecurityHeaders(c.res.headers, app.config.PUBLIC_URL, policy)
  }
}

/** Webhooks come from elsewhere by nature: their signature counts. */
const isWebhook = (c: Context) => c.req.path.startsWith('/webhooks/')

function checkOrigin({ config }: App): MiddlewareHandler<Site> {
  const ownOrigin = (c: Context) => (config.fixedOrigin ? config.PUBLIC_URL : `http://${c.req.header('host')}`)
  return async (c, next) => (isWebhook(c) || isSameOrigin(c.req.raw, ownOrigin(c)) ? next() : problem('forbidden'))
}

function limitBodies(): MiddlewareHandler<Site> {
  const event: BodyLimit = { bytes: MAX_EVENT_BYTES, large: new LargeBodies(MAX_LARGE_BODIES.events) }
  const upload: BodyLimit = {
    bytes: MAX_UPLOAD_BYTES,
    large: new LargeBodies(MAX_LARGE_BODIES.uploads),
    streamed: true,
  }
  const other: BodyLimit = { bytes: MAX_BODY_BYTES }
  return boundBodies((c) => {
    if (isWebhook(c)) return event
    return UPLOADS.test(c.req.path) && isUpload(c.req.raw) ? upload : other
  })
}

/** The build's browser files. Those under /assets/ have a hash in their names, so they never change. */
function serveClientFiles(site: Hono<Site>, root: string): void {
  const files = (cacheControl: string) =>
    serveStatic({ root, precompressed: true, onFound: (_path, c) => c.header('cache-control', cacheControl) })
  site.use('/assets/*', files(FOREVER), async (c) => c.notFound())
  site.use(files('public, max-age=3600'))
}

function servePictures(site: Hono<Site>, app: App): void {
  site.get('/pictures/:key/:file', async (c) => {
    const [, width, format] = /^(\d{2,3})\.(avif|webp)$/.exec(c.req.param('file')) ?? []
    const picture =
      width && (await readPicture(app.storage, c.req.param('key'), Number(width), format as 'avif' | 'webp'))
    if (!picture) return c.notFound()
    return c.body(new Uint8Array(picture.bytes), 200, {
      'content-type': picture.type,
      'cache-control': FOREVER,
      etag: picture.etag,
    })
  })
}

/** Responds 2xx only once the event is stored. After any other status the payment service delivers it again. */
function receiveWebhooks(site: Hono<Site>, app: App): void {
  site.post('/webhooks/stripe', async (c) => {
    const event = await app.payments.readEvent(await c.req.text(), c.req.header('stripe-signature'))
    if (!event.ok) return problem('invalid', { errors: WEBHOOK_ERRORS[event.error] })
    await receiveEvent(app, event.value)
    return c.json({ received: true })
  })
}

function serveMetrics(site: Hono<Site>, app: App): void {
  site.get('/metrics', async (c) => {
    if (!mayReadMetrics(app, c)) return problem('not_found')
    return c.body(await writeMetrics(app), 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    })
  })
}

/**
 * With the token. A demo also lets its own machine in, but not through a proxy on it, which may pass on anybody's
 * request.
 */
function mayReadMetrics({ config }: App, c: Context<Site>): boolean {
  const given = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1]
  if (config.METRICS_TOKEN && given) return digest(given).equals(digest(config.METRICS_TOKEN))
  if (config.mode === 'live') return false // Live there is a proxy in front, and not every proxy says so.
  const address = clientAddress(c.env?.incoming?.socket.remoteAddress ?? '', undefined, [])
  return isLoopback(address) && !isPassedOn(c.req.raw.headers)
}

/** Digests have one length, so the time that a comparison takes does not tell where two tokens differ. */
const digest = (text: string) => createHash('sha256').update(text).digest()

function servePages(site: Hono<Site>, app: App, pages: Pages): void {
  site.all('*', async (c) => {
    const context = new RouterContextProvider()
    const fault: { error: unknown } = { error: null }
    context.set(faultContext, fault)
    context.set(appContext, app)
    context.set(nonceContext, import.meta.env.DEV ? undefined : c.get('nonce'))
    const socketAddress = c.env?.incoming?.socket.remoteAddress ?? ''
    context.set(
      addressContext,
      clientAddress(socketAddress, c.req.header('x-forwarded-for'), app.config.TRUSTED_PROXIES),
    )
    const { session, setCookies } = await readSession(app, c.req.header('cookie') ?? '', {
      maySetCookies: c.req.method === 'GET' && !c.req.path.endsWith('.data'),
    })
    context.set(sessionContext, session)
    const request = app.config.fixedOrigin ? onOrigin(app.config.PUBLIC_URL, c.req.raw) : c.req.raw
    const render = (page: Request) => pages(page, context)
    const response = hasReadablePath(request)
      ? withOutageStatus(await render(request), fault.error)
      : await respondToUnreadablePath(request, render)
    return session || setCookies.length > 0 ? personal(response, session, setCookies) : revalidated(response)
  })
}

/**
 * The same request under the public origin: behind a proxy that ends TLS it arrives as http, and React Router would
 * refuse every form as one from another site. Set part by part, never by `new URL(path, origin)`, since a path may be
 * "//evil".
 */
function onOrigin(publicUrl: string, request: Request): Request {
  const origin = new URL(publicUrl)
  const url = new URL(request.url)
  url.protocol = origin.protocol
  url.hostname = origin.hostname
  url.port = origin.port
  const { method, headers, signal, body } = request // Not `request` itself: that would begin to read the body.
  return new Request(url, { method, headers, signal, body, duplex: 'half' } as RequestInit)
}

/** False for a path with a stray % sign, which the router would print to the console, names and all. */
function hasReadablePath(request: Request): boolean {
  try {
    decodeURIComponent(new URL(request.url).pathname)
    return true
  } catch {
    return false
  }
}

/**
 * A browser gets the "not found" page, rendered for a path that the router can read; everything else gets a problem.
 */
async function respondToUnreadablePath(
  request: Request,
  render: (request: Request) => Promise<Response>,
): Promise<Response> {
  const url = new URL('/not-an-address', request.url)
  if (!/^(GET|HEAD)$/.test(request.method) || request.url.includes('.data')) {
    return problem('invalid', { errors: { url: 'Send a path without stray % signs' } })
  }
  const { body, headers } = await render(new Request(url, { method: request.method, headers: request.headers }))
  return new Response(body, { status: 400, headers })
}

/**
 * 503 instead of React Router's 500 if the page failed because the database is unavailable. Without the router's header
 * the browser keeps the page that it shows (`app/ui/browser/unanswered.ts`).
 */
function withOutageStatus(response: Response, error: unknown): Response {
  if (response.status !== 500 || !isOutage(error)) return response
  const headers = new Headers(response.headers)
  headers.set('retry-after', RETRY_AFTER_SECONDS)
  headers.delete('x-remix-response')
  return new Response(response.body, { status: 503, headers })
}

/**
 * A page for somebody who is signed in is never stored. `x-reader` says whose it is, for a browser that still shows
 * another account's (`app/ui/browser/session-watch.tsx`). A cookie that the page has set itself wins over ours of the
 * same name.
 */
function personal(response: Response, session: Session | null, setCookies: string[]): Response {
  const headers = new Headers(response.headers)
  headers.set('cache-control', 'private, no-store')
  if (session) headers.set('x-reader', identityOf(session))
  const names = new Set(headers.getSetCookie().map((cookie) => cookie.split('=')[0]))
  for (const cookie of setCookies) if (!names.has(cookie.split('=')[0])) headers.append('set-cookie', cookie)
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

/**
 * A visitor's page shows their zone, theme and hold: no shared cache stores it, and browsers revalidate it each time.
 */
function revalidated(response: Response): Response {
  if (response.headers.has('cache-control')) return response
  const headers = new Headers(response.headers)
  headers.set('cache-control', 'private, no-cache')
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}
