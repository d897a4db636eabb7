/**
 * Who may do what, in one place. Loaders and actions ask here first; the pattern of an address decides nothing.
 * `tests/` walk every route with every role.
 *
 *   visitor   whatever is public
 *   member    their own account
 *   mentor    and their own mentor record
 *   admin     and everybody's; with a second step when live
 *
 * What is another's is answered as what does not exist: 404.
 */
import { data, redirect, type RouterContextProvider } from 'react-router'
import type { Session } from '#domain/accounts/account'
import { appContext, sessionContext } from '#server/context'

type Context = Readonly<RouterContextProvider>

/** Who was turned away a minute ago may be let in now: no browser and no proxy keeps the answer. */
const PERSONAL = { headers: { 'cache-control': 'private, no-store' } }

/** Who is signed in; null for a visitor. */
export const currentSession = (context: Context): Session | null => context.get(sessionContext)

/** Whoever is signed in. A visitor is led to sign in, and back. */
export function requireAccount(context: Context, request: Request): Session {
  const session = currentSession(context)
  if (!session) throw redirect(`/sign-in?next=${encodeURIComponent(pathOf(request))}`, PERSONAL)
  return session
}

/** An admin. A visitor is led to the admin's door, a member told that this is not theirs. */
export function requireAdmin(context: Context, request: Request): Session {
  const session = currentSession(context)
  if (!session) throw redirect(`/AdminLogin?next=${encodeURIComponent(pathOf(request))}`, PERSONAL)
  if (session.role !== 'admin') throw data('For admins only', { status: 403, statusText: 'Forbidden' })
  const { mode } = context.get(appContext).config
  if (mode === 'live' && !session.secondFactor) {
    throw redirect(`/account/second-step?required&next=${encodeURIComponent(pathOf(request))}`)
  }
  return session
}

/** Where a request was going, as a path of ours: the page that what it sends for belongs to, never what changes something. */
function pathOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  const page = pathname.replace(/^\/+/, '/').replace(/(\/_root)?\.data$/, '') || '/'
  searchParams.delete('_routes') // The router's own.
  return request.method === 'GET' && searchParams.size > 0 ? `${page}?${searchParams}` : page
}

/**
 * A path on this site, never an address elsewhere: browsers read "//evil" and "/\\evil" as other hosts, and make such a one
 * of "/..//evil".
 */
export function ownPath(path: string | null): string {
  return path && path.length <= 500 && OWN_PATH.test(path) ? path : '/'
}

const OWN_PATH = /^(?!\/[^?#]*\/\/|\/\/)\/[\u0021-\u005B\u005D-\u007E]*$/ // No white space, no backslash.
