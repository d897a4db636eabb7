/**
 * Every URL that is not a page, then pages. Reads top to bottom in the order in which a request meets it: pages kept for
 * everybody, headers, compression, origin check, size limits, files, webhooks, metrics, what crawlers ask for, ways to sign
 * in, API, and last React Router.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { RouterContextProvider } from 'react-router'
import { identityOf, type Session } from '#domain/accounts/account'
import { createApi, LARGEST_BODY } from '#server/http/api'
import { problem } from '#server/http/problem'
import { clientAddress, isLoopback, isPassedOn } from '#server/http/client-address'
import { compression } from '#server/http/compression'
import { addressContext, appContext, faultContext, nonceContext, sessionContext, type App } from '#server/context'
import { createCrawlerFiles } from '#server/http/crawlers'
import { createDoors } from '#server/accounts/auth/auth-routes'
import { isOutage } from '#server/db/connect'
import { contentSecurityPolicy, setSecurityHeaders } from '#server/http/headers'
import { fromOurselves } from '#server/http/origin'
import { pageCache } from '#server/http/page-cache'
import { boundBodies, LargeBodies, type BodyLimit } from '#server/http/request-body'
import { readPicture } from '#server/storage/pictures'
import { isUpload, MAX_UPLOAD_BYTES } from '#server/http/upload'
import { withDeadline } from '#server/payments/stripe/timeout'
import { receiveEvent } from '#server/payments/webhook-inbox'
import { readSession } from '#server/accounts/sign-in/sessions'
import { writeMetrics } from '#server/bookings/invariants/invariants'

type Site = { Bindings: HttpBindings; Variables: { nonce: string } }

/** React Router's handler for whatever is a page. */
export type Pages = (request: Request, context: RouterContextProvider) => Promise<Response>

export type SiteOptions = {
  pages: Pages
  /** The build's folder of browser files; null in development, where Vite serves them. */
  clientFolder: string | null
  /** Pages beside the product, under the same headers and origin check: the sandbox's. */
  beside?: Hono | undefined
  /** The hosts that are answered, with their ports; left out: any. A demo's are `hostsOfDemo`. */
  hosts?: ReadonlySet<string> | undefined
}

const WEBHOOK_ERRORS = {
  unsigned: { 'stripe-signature': 'This signature is not ours or not of now' },
  malformed: { body: 'This is no event of the payment service' },
}
const LARGEST_EVENT = 256 * 1024 // Bytes. Stripe's events are a few KB.
const UPLOADS = /^\/account\/picture(\.data)?$/
/** Large bodies at once: 16 in all. Anybody may send something to the webhook, and must not keep members from uploading. */
const LARGE = { events: 4, uploads: 12 }
const FOREVER = 'public, max-age=31536000, immutable'
const RETRY_AFTER = '5' // Seconds. A database that restarts is back by then.

export function createSite(app: App, { pages, clientFolder, beside, hosts }: SiteOptions) {
  const site = new Hono<Site>()
  const ownOrigin = (c: Context) => (app.config.fixedOrigin ? app.config.PUBLIC_URL : `http://${c.req.header('host')}`)

  site.onError((error, c) => {
    if (error instanceof HTTPException) return refuse(error, c)
    const outage = isOutage(error)
    app.log.error(outage ? 'database unavailable' : 'request failed', { route: section(c), error })
    const answer = problem(outage ? 'unavailable' : 'internal')
    if (outage) answer.headers.set('retry-after', RETRY_AFTER)
    return answer
  })

  site.use(async (c, next) => {
    if (!hosts || hosts.has(new URL(c.req.url).host)) return next()
    const sentence = 'This demo does not answer under this name. Set PUBLIC_URL to the address that you open it by.\n'
    const answer = c.text(sentence, 421, { 'cache-control': 'no-store' })
    setSecurityHeaders(answer.headers, app.config.PUBLIC_URL, contentSecurityPolicy([], false))
    return answer
  })

  // Before all others: such an answer has its headers already. Not in development, where pages change with every edit.
  if (!import.meta.env.DEV) site.use(pageCache(app, pages))

  site.use(async (c, next) => {
    const nonce = randomBytes(16).toString('base64')
    c.set('nonce', nonce)
    await next()
    const policy = import.meta.env.DEV ? null : contentSecurityPolicy([`'nonce-${nonce}'`], app.auth.google)
    setSecurityHeaders(c.res.headers, app.config.PUBLIC_URL, policy)
  })

  site.use((_, next) => withDeadline(next))
  site.use(compression)

  site.use(async (c, next) => {
    if (isWebhook(c) || fromOurselves(c.req.raw, ownOrigin(c))) return next()
    return problem('forbidden')
  })
  const event: BodyLimit = { bytes: LARGEST_EVENT, large: new LargeBodies(LARGE.events) }
  const upload: BodyLimit = { bytes: MAX_UPLOAD_BYTES, large: new LargeBodies(LARGE.uploads), streamed: true }
  const other: BodyLimit = { bytes: LARGEST_BODY }
  site.use(
    boundBodies((c) => {
      if (isWebhook(c)) return event
      return UPLOADS.test(c.req.path) && isUpload(c.req.raw) ? upload : other
    }),
  )

  if (clientFolder) {
    site.use(
      '/assets/*',
      serveStatic({
        root: clientFolder,
        precompressed: true,
        onFound: (_path, c) => c.header('cache-control', FOREVER),
      }),
      async (c) => c.notFound(),
    )
    site.use(
      serveStatic({
        root: clientFolder,
        precompressed: true,
        onFound: (_path, c) => c.header('cache-control', 'public, max-age=3600'),
      }),
    )
  }

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

  /** Answers 2xx only once the event is stored; otherwise the payment service delivers it again. */
  site.post('/webhooks/stripe', async (c) => {
    const event = await app.payments.readEvent(await c.req.text(), c.req.header('stripe-signature'))
    if (!event.ok) return problem('invalid', { errors: WEBHOOK_ERRORS[event.error] })
    await receiveEvent(app, event.value)
    return c.json({ received: true })
  })

  site.get('/metrics', async (c) => {
    if (!mayWatch(app, c)) return problem('not_found')
    return c.body(await writeMetrics(app), 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    })
  })

  site.route('/', createCrawlerFiles(app))
  site.route('/', createDoors(app)) // Before the API, which takes whatever else is under /api/.
  site.route('/', createApi(app))
  if (beside) site.route('/', beside)

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
    const draw = (page: Request) => pages(page, context)
    const answer = isWellFormed(request)
      ? withoutDatabase(await draw(request), fault.error)
      : await malformed(request, draw)
    return session || setCookies.length > 0 ? personal(answer, session, setCookies) : unshared(answer)
  })

  return site
}

const isWebhook = (c: Context) => c.req.path.startsWith('/webhooks/')

/**
 * What is drawn for somebody signed in is theirs alone, and says so to a browser that still shows another
 * (`app/ui/browser/session-watch.tsx`). A cookie that a form has set itself wins over ours.
 */
function personal(answer: Response, session: Session | null, setCookies: string[]): Response {
  const headers = new Headers(answer.headers)
  headers.set('cache-control', 'private, no-store')
  if (session) headers.set('x-reader', identityOf(session))
  const names = new Set(headers.getSetCookie().map((cookie) => cookie.split('=')[0]))
  for (const cookie of setCookies) if (!names.has(cookie.split('=')[0])) headers.append('set-cookie', cookie)
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers })
}

/** A visitor's page tells their zone, theme and what they hold: nobody between keeps it, and browsers ask about it each time. */
function unshared(answer: Response): Response {
  if (answer.headers.has('cache-control')) return answer
  const headers = new Headers(answer.headers)
  headers.set('cache-control', 'private, no-cache')
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers })
}

/** Whether the router can read the path. One with a stray % sign it would print on the console, names and all. */
function isWellFormed(request: Request): boolean {
  try {
    decodeURIComponent(new URL(request.url).pathname)
    return true
  } catch {
    return false
  }
}

/** The page for an address that is none, drawn for one that the router can read. Only a browser's own look at it is drawn. */
async function malformed(request: Request, draw: (request: Request) => Promise<Response>): Promise<Response> {
  const url = new URL('/not-an-address', request.url)
  if (!/^(GET|HEAD)$/.test(request.method) || request.url.includes('.data')) {
    return problem('invalid', { errors: { url: 'Send a path without stray % signs' } })
  }
  const { body, headers } = await draw(new Request(url, { method: request.method, headers: request.headers }))
  return new Response(body, { status: 400, headers })
}

/**
 * A page that failed because the database is away says so: React Router has one status for whatever fails, 500. It is no
 * answer of the page then, and the browser keeps the one it shows (`app/ui/browser/unanswered.ts`).
 */
function withoutDatabase(answer: Response, error: unknown): Response {
  if (answer.status !== 500 || !isOutage(error)) return answer
  const headers = new Headers(answer.headers)
  headers.set('retry-after', RETRY_AFTER)
  headers.delete('x-remix-response')
  return new Response(answer.body, { status: 503, headers })
}

/** With the token; or, of a demo, from this machine itself, and not through a proxy on it, behind which anybody may be. */
function mayWatch({ config }: App, c: Context<Site>): boolean {
  const given = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1]
  if (config.METRICS_TOKEN && given) return digest(given).equals(digest(config.METRICS_TOKEN))
  if (config.mode === 'live') return false // Live there is a proxy before it, and not every proxy says so.
  const address = clientAddress(c.env?.incoming?.socket.remoteAddress ?? '', undefined, [])
  return isLoopback(address) && !isPassedOn(c.req.raw.headers)
}

/** Of one length, so that comparing tells nothing of where two differ. */
const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * The same request under the public origin: behind a proxy that ends TLS it comes as http, and React Router would take
 * every form for one from another site. Part by part, never `new URL(path, origin)`: a path may be "//evil".
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

function refuse(error: HTTPException, c: Context): Response {
  if (error.status === 403) return problem('forbidden')
  if (error.status === 413) return problem('too_large')
  return error.status === 400
    ? problem('invalid', { errors: { body: 'Send a well-formed body' } })
    : c.body(null, error.status)
}

/** The first part of an address. What follows may name somebody, so it is not logged. */
const section = (c: Context) => `/${c.req.path.split('/')[1] ?? ''}`
