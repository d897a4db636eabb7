/** Pages that are rendered once for many readers: which they are, from what, and how long they are valid. */
import { RouterContextProvider } from 'react-router'
import type { FrameReader } from '#server/accounts/sign-in/frame-reader'
import { appContext, cachedPageContext, frameReaderContext, nonceContext, type App } from '#server/context'
import { declaredCookies, publicPage, type PublicPage } from '#server/platform/http/public-pages'
import { readCookie } from '#server/platform/http/cookies'
import { splitLanguage } from '#server/platform/language/language-path'
import { languageToOffer } from '#server/platform/language/offer'
import { pageVersion } from '#server/search/page-version-queries'
import { catchUp } from '#server/search/sync'
import { withOutageStatus } from '#server/site/error-response'
import type { Pages } from '#server/site/pages-in-languages'
import { FALLBACK, type Language } from '../../../messages/languages.ts'

const MAX_ADDRESS_LENGTH = 1_000 // All filters together take fewer.
const MINUTE_MS = 60_000

/** `path`: without the language and the query. */
type SharedPage = PublicPage & { language: Language; path: string }

/** The public page at this path and query, and its language; undefined if its responses are not cached. */
export function sharedPageAt(address: string, offered: readonly Language[]): SharedPage | undefined {
  if (address.length > MAX_ADDRESS_LENGTH) return undefined
  const query = address.indexOf('?')
  const { language, path } = splitLanguage(query < 0 ? address : address.slice(0, query), offered)
  const page = publicPage(path)
  return page?.data && language !== FALLBACK ? undefined : page && { ...page, language, path }
}

/**
 * The Cookie header that a page is rendered from: what it declares to read of its reader.
 *
 * @param findOther The language of the reader's account or browser.
 */
export function sharedCookies(
  { config }: Pick<App, 'config'>,
  page: SharedPage,
  cookies: string,
  findOther: () => Language | null,
): string {
  const { CURRENCY, LANGUAGES } = config
  return declaredCookies(page, CURRENCY, (name) =>
    name === 'language'
      ? languageToOffer({ page: page.language, offered: LANGUAGES }, cookies, findOther)
      : readCookie(cookies, name),
  )
}

/** What shared pages are of. */
export function findMoment(app: App, changes: PublicPage['changes']): string {
  const version = String(pageVersion(app.db))
  if (changes === 'seldom') return version
  return `${version} ${app.directory.version} ${Math.floor(app.now().getTime() / MINUTE_MS)}`
}

export type SharedResponse = { status: 200 | 503; headers: Headers; text: string }

/**
 * Renders a page for no one in particular. Null if it cannot be shared: an error, a redirect, a response that sets
 * a cookie or forbids storing, or one of which a part failed. The request then goes on as if there were no cache, and
 * the error is reported there. In an outage the page that says so is shared by those who wait for it: another one would
 * have to wait for the same database.
 */
export async function renderShared(
  app: App,
  pages: Pages,
  request: Request,
  { nonce, reader = null }: { nonce: string; reader?: FrameReader | null },
): Promise<SharedResponse | null> {
  const context = new RouterContextProvider() // Without the client's address: a page that reads it is not cached.
  const outcome = { failed: false, error: null }
  context.set(appContext, app)
  context.set(nonceContext, nonce)
  context.set(cachedPageContext, outcome)
  context.set(frameReaderContext, () => Promise.resolve(reader))
  try {
    const { status, headers, body } = withOutageStatus(await pages(request, context), outcome.error)
    const text = await new Response(body).text()
    if (status === 503) return headers.has('set-cookie') ? null : { status, headers, text }
    return status === 200 && !outcome.failed && !isPersonal(headers) ? { status, headers, text } : null
  } catch {
    return null
  }
}

const isPersonal = (headers: Headers) =>
  headers.has('set-cookie') || /\bno-store\b/.test(headers.get('cache-control') ?? '')

export type OwnChanges = ReturnType<typeof watchOwnChanges>

/**
 * People who change something see it on their next page, if the same process responds: after a form, the next shared
 * page waits for the versions. Changes by other processes and by jobs are noticed within a second.
 */
export function watchOwnChanges(app: App) {
  let isNoted = false
  let learning: Promise<void> | null = null
  return {
    note(): void {
      isNoted = true
      learning = null
    },
    noted: () => isNoted,
    /** If the database is unavailable, pages stay as they are known. */
    async learn(): Promise<void> {
      const underWay = (learning ??= catchUp(app).catch(() => undefined))
      await underWay
      if (learning === underWay) isNoted = false
    },
  }
}
