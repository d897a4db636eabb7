/** /bookings/{reference}/move — the mentee moves the session to another time. The address holds what is chosen so far. */
import { data, redirect, useNavigate, useSearchParams, type ShouldRevalidateFunctionArgs } from 'react-router'
import { moveSession } from '#server/bookings/session-moves/move-session'
import { readMoveForm } from '#server/bookings/session-moves/form'
import { appContext } from '#server/context'
import { BOOKING_PAGE, requireMentee } from '#server/site/guards/booking-guard'
import { readPosted } from '#server/platform/http/form'
import { MovePage } from '../../../ui/bookings/page/moving/move-page.tsx'
import { readSelection, selectionQuery, type Selection } from '../../../ui/bookings/selection.ts'
import { readMovePage, explainRefused } from '../../../views/bookings/page/move.ts'
import type { Route } from './+types/move'

export { ClosedBooking as ErrorBoundary } from '../../../ui/bookings/page/closed-booking.tsx'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { booking } = await requireMentee(context, request, params.reference)
  const { at } = readSelection(new URL(request.url).searchParams)
  return data(await readMovePage(context.get(appContext), booking, at), { headers: BOOKING_PAGE })
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { booking } = await requireMentee(context, request, params.reference)
  const form = readMoveForm(await readPosted(request))
  if (!form.ok) throw data(null, { status: 400, headers: BOOKING_PAGE })
  const moved = await moveSession(context.get(appContext), { id: booking.id, ...form.value })
  if (moved.ok) return redirect(`/bookings/${booking.reference}`, { status: 303, headers: BOOKING_PAGE })
  return data({ refused: explainRefused(moved.error) }, { status: 409, headers: BOOKING_PAGE })
}

/** The offer holds all days and times, so choosing among them asks nothing. What a chosen one changes, the server says. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod, ...rest }: ShouldRevalidateFunctionArgs) {
  if (formMethod || currentUrl.pathname !== nextUrl.pathname) return rest.defaultShouldRevalidate
  return currentUrl.href === nextUrl.href || nextUrl.searchParams.get('step') === 'details'
}

export const headers = ({ errorHeaders }: Route.HeadersArgs) => errorHeaders ?? BOOKING_PAGE

export default function Move({ loaderData, actionData, params }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const selection = readSelection(query)
  const select = (change: Partial<Selection>) =>
    void navigate(`/bookings/${params.reference}/move${selectionQuery({ ...selection, ...change })}`, {
      preventScrollReset: true,
    })
  return <MovePage page={loaderData} selection={selection} refused={actionData?.refused ?? null} onSelect={select} />
}
