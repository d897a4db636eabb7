/** /admin-dashboard/bookings — all bookings, to search, filter and page through. Specification §2 and §3, Booking. */
import { appContext } from '#server/context'
import { requireAdmin } from '#server/http/guards'
import { AdminFrame } from '../../ui/admin/admin-frame.tsx'
import adminStyles from '../../ui/admin/admin.css?url'
import { BookingList, ExportButton } from '../../ui/admin/booking-list.tsx'
import { ownZone } from '../../views/accounts/own-zone.ts'
import { personalHeaders } from '../../views/accounts/sign-in-pages.ts'
import { readBookingList } from '../../views/admin/bookings.ts'
import type { Route } from './+types/bookings'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: adminStyles }]

export const headers = personalHeaders

export function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAdmin(context, request)
  return readBookingList(context.get(appContext), request, ownZone(request, session))
}

export default function Bookings({ loaderData: page }: Route.ComponentProps) {
  return (
    <AdminFrame title="Bookings" lead={page.lead} actions={page.rows.length > 0 && <ExportButton typed={page.typed} />}>
      <BookingList page={page} />
    </AdminFrame>
  )
}
