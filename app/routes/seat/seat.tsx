/** /seats/{reference} — the page of a member of a cohort. */
import { data, redirect } from 'react-router'
import { appContext } from '#server/context'
import { BOOKING_PAGE } from '#server/site/guards/booking-guard'
import { readPosted } from '#server/platform/http/form'
import { requireSeat } from '#server/site/guards/seat-guard'
import cohortStyles from '../../ui/cohorts/cohort.css?url'
import { SeatPage } from '../../ui/cohorts/joining/seat-page.tsx'
import { handleSeatForm, readSeatPage } from '../../views/cohorts/seat.ts'
import type { Route } from './+types/seat'

export { ClosedSeat as ErrorBoundary } from '../../ui/cohorts/joining/closed-seat.tsx'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: cohortStyles }]

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const seat = await requireSeat(context, request, params.reference)
  return data(await readSeatPage(context.get(appContext), seat), { headers: BOOKING_PAGE })
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const seat = await requireSeat(context, request, params.reference)
  const outcome = await handleSeatForm(context.get(appContext), seat, await readPosted(request))
  if (!outcome) throw data(null, { status: 400, headers: BOOKING_PAGE })
  if ('to' in outcome) {
    throw redirect(`/seats/${params.reference}${outcome.to}`, { status: 303, headers: BOOKING_PAGE })
  }
  return data(outcome.result, { status: outcome.status, headers: BOOKING_PAGE })
}

export const headers = ({ errorHeaders }: Route.HeadersArgs) => errorHeaders ?? BOOKING_PAGE

export default function Seat({ loaderData, actionData }: Route.ComponentProps) {
  return <SeatPage page={loaderData} result={actionData} />
}
