/** /admin-dashboard — who is signed in, what waits for review or a decision, and how much there is to look at. */
import { data, Link, redirect, useNavigation } from 'react-router'
import { appContext } from '#server/context'
import { countBookings } from '#server/bookings/queries'
import { clientOfPage } from '#server/http/client'
import { readPosted } from '#server/http/form'
import { requireAdmin } from '#server/http/guards'
import { countUnclaimed } from '#server/mentors/claim/unclaimed-queries'
import { AdminFrame } from '../../ui/admin/admin-frame.tsx'
import adminStyles from '../../ui/admin/admin.css?url'
import { WaitingDecisions } from '../../ui/bookings/after-session/waiting-decisions.tsx'
import { Part } from '../../ui/layout/prose.tsx'
import { QueueList } from '../../ui/mentors/review/queue-list.tsx'
import { ownZone } from '../../views/accounts/own-zone.ts'
import { answerDecision, readWaitingDecisions } from '../../views/bookings/after-session/waiting-decisions.ts'
import { readQueue } from '../../views/mentors/review-queue.ts'
import { UNCLAIMED_PATH } from '../../views/mentors/unclaimed.ts'
import { plural } from '#domain/quantities'
import type { Route } from './+types/dashboard'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: adminStyles }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAdmin(context, request)
  const { name, email } = session
  const app = context.get(appContext)
  const [{ waiting, queue }, unclaimed, bookings, decisions] = await Promise.all([
    readQueue(app),
    countUnclaimed(app.db),
    countBookings(app.db),
    readWaitingDecisions(app, ownZone(request, session)),
  ])
  return { name, email, schedules: waiting, queue, unclaimed, imported: UNCLAIMED_PATH, bookings, decisions }
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireAdmin(context, request)
  const { client } = clientOfPage(context, request)
  const form = await readPosted(request)
  const refused = await answerDecision({ app: context.get(appContext), session, client, form })
  if (refused) return data(refused.answer, { status: refused.status })
  throw redirect('/admin-dashboard', 303)
}

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { name, email, schedules, queue, unclaimed, imported, bookings, decisions } = loaderData
  const busy = useNavigation().state !== 'idle'
  return (
    <AdminFrame title="Dashboard" lead={`Signed in as ${name} (${email}).`}>
      <Part title="Mentor schedules">
        <p className="running-text">
          {schedules === 0 ? 'No pending mentor schedules.' : `${plural(schedules, 'mentor schedule')} pending.`}
        </p>
        {queue.length > 0 && <QueueList queue={queue} />}
        {queue.length < schedules && <p className="note">The {queue.length} that have waited longest are shown.</p>}
      </Part>
      <WaitingDecisions waiting={decisions} answer={actionData ?? null} busy={busy} />
      <Part title="Imported records">
        <p className="running-text">
          {unclaimed === 0 ? (
            'No imported record is left to be claimed.'
          ) : (
            <>
              {plural(unclaimed, 'imported record')} not claimed yet.{' '}
              <Link to={imported} className="link">
                Send their owners a link
              </Link>
            </>
          )}
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
      <Part title="Money">
        <p className="running-text">
          <Link to="/admin-dashboard/payouts" className="link">
            Payouts to mentors
          </Link>
        </p>
      </Part>
    </AdminFrame>
  )
}
