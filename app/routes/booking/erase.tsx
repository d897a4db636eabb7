/** /bookings/{reference}/erase — says what erasing a guest does, and does it. Afterwards no link opens the booking. */
import { data, redirect } from 'react-router'
import { readShownSum } from '#server/bookings/cancellation/cancel-form'
import { appContext } from '#server/context'
import { BOOKING_PAGE, requireMentee } from '#server/site/guards/booking-guard'
import { readPosted } from '#server/platform/http/form'
import { ErasePage } from '../../ui/bookings/page/erase-page.tsx'
import { eraseByForm, readEraseQuestion } from '../../views/bookings/page/erase.ts'
import type { Route } from './+types/erase'

export { ClosedBooking as ErrorBoundary } from '../../ui/bookings/page/closed-booking.tsx'

/** A member's bookings are erased with the account. */
const OF_ACCOUNT = '/account/leave'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const opened = await requireMentee(context, request, params.reference)
  if (opened.booking.accountId) throw redirect(OF_ACCOUNT, { headers: BOOKING_PAGE })
  return data(await readEraseQuestion(context.get(appContext), opened), { headers: BOOKING_PAGE })
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const opened = await requireMentee(context, request, params.reference)
  if (opened.booking.accountId) throw redirect(OF_ACCOUNT, { status: 303, headers: BOOKING_PAGE })
  const shown = readShownSum(await readPosted(request))
  if (shown === null) throw data(null, { status: 400, headers: BOOKING_PAGE })
  const refused = await eraseByForm(context.get(appContext), opened.booking, shown)
  if (refused) return data({ refused }, { status: 409, headers: BOOKING_PAGE })
  throw redirect('/erased', { status: 303, headers: BOOKING_PAGE })
}

export const headers = ({ errorHeaders }: Route.HeadersArgs) => errorHeaders ?? BOOKING_PAGE

export default function Erase({ loaderData, actionData }: Route.ComponentProps) {
  return <ErasePage question={loaderData} refused={actionData?.refused ?? null} />
}
