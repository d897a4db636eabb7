/**
 * Who may do what, in one place. Every loader and action of a page that is not public calls a guard first; the path alone
 * protects nothing. `tests/process/access*.test.ts` request every route with every role.
 *
 *   visitor   public pages
 *   member    also their own account
 *   mentor    also their own mentor record and their desk
 *   admin     everything; with a second step on a live site
 *
 * What belongs to another account is 404, as if it did not exist.
 */
import { data, redirect, type RouterContextProvider } from 'react-router'
import type { Session } from '#domain/accounts/account'
import { appContext, sessionContext } from '#server/context'
import { splitLanguage } from '#server/platform/language/language-path'
import * as m from '#messages/problems'
import { FALLBACK } from '../../../messages/languages.ts'

type Context = Readonly<RouterContextProvider>

/** Redirects to sign in are not cached, since the same person may be signed in a minute later. */
const PERSONAL = { headers: { 'cache-control': 'private, no-store' } }

/** Who is signed in; null for a visitor. */
export const currentSession = (context: Context): Session | null => context.get(sessionContext)

/** The session of a signed-in account. Redirects a visitor to sign in, and from there back. */
export function requireAccount(context: Context, request: Request): Session {
  const session = currentSession(context)
  if (!session) throw redirect(`/sign-in?next=${encodeURIComponent(requestedPath(request))}`, PERSONAL)
  return session
}

/**
 * The session of an accepted or paused mentor. Redirects a visitor to sign in and back, and other accounts to where one
 * applies.
 */
export function requireMentor(context: Context, request: Request): Session & { mentorId: string } {
  const session = requireAccount(context, request)
  if (session.mentorId === null) throw redirect('/become-a-mentor', PERSONAL)
  return { ...session, mentorId: session.mentorId }
}

/** The session of an admin. Redirects a visitor to the admin's sign-in page; throws 403 for other accounts. */
export function requireAdmin(context: Context, request: Request): Session {
  requireEnglish(request)
  const session = currentSession(context)
  if (!session) throw redirect(`/AdminLogin?next=${encodeURIComponent(requestedPath(request))}`, PERSONAL)
  if (session.role !== 'admin') throw data(m.adminsOnly(), { status: 403, statusText: 'Forbidden' })
  const { mode } = context.get(appContext).config
  if (mode === 'live' && !session.secondFactor) {
    throw redirect(`/account/second-step?required&next=${encodeURIComponent(requestedPath(request))}`)
  }
  return session
}

/**
 * Admins' pages are in English and have no address in another language. Redirects to the one that they have, whole, since the
 * router would put the prefix back before a path.
 */
export function requireEnglish(request: Request): void {
  const { language } = splitLanguage(new URL(request.url).pathname)
  if (language !== FALLBACK) throw redirect(keepHost(request, requestedPath(request)), PERSONAL)
}

/**
 * The address of a path that has its language, to redirect to: the router would put that of the page before a mere path. Without a
 * scheme, since a proxy may end TLS before the product.
 */
export const keepHost = (request: Request, path: string): string => `//${new URL(request.url).host}${path}`

/** The page that a request was for, as a path to return to, without its language. Without the query of a POST, which names an action. */
function requestedPath(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  const { path } = splitLanguage(pathname.replace(/^\/+/, '/'))
  const page = path.replace(/(\/_)?\.data$/, '') || '/'
  searchParams.delete('_routes') // The router's own.
  return request.method === 'GET' && searchParams.size > 0 ? `${page}?${searchParams}` : page
}

/**
 * The path without its language, if it stays on this site, otherwise "/". Browsers read "//evil" and "/\\evil" as other
 * hosts, and resolve "/..//evil" to one. The router puts the language of the page before it again.
 */
export function ownPath(path: string | null): string {
  if (!path || path.length > 500) return '/'
  const page = splitLanguage(path).path
  return OWN_PATH.test(page) ? page : '/'
}

/** The page of ours that led to a request, by its Referer, which browsers send to our own site alone. Null if it is not known. */
export function pageBefore({ headers }: Request): string | null {
  const referer = headers.get('referer')
  if (!referer || !URL.canParse(referer)) return null
  const { pathname, search } = new URL(referer)
  return ownPath(pathname + search)
}

const OWN_PATH = /^(?!\/[^?#]*\/\/|\/\/)\/[\u0021-\u005B\u005D-\u007E]*$/ // No white space, no backslash.
