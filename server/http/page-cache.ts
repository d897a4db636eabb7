/**
 * Caches the list of mentors and its landing pages, rendered once for all visitors who would see the same. A page is
 * valid until the list has another version (`server/search/sync.ts` follows the changes of every process) or the minute
 * ends, since free times pass. Decision 0012.
 *
 * A cached page is rendered from a request of its own that holds only the cache key: address, zone and theme. Nothing
 * else of the first visitor (cookies, name, network) can get into it.
 */
import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import { RouterContextProvider } from 'react-router'
import { isTimeZone } from '#domain/time/zone'
import { chooseEncoding } from '#server/http/compression'
import { appContext, cachedPageContext, nonceContext, type App } from '#server/context'
import { contentSecurityPolicy, setSecurityHeaders } from '#server/http/headers'
import { openPageStore, toVariant, type CachedPage, type PageStore } from '#server/http/page-cache-store'
import type { Pages } from '#server/http/site/pages'

/**
 * The list and its landing pages, as documents and as the router's `.data`. Other spellings of an address are not
 * cached.
 */
const CACHED_PATHS = /^\/mentors(?:\/(?:from|in)\/[a-z-]+(?:\/[a-z-]+)*)?(?:\.data)?$/
const MAX_ADDRESS_LENGTH = 1_000 // All filters together take fewer.
const MAX_HEADER_LENGTH = 400 // Our own cookies take 200 at most.
const MAX_MEMOIZED = 1_000 // Headers.
const MINUTE_MS = 60_000

const compress = promisify(brotliCompress)
const ENCODER = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } // 2 ms a page, paid once for many responses.

/** Middleware: responds with a cached page, or renders and caches it. All other requests go on to the next handler. */
export function pageCache(app: App, pages: Pages, store: PageStore = openPageStore()): MiddlewareHandler {
  const { origin } = new URL(app.config.PUBLIC_URL)
  const sharedCookiesOf = memoize(sharedCookies)
  const encodingOf = memoize((accepted) => chooseEncoding(accepted) ?? 'identity')

  return async (c, next) => {
    const request = c.req.raw
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    const address = request.url.slice(request.url.indexOf('/', 8)) // After the scheme and the host.
    if (!isCacheable(address) || request.headers.has('authorization')) return next()
    const cookies = sharedCookiesOf(request.headers.get('cookie') ?? '')
    if (cookies === null) return next()

    store.invalidateUnless({ version: app.directory.version, minute: Math.floor(app.now().getTime() / MINUTE_MS) })
    const key = `${cookies}\n${address}`
    const cached = store.find(key)
    const page = cached ?? (await store.renderOnce(key, () => render(app, pages, origin + address, cookies)))
    if (!page) return next()

    const variant = store.variant(key, page, encodingOf(request.headers.get('accept-encoding') ?? ''))
    const notModified = hasTag(request.headers.get('if-none-match'), variant.tag)
    const headers = notModified ? variant.notModifiedHeaders : variant.headers
    return new Response(notModified ? null : variant.bytes, {
      status: notModified ? 304 : 200,
      headers: cached ? headers : { ...headers, 'server-timing': 'cache;desc=miss' },
    })
  }
}

/** Whether the page at this path and query is the same for all visitors of one zone and theme. */
export function isCacheable(address: string): boolean {
  if (!address.startsWith('/mentors') || address.length > MAX_ADDRESS_LENGTH) return false
  const query = address.indexOf('?')
  return CACHED_PATHS.test(query < 0 ? address : address.slice(0, query))
}

/**
 * The cookies that a cached page may depend on, zone and theme, as the Cookie header it is rendered from. Null if the
 * visitor gets a page of their own, which is the case with any other cookie: a new cookie, such as a session's, is
 * private until it is listed in `IGNORED_COOKIES`. Forgetting to list one costs time, not privacy.
 */
export function sharedCookies(cookies: string): string | null {
  if (cookies.length > MAX_HEADER_LENGTH) return null
  let [zone, theme] = ['', '']
  for (const cookie of cookies.split(';')) {
    const [name = '', value = ''] = cookie.trim().split('=', 2)
    if (IGNORED_COOKIES.test(name)) continue
    if (name === 'zone') zone ||= validZone(value)
    else if (name === 'theme') theme ||= /^[a-z]{1,10}$/.test(value) ? `theme=${value}` : ''
    else if (cookie.trim() !== '') return null
  }
  return [zone, theme].filter(Boolean).join('; ')
}

/** Cookies that only booking and signing in read; their pages are never cached. */
const IGNORED_COOKIES = /^(__Host-)?(browser|known)$/

function validZone(value: string): string {
  try {
    const zone = decodeURIComponent(value)
    return isTimeZone(zone) ? `zone=${encodeURIComponent(zone)}` : ''
  } catch {
    return '' // A stray % sign.
  }
}

/**
 * Renders a page for no visitor in particular. Null if it cannot be cached: an error, a redirect, a response that sets
 * a cookie or forbids storing, or one of which a part failed. The request then goes on as if there were no cache, and
 * the error is reported there.
 */
async function render(app: App, pages: Pages, url: string, cookie: string): Promise<CachedPage | null> {
  const context = new RouterContextProvider() // Without the client's address: a page that reads it is not cached.
  const nonce = randomBytes(16).toString('base64')
  const outcome = { failed: false }
  context.set(appContext, app)
  context.set(nonceContext, nonce)
  context.set(cachedPageContext, outcome)
  try {
    const response = await pages(new Request(url, cookie ? { headers: { cookie } } : {}), context)
    const text = await response.text()
    if (response.status !== 200 || outcome.failed || isPersonal(response.headers)) return null
    return await toCachedPage(app, response.headers, text, nonce)
  } catch {
    return null
  }
}

const isPersonal = (headers: Headers) =>
  headers.has('set-cookie') || /\bno-store\b/.test(headers.get('cache-control') ?? '')

async function toCachedPage(app: App, rendered: Headers, text: string, nonce: string): Promise<CachedPage | null> {
  const policy = rendered.get('content-type')?.startsWith('text/html') ? withHashes(text, nonce) : { text, scripts: [] }
  if (!policy) return null
  const headers = new Headers(rendered)
  headers.delete('content-length')
  headers.set('cache-control', 'private, no-cache') // Browsers store it and revalidate it by its tag.
  headers.set('vary', 'Accept-Encoding, Cookie')
  setSecurityHeaders(headers, app.config.PUBLIC_URL, contentSecurityPolicy(policy.scripts, app.auth.google))
  const bytes = Buffer.from(policy.text)
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  const page: CachedPage = { hash, headers: Object.fromEntries(headers), variants: new Map() }
  page.variants.set('br', toVariant(page, 'br', await compress(bytes, ENCODER)))
  return page
}

/**
 * The page's text without its nonce, and the hashes of the scripts that carried it. A script without the nonce gets no
 * hash, so browsers refuse an injected one. Null if a script with the nonce has no text to hash, or the nonce is in the
 * text.
 */
export function withHashes(html: string, nonce: string): { text: string; scripts: string[] } | null {
  const mark = ` nonce="${nonce}"`
  const scripts: string[] = []
  for (const [, attributes = '', code = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (!attributes.includes(mark)) continue
    if (/\ssrc=/.test(attributes)) return null
    scripts.push(`'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  }
  const text = html.replaceAll(mark, '')
  return text.includes(nonce) ? null : { text, scripts: [...new Set(scripts)] }
}

/** RFC 9110 §13.1.2: a list of tags, compared weakly, or `*`. */
function hasTag(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
}

/** Browsers send few different headers, so each is parsed once. Cleared as a whole when full. */
function memoize<Result>(parse: (header: string) => Result): (header: string) => Result {
  const known = new Map<string, Result>()
  return (header) => {
    const result = known.get(header)
    if (result !== undefined) return result
    const parsed = parse(header)
    if (known.size >= MAX_MEMOIZED) known.clear()
    if (header.length <= MAX_HEADER_LENGTH) known.set(header, parsed)
    return parsed
  }
}
