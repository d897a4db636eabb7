/**
 * POST /sign-out — ends the browser's session. Following a link to it does nothing. The page after it is a new document, so
 * that nothing of what was read or typed stays in the browser.
 */
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { currentSession } from '#server/site/guards/account-guards'
import { signOut } from '#server/accounts/sign-in/sign-in'
import type { Route } from './+types/sign-out'
import { redirectWithCookies } from '../../../views/accounts/sign-in-pages.ts'

export function loader() {
  return redirectWithCookies('/')
}

export async function action({ context, request }: Route.ActionArgs) {
  const { client } = clientOfPage(context, request)
  const response = redirectWithCookies('/', await signOut(context.get(appContext), currentSession(context), client))
  response.headers.set('X-Remix-Reload-Document', 'true')
  return response
}
