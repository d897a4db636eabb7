/**
 * The list of mentors, drawn once for all visitors who would see the same. A page is kept for as long as nothing it says
 * has changed: until the list is of another version (`server/search/sync.ts` follows changes of every process)
 * or the minute is over, since free times pass. Decision 0012.
 *
 * A page that is kept is drawn for nobody: the request it is drawn from holds the address, the zone and the theme, which
 * are its key, and nothing else of whoever asked first. Nobody's cookies, name or network can get into it.
 */
import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import { RouterContextProvider } from 'react-router'
import { isTimeZone } from '#domain/time/zone'
import { chooseEncoding } from '#server/http/compression'
import { appContext, keptContext, nonceContext, type App } from '#server/context'
import { contentSecurityPolicy, setSecurityHeaders } from '#server/http/headers'
import { openPageStore, toForm, type KeptPage, type PageStore } from '#server/http/page-cache-store'

type Pages = (request: Request, context: RouterContextProvider) => Promise<Response>

/** The list and its landing pages, as documents and as what the browser's router asks for. Any other spelling is drawn anew. */
const SHARED = /^\/mentors(?:\/(?:from|in)\/[a-z-]+(?:\/[a-z-]+)*)?(?:\.data)?$/
const LONGEST_ADDRESS = 1_000 // Characters. Every filter at once takes fewer.
const LONGEST_HEADER = 400 // A browser's cookies for us take 200 at most.
const MOST_REMEMBERED = 1_000 // Different headers that were read before.
const MINUTE_MS = 60_000

const compress = promisify(brotliCompress)
const ENCODER = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } // 2 ms a page. Lower ones are for what is sent once.

/** Answers from memory, or draws for memory. Whatever it is not sure about it leaves to those who come next. */
export function pageCache(app: App, pages: Pages, store: PageStore = openPageStore()): MiddlewareHandler {
  const { origin } = new URL(app.config.PUBLIC_URL)
  const visitors = remember(visitorOf)
  const encodings = remember((accepted) => chooseEncoding(accepted) ?? 'identity')

  return async (c, next) => {
    const request = c.req.raw
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    const address = request.url.slice(request.url.indexOf('/', 8)) // After the scheme and the host.
    if (!mayKeep(address) || request.headers.has('authorization')) return next()
    const visitor = visitors(request.headers.get('cookie') ?? '')
    if (visitor === null) return next()

    store.moveTo({ version: app.directory.version, minute: Math.floor(app.now().getTime() / MINUTE_MS) })
    const key = `${visitor}\n${address}`
    const kept = store.find(key)
    const page = kept ?? (await store.draw(key, () => draw(app, pages, origin + address, visitor)))
    if (!page) return next()

    const form = store.formOf(key, page, encodings(request.headers.get('accept-encoding') ?? ''))
    const known = hasTag(request.headers.get('if-none-match'), form.tag)
    const headers = known ? form.known : form.headers
    return new Response(known ? null : form.bytes, {
      status: known ? 304 : 200,
      headers: kept ? headers : { ...headers, 'server-timing': 'cache;desc=miss' },
    })
  }
}

/** Whether what an address shows is the same for all visitors of one zone and theme. */
export function mayKeep(address: string): boolean {
  if (!address.startsWith('/mentors') || address.length > LONGEST_ADDRESS) return false
  const query = address.indexOf('?')
  return SHARED.test(query < 0 ? address : address.slice(0, query))
}

/**
 * What a kept page may know of its reader, as the Cookie header it is drawn from: zone and theme, where they have a value.
 * Null for who gets pages of their own, which is whoever has any other cookie: a new one, a session's above all, is
 * private until it is named here as one that these pages do not read. What is forgotten costs time only.
 */
export function visitorOf(cookies: string): string | null {
  if (cookies.length > LONGEST_HEADER) return null
  let [zone, theme] = ['', '']
  for (const cookie of cookies.split(';')) {
    const [name = '', value = ''] = cookie.trim().split('=', 2)
    if (UNREAD.test(name)) continue
    if (name === 'zone') zone ||= validZone(value)
    else if (name === 'theme') theme ||= /^[a-z]{1,10}$/.test(value) ? `theme=${value}` : ''
    else if (cookie.trim() !== '') return null
  }
  return [zone, theme].filter(Boolean).join('; ')
}

/** Cookies that only booking and signing in read, whose pages are never kept. */
const UNREAD = /^(__Host-)?(browser|known)$/

function validZone(value: string): string {
  try {
    const zone = decodeURIComponent(value)
    return isTimeZone(zone) ? `zone=${encodeURIComponent(zone)}` : ''
  } catch {
    return '' // A stray % sign.
  }
}

/**
 * A page as nobody in particular sees it. Null where it is not one to keep: an error, a redirect, anything that sets a
 * cookie or says that it is not to be stored, anything of which a part did not come. The visitor is then answered as if
 * there were no cache, and what went wrong is told there.
 */
async function draw(app: App, pages: Pages, url: string, cookie: string): Promise<KeptPage | null> {
  const context = new RouterContextProvider() // Without the client's address: a page that asks for it is not kept.
  const nonce = randomBytes(16).toString('base64')
  const kept = { failed: false }
  context.set(appContext, app)
  context.set(nonceContext, nonce)
  context.set(keptContext, kept)
  try {
    const answer = await pages(new Request(url, cookie ? { headers: { cookie } } : {}), context)
    const text = await answer.text()
    if (answer.status !== 200 || kept.failed || isPersonal(answer.headers)) return null
    return await keep(app, answer.headers, text, nonce)
  } catch {
    return null
  }
}

const isPersonal = (headers: Headers) =>
  headers.has('set-cookie') || /\bno-store\b/.test(headers.get('cache-control') ?? '')

async function keep(app: App, drawn: Headers, text: string, nonce: string): Promise<KeptPage | null> {
  const policy = drawn.get('content-type')?.startsWith('text/html') ? withHashes(text, nonce) : { text, scripts: [] }
  if (!policy) return null
  const headers = new Headers(drawn)
  headers.delete('content-length')
  headers.set('cache-control', 'private, no-cache') // Kept by browsers, asked about each time, with the tag.
  headers.set('vary', 'Accept-Encoding, Cookie')
  setSecurityHeaders(headers, app.config.PUBLIC_URL, contentSecurityPolicy(policy.scripts, app.auth.google))
  const bytes = Buffer.from(policy.text)
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  const page: KeptPage = { hash, headers: Object.fromEntries(headers), forms: new Map() }
  page.forms.set('br', toForm(page, 'br', await compress(bytes, ENCODER)))
  return page
}

/**
 * A page's text without its nonce, and the hashes of the scripts that had it. Only of those: a script that got into the
 * text in another way stays one that browsers refuse. Null where a script with the nonce has no text to hash.
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
function hasTag(asked: string | null, tag: string): boolean {
  if (asked === null) return false
  return asked.trim() === '*' || asked.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
}

/** What browsers send is alike from one to the next: read once. What is remembered is forgotten all at once. */
function remember<Result>(read: (header: string) => Result): (header: string) => Result {
  const known = new Map<string, Result>()
  return (header) => {
    const result = known.get(header)
    if (result !== undefined) return result
    const found = read(header)
    if (known.size >= MOST_REMEMBERED) known.clear()
    if (header.length <= LONGEST_HEADER) known.set(header, found)
    return found
  }
}
