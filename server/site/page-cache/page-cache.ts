/**
 * Caches public pages (`server/platform/http/public-pages.ts`), each rendered once for all visitors who would see the same. A page
 * is valid until something that it shows has another version, or the minute ends, since free times pass. Decision 0012.
 *
 * A cached page is rendered from a request of its own that holds only the cache key: the address and the cookies that the
 * page declares. Nothing else of the first visitor (cookies, name, network) can get into it.
 */
import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
import { chooseEncoding } from '#server/platform/http/compression'
import type { App } from '#server/context'
import { contentSecurityPolicy, setSecurityHeaders } from '#server/platform/http/headers'
import {
  bytesOfVariants,
  CACHED_ENCODINGS,
  findVariant,
  LIMITS,
  openPageStore,
  toVariant,
  type CachedPage,
} from '#server/site/page-cache/page-cache-store'
import { acceptedLanguage } from '#server/platform/language/accept-language'
import { newRequestId } from '#server/platform/http/request-id'
import { readAddress } from '#server/site/languages'
import { viewedProfile } from '#server/site/monitoring/page-views'
import { admit, type Admission } from '#server/site/page-cache/overload'
import {
  findMoment,
  renderShared,
  sharedCookies,
  sharedPageAt,
  type OwnChanges,
  type SharedResponse,
} from '#server/site/page-cache/shared-pages'
import type { SiteEnv } from '#server/site/hono-env'
import type { Pages } from '#server/site/pages-in-languages'
import { countView } from '#server/mentors/views'
import { catchUp } from '#server/search/sync'
import { singleFlight } from '#server/mentors/availability/single-flight'

const MAX_MEMOIZED = 1_000 // Headers.
const MAX_MEMOIZED_LENGTH = 400
/** Of pages that change seldom there are few. */
const FEW = { pages: 100, bytes: LIMITS.bytes / 8 }

const compress = promisify(brotliCompress)
const ENCODER = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } // 2 ms a page, paid once for many responses.

/**
 * Middleware: responds with a cached page, or renders and caches it. All other requests go on to the next handler. A client that
 * finds a page is served whatever else is under way; rendering is work, to which `admission` has to agree.
 */
export function pageCache(
  app: App,
  pages: Pages,
  admission: Admission,
  changes: OwnChanges,
): MiddlewareHandler<SiteEnv> {
  const { origin } = new URL(app.config.PUBLIC_URL)
  const offered = app.config.LANGUAGES
  const findAccepted = memoize((accepted) => acceptedLanguage(accepted, offered))
  const stores = { always: openPageStore(bytesOfVariants), seldom: openPageStore(bytesOfVariants, FEW) }
  const findEncoding = memoize((accepted) => chooseEncoding(accepted, CACHED_ENCODINGS) ?? 'identity')
  const onward = admit(admission)
  const admitted = async (c: Context<SiteEnv>, rendering: () => Promise<CachedPage | null>) => {
    const begun = admission(c)
    return begun instanceof Response ? null : rendering().finally(begun)
  }
  /** False while the database is unavailable. */
  const upToDate = singleFlight(() =>
    catchUp(app).then(
      () => true,
      () => false,
    ),
  )

  return async (c, next) => {
    const request = c.req.raw
    if (request.method !== 'GET' && request.method !== 'HEAD') return onward(c, () => next().finally(changes.note))
    const address = readAddress(request)
    const page = sharedPageAt(address, offered)
    if (!page || request.headers.has('authorization')) return onward(c, next)
    const cookies = request.headers.get('cookie') ?? ''
    if (cookies && !page.data && app.auth.hasCookie(cookies)) return onward(c, next)
    if (page.data && !(await upToDate('now'))) return onward(c, next)
    if (changes.noted()) await changes.learn()

    const findLanguage = () => findAccepted(request.headers.get('accept-language') ?? '')
    const shared = sharedCookies(app, page, cookies, findLanguage)
    const store = stores[page.changes]
    store.invalidateUnless(findMoment(app, page.changes))
    const key = `${shared}\n${address}`
    const cached = store.find(key)
    const found =
      cached ?? (await store.renderOnce(key, () => admitted(c, () => render(app, pages, origin + address, shared))))
    if (!found) return onward(c, next)

    const viewed = found.status === 200 && viewedProfile(request, c.req.path)
    if (viewed) countView(app, viewed, null)
    const variant = findVariant(store, key, found, findEncoding(request.headers.get('accept-encoding') ?? ''))
    const notModified = found.status === 200 && hasTag(request.headers.get('if-none-match'), variant.tag)
    const stored = notModified ? variant.notModifiedHeaders : variant.headers
    const headers = {
      ...stored,
      'x-request-id': newRequestId(),
      ...(!cached && { 'server-timing': 'cache;desc=miss' }),
    }
    return new Response(notModified ? null : variant.bytes, { status: notModified ? 304 : found.status, headers })
  }
}

async function render(app: App, pages: Pages, url: string, cookie: string): Promise<CachedPage | null> {
  const nonce = randomBytes(16).toString('base64')
  const rendered = await renderShared(app, pages, new Request(url, cookie ? { headers: { cookie } } : {}), { nonce })
  return rendered && toCachedPage(app, rendered, nonce)
}

/** Null if `withHashes` is. */
async function toCachedPage(
  app: App,
  { status, headers: rendered, text }: SharedResponse,
  nonce: string,
): Promise<CachedPage | null> {
  const policy = rendered.get('content-type')?.startsWith('text/html') ? withHashes(text, nonce) : { text, scripts: [] }
  if (!policy) return null
  const headers = new Headers(rendered)
  headers.delete('content-length')
  // Browsers store it and revalidate it by its tag.
  headers.set('cache-control', status === 200 ? 'private, no-cache' : 'no-store')
  headers.set('vary', 'Accept-Encoding, Accept-Language, Cookie')
  setSecurityHeaders(headers, app.config.PUBLIC_URL, contentSecurityPolicy(policy.scripts, app.auth.google))
  const bytes = Buffer.from(policy.text)
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  const page: CachedPage = { status, hash, headers: Object.fromEntries(headers), variants: new Map() }
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
    if (header.length <= MAX_MEMOIZED_LENGTH) known.set(header, parsed)
    return parsed
  }
}
