/** /cohorts/:slug/join — takes a seat in a cohort: who joins, and then the payment page, or an email for a free one. */
import { data } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted } from '#server/platform/http/form'
import { currentSession } from '#server/site/guards/account-guards'
import { JoinPage } from '../../../ui/cohorts/joining/join-page.tsx'
import { zoneOfCookie } from '../../../ui/time/clock.ts'
import { respondToPurchase } from '../../../views/bookings/purchase.ts'
import { aboutPricesFor } from '../../../views/payments/shown-currency.ts'
import { joinByForm, readJoin } from '../../../views/cohorts/join.ts'
import type { Route } from './+types/join-cohort'

/** The address may carry a hold's secret: no cache and no other site may see it. Not `no-referrer`: forms need an Origin. */
const HEADERS = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin', 'X-Robots-Tag': 'noindex' }

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const again = new URL(request.url).searchParams.get('again')
  const app = context.get(appContext)
  const actor = { session: currentSession(context), again, about: aboutPricesFor(app, request) }
  const view = await readJoin(app, params.slug, actor)
  if (!view) throw data(null, { status: 404, headers: HEADERS })
  return data(view, { headers: HEADERS })
}

export async function action({ context, request, params: { slug } }: Route.ActionArgs) {
  const { client, setCookie } = clientOfPage(context, request)
  const form = await readPosted(request)
  const actor = { client, session: currentSession(context), timeZone: zoneOfCookie(client.cookies) }
  const outcome = await joinByForm(context.get(appContext), slug, form, actor)
  if (!outcome) throw data(null, { status: 404, headers: HEADERS })
  const headers = { ...HEADERS, ...(setCookie && { 'Set-Cookie': setCookie }) }
  return respondToPurchase(outcome, '/cohorts/', headers)
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  const headers = new Headers(HEADERS)
  const wait = actionHeaders.get('Retry-After')
  if (wait) headers.set('Retry-After', wait)
  return headers
}

export default function JoinCohort({ loaderData, actionData }: Route.ComponentProps) {
  return <JoinPage view={loaderData} result={actionData} />
}
