/** Pages: React Router gets every URL that no route before has taken. */
import type { Context, Hono } from 'hono'
import { RouterContextProvider } from 'react-router'
import { identityOf, type Session } from '#domain/accounts/account'
import { savedCookie, savedOfCookie } from '#domain/mentors/saved'
import { readFrameReader, type FrameReader } from '#server/accounts/sign-in/frame-reader'
import { mergeSaved } from '#server/accounts/saved/saved'
import { readSession } from '#server/accounts/sign-in/sessions'
import {
  addressContext,
  appContext,
  faultContext,
  frameReaderContext,
  nonceContext,
  sessionContext,
  type App,
} from '#server/context'
import { whereWritable } from '#server/platform/db/connect'
import { clientAddress } from '#server/platform/http/client-address'
import { problem } from '#server/platform/http/problem'
import { withOutageStatus } from '#server/site/error-response'
import { countView } from '#server/mentors/views'
import { viewedProfile } from '#server/site/monitoring/page-views'
import type { SiteEnv } from '#server/site/hono-env'
import { openSignedInPages, type SignedInPages } from '#server/site/page-cache/signed-in-pages'
import type { Pages } from '#server/site/pages-in-languages'
import type { OwnChanges } from '#server/site/page-cache/shared-pages'
import * as m from '#messages/problems'
import { localPath } from '#words/local-path'

export function servePages(site: Hono<SiteEnv>, app: App, pages: Pages, changes: OwnChanges): void {
  const findShared: SignedInPages = import.meta.env.DEV ? async () => null : openSignedInPages(app, pages, changes)
  site.all('*', async (c) => {
    const { session, setCookies } = await readSession(app, c.req.header('cookie') ?? '', {
      maySetCookies: c.req.method === 'GET' && !c.req.path.endsWith('.data'),
    })
    if (session && c.req.method === 'GET')
      setCookies.push(...(await takeSaved(app, session, c.req.header('cookie') ?? '')))
    const shared = session && (await findShared(c.req.raw, session, c.get('nonce')))
    const response = shared ?? (await renderFor(app, pages, c, session))
    const viewed = response.status === 200 ? viewedProfile(c.req.raw, c.req.path) : null
    if (viewed) countView(app, viewed, session)
    return session || setCookies.length > 0 ? personal(response, session, setCookies) : revalidated(response)
  })
}

async function renderFor(app: App, pages: Pages, c: Context<SiteEnv>, session: Session | null): Promise<Response> {
  const fault: { error: unknown } = { error: null }
  const context = createContext(app, c, session, fault)
  const request = app.config.fixedOrigin ? onOrigin(app.config.PUBLIC_URL, c.req.raw) : c.req.raw
  const render = (page: Request) => pages(page, context)
  return hasReadablePath(request)
    ? withOutageStatus(await render(request), fault.error)
    : respondToUnreadablePath(request, render)
}

/**
 * Moves what the browser saved while signed out into the account. Returns the cookie that removes it there, unless
 * nothing can be written now.
 */
async function takeSaved(app: App, { accountId }: Session, cookies: string): Promise<string[]> {
  const saved = savedOfCookie(cookies)
  if (saved.length === 0) return []
  let isMerged = false
  await whereWritable(async () => {
    await mergeSaved(app, accountId, saved)
    isMerged = true
  })
  return isMerged ? [savedCookie([])] : []
}

/** What loaders and actions are given. A failing page leaves its error in `fault`. */
function createContext(app: App, c: Context<SiteEnv>, session: Session | null, fault: { error: unknown }) {
  const context = new RouterContextProvider()
  const socketAddress = c.env?.incoming?.socket.remoteAddress ?? ''
  const address = clientAddress(socketAddress, c.req.header('x-forwarded-for'), app.config.TRUSTED_PROXIES)
  context.set(appContext, app)
  context.set(addressContext, address)
  context.set(sessionContext, session)
  let reader: Promise<FrameReader> | undefined
  if (session) context.set(frameReaderContext, () => (reader ??= readFrameReader(app.db, session)))
  context.set(nonceContext, import.meta.env.DEV ? undefined : c.get('nonce'))
  context.set(faultContext, fault)
  return context
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
  const url = new URL(localPath('/not-an-address'), request.url)
  if (!/^(GET|HEAD)$/.test(request.method) || request.url.includes('.data')) {
    return problem('invalid', { errors: { url: m.sendCleanPath() } })
  }
  const { body, headers } = await render(new Request(url, { method: request.method, headers: request.headers }))
  return new Response(body, { status: 400, headers })
}

/**
 * A page for a signed-in reader is never stored. `x-reader` says whose it is, for a browser that still shows
 * another account's (`app/ui/browser/session-watch.tsx`). A cookie that the page has set itself wins over ours of the
 * same name.
 */
function personal(response: Response, session: Session | null, setCookies: string[]): Response {
  const { headers } = response
  headers.set('cache-control', 'private, no-store')
  if (session) headers.set('x-reader', identityOf(session))
  const names = new Set(headers.getSetCookie().map((cookie) => cookie.split('=')[0]))
  for (const cookie of setCookies) if (!names.has(cookie.split('=')[0])) headers.append('set-cookie', cookie)
  return response
}

/**
 * A visitor's page shows their zone, theme and hold: no shared cache stores it, and browsers revalidate it each time.
 */
function revalidated(response: Response): Response {
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'private, no-cache')
  return response
}
