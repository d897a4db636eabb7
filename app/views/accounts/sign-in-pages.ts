/** What the pages of signing in share: response headers, and where they lead. Server side. */
import { redirect, type RouterContextProvider } from 'react-router'
import { currentSession, ownPath } from '#server/site/guards/account-guards'

/** Headers of a page about one person: not cached, not indexed. */
export const PERSONAL = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' }

/** The `headers` export of such a page. Passes on Retry-After after too many attempts. */
export function personalHeaders({ actionHeaders }: { actionHeaders: Headers }): Headers {
  const headers = new Headers(PERSONAL)
  const wait = actionHeaders.get('Retry-After')
  if (wait) headers.set('Retry-After', wait)
  return headers
}

/** The path in `?next=`, if it is on this site. */
export const readNextPath = (request: Request): string => ownPath(new URL(request.url).searchParams.get('next'))

/** Pages whose guard redirects to sign-in: an admin who comes from one wants to go back there. */
const GUARDED = /^\/(account|admin-dashboard|mentor|cohort|cohorts\/propose|profile|claim)(?![\w-])/i

/**
 * Where to go after signing in. Admins go to their dashboard, also from a public page (specification §6), unless a
 * guard had redirected them to sign in.
 */
export const pageAfterSignIn = (admin: boolean, next: string): string =>
  admin && !GUARDED.test(next) ? '/admin-dashboard' : next

/** The loader of a page for signing in or up: the path to go to after it. Throws a redirect there if someone is signed in. */
export function loadNextPath(context: Readonly<RouterContextProvider>, request: Request): string {
  const next = readNextPath(request)
  const session = currentSession(context)
  if (session) throw redirectWithCookies(pageAfterSignIn(session.role === 'admin', next))
  return next
}

export function redirectWithCookies(to: string, setCookies: string[] = []): Response {
  const headers = new Headers(PERSONAL)
  for (const cookie of setCookies) headers.append('Set-Cookie', cookie)
  return redirect(to, { status: 303, headers })
}

/** The token of an emailed link, cut to a length that ours never have. */
export const readLinkToken = (request: Request): string =>
  (new URL(request.url).searchParams.get('token') ?? '').slice(0, MAX_TOKEN_LENGTH)

const MAX_TOKEN_LENGTH = 100 // Characters. Ours have 32.
