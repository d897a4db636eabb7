/**
 * /cohorts/:slug/joined — the payment page sends people here who have paid for a seat, and the emailed link of a free one leads
 * here. It settles a payment, which records what already happened; only the button takes a free seat.
 */
import { data, redirect } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { PRIVATE_PAGE } from '../../../ui/bookings/results/result-page.tsx'
import { JoinedPage } from '../../../ui/cohorts/joining/joined-page.tsx'
import { confirmSeat, readJoined } from '../../../views/cohorts/joined.ts'
import type { Route } from './+types/joined-cohort'

// Not `no-referrer`, since forms need an Origin. `same-origin` keeps the secret from other sites too.
const HEADERS = { ...PRIVATE_PAGE, 'Referrer-Policy': 'same-origin' }

export async function loader({ context, request, params: { slug } }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const { client } = clientOfPage(context, request)
  const lookup = { slug, checkoutId: query.get('session_id'), secret: query.get('hold'), client }
  return data(await readJoined(context.get(appContext), lookup), { headers: HEADERS })
}

export async function action({ context, request, params: { slug } }: Route.ActionArgs) {
  const secret = new URL(request.url).searchParams.get('hold') ?? ''
  const { client } = clientOfPage(context, request)
  const view = await confirmSeat(context.get(appContext), { slug, secret, client })
  if (view.state === 'joined') throw redirect(`/cohorts/${slug}/joined?hold=${secret}`, { headers: HEADERS })
  return data(view, { status: view.state === 'none' ? 404 : 409, headers: HEADERS })
}

export const headers = () => HEADERS

export default function JoinedCohort({ loaderData, actionData }: Route.ComponentProps) {
  return <JoinedPage view={actionData ?? loaderData} />
}
