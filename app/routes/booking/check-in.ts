/** POST /bookings/{reference}/here — “I’m here”. Both ways lead to the booking's page; only posting changes anything. */
import { redirect } from 'react-router'
import { appContext } from '#server/context'
import { BOOKING_PAGE, requireBooking } from '#server/site/guards/booking-guard'
import { postHere } from '../../views/bookings/after-session/after-forms.ts'
import type { Route } from './+types/check-in'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  await requireBooking(context, request, params.reference)
  throw redirect(`/bookings/${params.reference}`, { headers: BOOKING_PAGE })
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const opened = await requireBooking(context, request, params.reference)
  await postHere(context.get(appContext), opened)
  throw redirect(`/bookings/${params.reference}`, { status: 303, headers: BOOKING_PAGE })
}
