/**
 * /bookings/{reference}/join — leads to where the session takes place, from 24 hours before it until an hour after it.
 * The address is on no page of ours. Opening it changes nothing.
 */
import { data, redirect } from 'react-router'
import { appContext } from '#server/context'
import { BOOKING_PAGE, requireBooking } from '#server/site/guards/booking-guard'
import { JoinPage } from '../../ui/bookings/page/meeting/join-page.tsx'
import { readJoin } from '../../views/bookings/page/join.ts'
import type { Route } from './+types/join'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const opened = await requireBooking(context, request, params.reference)
  const join = await readJoin(context.get(appContext), opened)
  if ('meeting' in join) throw redirect(join.meeting, { headers: MEETING })
  return data(join.notice, { headers: BOOKING_PAGE })
}

/** No referrer, so that the meeting service does not learn the booking's address. */
const MEETING = { ...BOOKING_PAGE, 'Referrer-Policy': 'no-referrer' }

export function headers({ loaderHeaders, errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? loaderHeaders
}

export default function Join({ loaderData }: Route.ComponentProps) {
  return <JoinPage notice={loaderData} />
}
