/**
 * /account/leave — says exactly what closing the account does, and closes it after the identity was just confirmed.
 * The page after it is a new document, so that nothing of what was read stays in the browser.
 */
import { data, redirect } from 'react-router'
import { isProven } from '#domain/accounts/account'
import { closeAccount, type CloseRefusal } from '#server/privacy/leaving/close-account'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted } from '#server/platform/http/form'
import { requireAccount } from '#server/site/guards/account-guards'
import * as m from '#messages/accounts'
import { LeavePage } from '../../../ui/accounts/leave-page.tsx'
import { readLeavePage, readShownRefunds } from '../../../views/accounts/leave.ts'
import { ownZone } from '../../../views/accounts/own-zone.ts'
import { personalHeaders, redirectWithCookies } from '../../../views/accounts/sign-in-pages.ts'
import type { Route } from './+types/leave'

const CONFIRM = `/account/confirm?next=${encodeURIComponent('/account/leave')}`

export function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAccount(context, request)
  return readLeavePage(context.get(appContext), session, ownZone(request, session))
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireAccount(context, request)
  const app = context.get(appContext)
  const shown = readShownRefunds((await readPosted(request)).get('shown'))
  if (!shown) throw data(null, 400)
  if (!isProven(session, app.now())) throw redirect(CONFIRM, 303)
  const { client } = clientOfPage(context, request)
  const closed = await closeAccount(app, session, shown, client)
  if (!closed.ok) return data({ refused: REFUSALS[closed.error.code]() }, 409)
  const response = redirectWithCookies('/reopen?closed', [app.auth.clearCookie()])
  response.headers.set('X-Remix-Reload-Document', 'true')
  return response
}

const REFUSALS: Record<CloseRefusal['code'], () => string> = {
  refund_changed: m.notClosedRefundChanged,
  only_admin: m.notClosedOnlyAdmin,
}

export const headers = personalHeaders

export default function Leave({ loaderData, actionData }: Route.ComponentProps) {
  return <LeavePage page={loaderData} refused={actionData?.refused ?? null} confirmAt={CONFIRM} />
}
