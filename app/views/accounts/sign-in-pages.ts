/** What the pages of signing in have in common: where they lead, and what they answer with. Server side. */
import { redirect } from 'react-router'
import { ownPath } from '#server/http/guards'

/** For pages about one person: in no cache and no index. */
export const PERSONAL = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' }

/** For `headers` of such a page, which alone decides them: how long to wait is said where a form came too often. */
export function personalHeaders({ actionHeaders }: { actionHeaders: Headers }): Headers {
  const headers = new Headers(PERSONAL)
  const wait = actionHeaders.get('Retry-After')
  if (wait) headers.set('Retry-After', wait)
  return headers
}

/** A path of ours that the address says to go on to. */
export const nextOf = (request: Request): string => ownPath(new URL(request.url).searchParams.get('next'))

/** Pages that a guard leads from to sign in: who comes by them was on the way there. */
const GUARDED = /^\/(account|admin-dashboard|mentor|cohort|profile)(?![\w-])/i

/**
 * Where somebody goes once they are signed in. Admins go to their dashboard, also from a public page where they pressed 'Sign
 * Up / Login' (specification §6), unless a guard had led them here.
 */
export const pageAfterSignIn = (admin: boolean, next: string): string =>
  admin && !GUARDED.test(next) ? '/admin-dashboard' : next

/** Leads on, with the cookies of whoever was let in or out. */
export function redirectWithCookies(to: string, setCookies: string[] = []): Response {
  const headers = new Headers(PERSONAL)
  for (const cookie of setCookies) headers.append('Set-Cookie', cookie)
  return redirect(to, { status: 303, headers })
}

/** The secret of a mailed link. One that is far too long is none of ours. */
export const linkTokenOf = (request: Request): string =>
  (new URL(request.url).searchParams.get('token') ?? '').slice(0, LONGEST_TOKEN)

const LONGEST_TOKEN = 100 // Characters. Ours have 32.
