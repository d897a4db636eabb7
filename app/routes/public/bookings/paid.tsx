/** /pay/{token}/paid — where the payment page leads who has paid for another person's session. It settles, as /success does. */
import { data, redirect } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { PayerPage } from '../../../ui/bookings/payment-links/payer-page.tsx'
import { PRIVATE_PAGE } from '../../../ui/bookings/results/result-page.tsx'
import { zoneOfCookie } from '../../../ui/time/clock.ts'
import { readPaidPage } from '../../../views/bookings/payment-links/payer-page.ts'
import type { Route } from './+types/paid'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const zone = zoneOfCookie(request.headers.get('cookie'))
  const { browser } = clientOfPage(context, request).client
  const view = await readPaidPage(context.get(appContext), params.token, { zone, browser })
  if (!view) throw data(null, { status: 404, headers: PRIVATE_PAGE })
  if (view.state === 'own') throw redirect(view.to, { headers: PRIVATE_PAGE })
  return data({ view, action: `/pay/${params.token}` }, { headers: PRIVATE_PAGE })
}

export const headers = ({ errorHeaders }: Route.HeadersArgs) => errorHeaders ?? PRIVATE_PAGE

export default function Paid({ loaderData }: Route.ComponentProps) {
  return <PayerPage {...loaderData} />
}
