/** /seats/{reference}/cancel — asks with the exact refund, and gives up the seat. Then the member's page says so. */
import { data, redirect } from 'react-router'
import { readShownSum } from '#server/bookings/cancellation/cancel-form'
import { appContext } from '#server/context'
import { BOOKING_PAGE } from '#server/site/guards/booking-guard'
import { readPosted } from '#server/platform/http/form'
import { requireSeat } from '#server/site/guards/seat-guard'
import { GiveUpPage } from '../../ui/cohorts/joining/give-up-page.tsx'
import { giveUpByForm, readGiveUp } from '../../views/cohorts/seat.ts'
import type { Route } from './+types/cancel'

export { ClosedSeat as ErrorBoundary } from '../../ui/cohorts/joining/closed-seat.tsx'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const seat = await requireSeat(context, request, params.reference)
  const question = await readGiveUp(context.get(appContext), seat)
  if (!question) throw redirect(`/seats/${params.reference}`, { headers: BOOKING_PAGE })
  return data(question, { headers: BOOKING_PAGE })
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const seat = await requireSeat(context, request, params.reference)
  const shown = readShownSum(await readPosted(request))
  if (shown === null) throw data(null, { status: 400, headers: BOOKING_PAGE })
  const question = await giveUpByForm(context.get(appContext), seat, shown)
  if (!question) throw redirect(`/seats/${params.reference}`, { status: 303, headers: BOOKING_PAGE })
  return data({ question }, { status: 409, headers: BOOKING_PAGE })
}

export const headers = ({ errorHeaders }: Route.HeadersArgs) => errorHeaders ?? BOOKING_PAGE

export default function GiveUp({ loaderData, actionData }: Route.ComponentProps) {
  return <GiveUpPage question={actionData?.question ?? loaderData} changed={actionData !== undefined} />
}
