/** /admin-dashboard — who is signed in, and how much there is to look at. */
import { appContext } from '#server/context'
import { countBookings } from '#server/bookings/queries'
import { countPending } from '#server/mentors/queries'
import { requireAdmin } from '#server/http/guards'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { Part, ProsePage } from '../../ui/layout/prose.tsx'
import { plural } from '#domain/quantities'
import type { Route } from './+types/dashboard'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { name, email } = requireAdmin(context, request)
  const { db } = context.get(appContext)
  const [schedules, bookings] = await Promise.all([countPending(db), countBookings(db)])
  return { name, email, schedules, bookings }
}

export default function Dashboard({ loaderData: { name, email, schedules, bookings } }: Route.ComponentProps) {
  return (
    <ProsePage title="Admin dashboard" lead={`Signed in as ${name} (${email}).`}>
      <PageHead title="Admin dashboard" />
      <Part title="Mentor schedules">
        <p className="running-text">
          {schedules === 0 ? 'No pending mentor schedules.' : `${plural(schedules, 'mentor schedule')} pending.`} What
          people apply with is reviewed here once applications open.
        </p>
      </Part>
      <Part title="Cohorts">
        <p className="running-text">No pending cohorts. Nobody can propose one yet.</p>
      </Part>
      <Part title="Bookings">
        <p className="running-text">
          {bookings === 0 ? 'No bookings found.' : `${plural(bookings, 'session')} booked so far.`}
        </p>
      </Part>
    </ProsePage>
  )
}
