/** /seats/{reference}/erase — says what erasing a guest does, and does it. Afterwards no link opens the seat. */
import { data, redirect } from 'react-router'
import { readShownSum } from '#server/bookings/cancellation/cancel-form'
import { appContext } from '#server/context'
import { BOOKING_PAGE } from '#server/site/guards/booking-guard'
import { readPosted } from '#server/platform/http/form'
import { requireSeat } from '#server/site/guards/seat-guard'
import { ErasePage } from '../../ui/bookings/page/erase-page.tsx'
import { eraseByForm } from '../../views/bookings/page/erase.ts'
import { readSeatEraseQuestion } from '../../views/cohorts/seat.ts'
import type { Route } from './+types/erase'

export { ClosedSeat as ErrorBoundary } from '../../ui/cohorts/joining/closed-seat.tsx'

/** A member's seats are erased with the account. */
const OF_ACCOUNT = '/account/leave'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const seat = await requireSeat(context, request, params.reference)
  if (seat.accountId) throw redirect(OF_ACCOUNT, { headers: BOOKING_PAGE })
  return data(await readSeatEraseQuestion(context.get(appContext), seat), { headers: BOOKING_PAGE })
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const seat = await requireSeat(context, request, params.reference)
  if (seat.accountId) throw redirect(OF_ACCOUNT, { status: 303, headers: BOOKING_PAGE })
  const shown = readShownSum(await readPosted(request))
  if (shown === null) throw data(null, { status: 400, headers: BOOKING_PAGE })
  const refused = await eraseByForm(context.get(appContext), seat, shown)
  if (refused) return data({ refused }, { status: 409, headers: BOOKING_PAGE })
  throw redirect('/erased', { status: 303, headers: BOOKING_PAGE })
}

export const headers = ({ errorHeaders }: Route.HeadersArgs) => errorHeaders ?? BOOKING_PAGE

export default function Erase({ loaderData, actionData }: Route.ComponentProps) {
  return <ErasePage question={loaderData} refused={actionData?.refused ?? null} />
}
