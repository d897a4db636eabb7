/** /packages/{reference}/book — books a session of a package. The address holds what is chosen so far. */
import { data, redirect, useNavigate, useSearchParams, type ShouldRevalidateFunctionArgs } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted } from '#server/platform/http/form'
import { BOOKING_PAGE } from '#server/site/guards/booking-guard'
import { requirePackage } from '#server/site/guards/package-guard'
import { readSelection, selectionQuery, type Selection } from '../../ui/bookings/selection.ts'
import { BookSessionPage } from '../../ui/packages/book-session-page.tsx'
import { zoneOfCookie } from '../../ui/time/clock.ts'
import { bookSessionByForm, readBookSession } from '../../views/packages/book.ts'
import type { Route } from './+types/book'

export { ClosedPackage as ErrorBoundary } from '../../ui/packages/closed-package.tsx'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const bought = await requirePackage(context, request, params.reference)
  const view = await readBookSession(context.get(appContext), bought, zoneOfCookie(request.headers.get('cookie')))
  if (!view || bought.status !== 'confirmed') throw redirect(`/packages/${params.reference}`, { headers: BOOKING_PAGE })
  return data(view, { headers: BOOKING_PAGE })
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const bought = await requirePackage(context, request, params.reference)
  const { client } = clientOfPage(context, request)
  const by = { client, zone: zoneOfCookie(client.cookies) }
  const outcome = await bookSessionByForm(context.get(appContext), bought, await readPosted(request), by)
  if (!outcome) throw data(null, { status: 400, headers: BOOKING_PAGE })
  if ('to' in outcome) throw redirect(outcome.to, { status: 303, headers: BOOKING_PAGE })
  return data(outcome, { status: 409, headers: BOOKING_PAGE })
}

/** The offer holds all days and times, so choosing among them asks nothing. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod, ...rest }: ShouldRevalidateFunctionArgs) {
  if (formMethod || currentUrl.pathname !== nextUrl.pathname) return rest.defaultShouldRevalidate
  return currentUrl.href === nextUrl.href
}

export const headers = ({ errorHeaders }: Route.HeadersArgs) => errorHeaders ?? BOOKING_PAGE

export default function Book({ loaderData, actionData, params }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const selection = readSelection(query)
  const select = (change: Partial<Selection>) =>
    void navigate(`/packages/${params.reference}/book${selectionQuery({ ...selection, ...change })}`, {
      preventScrollReset: true,
    })
  return (
    <BookSessionPage view={loaderData} selection={selection} problem={actionData?.problem ?? null} onSelect={select} />
  )
}
