/**
 * /pay/{token} — someone pays for another person's session. Opening it changes nothing, since mail scanners open links: the button is a
 * POST that leads to the payment page.
 */
import { data, redirectDocument } from 'react-router'
import { appContext } from '#server/context'
import { PayerPage } from '../../../ui/bookings/payment-links/payer-page.tsx'
import { PRIVATE_PAGE } from '../../../ui/bookings/results/result-page.tsx'
import { zoneOfCookie } from '../../../ui/time/clock.ts'
import { findPayUrl, readPayerPage } from '../../../views/bookings/payment-links/payer-page.ts'
import type { Route } from './+types/pay'

// Not `no-referrer`, since forms need an Origin. `same-origin` keeps the token from other sites too.
const HEADERS = { ...PRIVATE_PAGE, 'Referrer-Policy': 'same-origin' }

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const zone = zoneOfCookie(request.headers.get('cookie'))
  const view = await readPayerPage(context.get(appContext), params.token, zone)
  if (!view) throw data(null, { status: 404, headers: HEADERS })
  return data({ view, action: `/pay/${params.token}` }, { headers: HEADERS })
}

/** Where nothing can be paid any more, the page says why. */
export async function action({ context, params }: Route.ActionArgs) {
  const app = context.get(appContext)
  const url = await findPayUrl(app, params.token)
  if (!url && !(await readPayerPage(app, params.token, null))) throw data(null, { status: 404, headers: HEADERS })
  return redirectDocument(url ?? `/pay/${params.token}`, { status: 303, headers: HEADERS })
}

export const headers = ({ errorHeaders }: Route.HeadersArgs) => errorHeaders ?? HEADERS

export default function Pay({ loaderData }: Route.ComponentProps) {
  return <PayerPage {...loaderData} />
}
