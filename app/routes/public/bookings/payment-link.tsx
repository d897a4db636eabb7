/** /payment-links/{reference}/{secret} — the mentee's link for someone else to pay with: sending it on, or giving the time back. */
import { data } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted } from '#server/platform/http/form'
import { LinkPage } from '../../../ui/bookings/payment-links/link-page.tsx'
import { PRIVATE_PAGE } from '../../../ui/bookings/results/result-page.tsx'
import { handleLinkForm, readLinkPage } from '../../../views/bookings/payment-links/link-page.ts'
import type { Route } from './+types/payment-link'

// Not `no-referrer`, since forms need an Origin. `same-origin` keeps the secret from other sites too.
const HEADERS = { ...PRIVATE_PAGE, 'Referrer-Policy': 'same-origin' }

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { client } = clientOfPage(context, request)
  const view = await readLinkPage(context.get(appContext), params, client.browser)
  if (!view) throw data(null, { status: 404, headers: HEADERS })
  return data(view, { headers: HEADERS })
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { client } = clientOfPage(context, request)
  const result = await handleLinkForm(context.get(appContext), params, { form: await readPosted(request), client })
  if (!result) throw data(null, { status: 404, headers: HEADERS })
  if (result.kind !== 'refused') return data(result, { headers: HEADERS })
  const wait = result.retryAfter ? { 'Retry-After': String(result.retryAfter) } : {}
  return data(result, { status: result.status, headers: { ...HEADERS, ...wait } })
}

export const headers = ({ errorHeaders, actionHeaders }: Route.HeadersArgs) =>
  errorHeaders ?? (actionHeaders.has('Referrer-Policy') ? actionHeaders : HEADERS)

export default function PaymentLink({ loaderData: view, actionData: result }: Route.ComponentProps) {
  const emailed = result?.kind === 'emailed' || result?.kind === 'refused' ? result : null
  return <LinkPage view={view} emailed={emailed} kept={result?.kind === 'kept'} />
}
