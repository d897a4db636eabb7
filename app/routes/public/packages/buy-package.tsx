/** /mentors/:slug/package?session=…&sessions=3 — buys a package: who buys, and then the payment page. */
import { data } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted } from '#server/platform/http/form'
import { currentSession } from '#server/site/guards/account-guards'
import { BuyPage } from '../../../ui/packages/buy-page.tsx'
import { zoneOfCookie } from '../../../ui/time/clock.ts'
import { respondToPurchase } from '../../../views/bookings/purchase.ts'
import { buyByForm, packageInAddress, readBuy } from '../../../views/packages/buy.ts'
import { aboutPricesFor } from '../../../views/payments/shown-currency.ts'
import type { Route } from './+types/buy-package'

/** Not `no-referrer`: forms need an Origin. */
const HEADERS = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin', 'X-Robots-Tag': 'noindex' }

export async function loader({ context, request, params: { slug } }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const canceled = new URL(request.url).searchParams.has('canceled')
  const reader = { session: currentSession(context), canceled, about: aboutPricesFor(app, request) }
  const view = await readBuy(app, packageInAddress(request, slug), reader)
  if (!view) throw data(null, { status: 404, headers: HEADERS })
  return data(view, { headers: HEADERS })
}

export async function action({ context, request, params: { slug } }: Route.ActionArgs) {
  const { client, setCookie } = clientOfPage(context, request)
  const buyer = { client, session: currentSession(context), timeZone: zoneOfCookie(client.cookies) }
  const form = await readPosted(request)
  const outcome = await buyByForm(context.get(appContext), packageInAddress(request, slug), form, buyer)
  const headers = { ...HEADERS, ...(setCookie && { 'Set-Cookie': setCookie }) }
  return respondToPurchase(outcome, '/packages/', headers)
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  const headers = new Headers(HEADERS)
  const wait = actionHeaders.get('Retry-After')
  if (wait) headers.set('Retry-After', wait)
  return headers
}

export default function BuyPackage({ loaderData, actionData }: Route.ComponentProps) {
  return <BuyPage view={loaderData} result={actionData} />
}
