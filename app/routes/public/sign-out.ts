/** POST /sign-out — ends the browser's session. Following a link to it does nothing. */
import { clientOfPage } from '#server/http/client'
import { appContext } from '#server/context'
import { currentSession } from '#server/http/guards'
import { signOut } from '#server/accounts/sign-in/sign-in'
import type { Route } from './+types/sign-out'
import { redirectWithCookies } from '../../views/accounts/sign-in-pages.ts'

export function loader() {
  return redirectWithCookies('/')
}

export async function action({ context, request }: Route.ActionArgs) {
  const { client } = clientOfPage(context, request)
  return redirectWithCookies('/', await signOut(context.get(appContext), currentSession(context), client))
}
