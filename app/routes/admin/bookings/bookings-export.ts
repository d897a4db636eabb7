/** /admin-dashboard/bookings/export — the bookings that a filter shows, as a CSV file. */
import { redirect } from 'react-router'
import { appContext } from '#server/context'
import { exportBookings } from '#server/bookings/admin/export'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted } from '#server/platform/http/form'
import { requireAdmin } from '#server/site/guards/account-guards'
import { accountActor } from '#server/accounts/audit'
import { readTypedFilter, toBookingFilter } from '#server/bookings/admin/form'
import { ownZone } from '../../../views/accounts/own-zone.ts'
import type { Route } from './+types/bookings-export'

export function loader({ context, request }: Route.LoaderArgs) {
  requireAdmin(context, request)
  return redirect('/admin-dashboard/bookings')
}

/** By a button, because a download is recorded and a link changes nothing. */
export async function action({ context, request }: Route.ActionArgs) {
  const session = requireAdmin(context, request)
  const { client } = clientOfPage(context, request)
  const form = await readPosted(request)
  const typed = readTypedFilter((name) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  })
  const filter = toBookingFilter(typed, ownZone(request, session))
  const file = await exportBookings(context.get(appContext), filter, accountActor(session.accountId, client))
  return new Response(file, {
    headers: {
      'cache-control': 'private, no-store',
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="bookings.csv"',
    },
  })
}
