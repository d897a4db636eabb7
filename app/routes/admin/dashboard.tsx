/** /admin-dashboard — what is left to do before the site opens, what waits for a decision, whether all is well, today's sessions, and the weeks. */
import { data, Link, redirect, useNavigation } from 'react-router'
import { findDecider } from '#server/accounts/conflicts-of-interest'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted } from '#server/platform/http/form'
import { requireAdmin } from '#server/site/guards/account-guards'
import { countUnclaimed } from '#server/mentors/claim/unclaimed-queries'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import * as m from '#messages/admin'
import { AdminFrame } from '../../ui/admin/admin-frame.tsx'
import adminStyles from '../../ui/admin/admin.css?url'
import { Concerns } from '../../ui/admin/bookings/concerns.tsx'
import { FailedJobs, Health } from '../../ui/admin/health.tsx'
import { Launch } from '../../ui/admin/launch.tsx'
import { AdminPart } from '../../ui/admin/part.tsx'
import { Today } from '../../ui/admin/today.tsx'
import { WeekCharts } from '../../ui/admin/week-charts.tsx'
import { WaitingDecisions } from '../../ui/bookings/after-session/waiting-decisions.tsx'
import { Alert } from '../../ui/controls/alert.tsx'
import { QueueList } from '../../ui/mentors/review/queue-list.tsx'
import { rich } from '../../ui/rich.tsx'
import { ownZone } from '../../views/accounts/own-zone.ts'
import { personalHeaders } from '../../views/accounts/sign-in-pages.ts'
import { handleConcern, CONCERN_DONE } from '../../views/admin/concern-actions.ts'
import { readConcerns, readHealthView, readToday } from '../../views/admin/dashboard.ts'
import { readLaunch } from '../../views/admin/launch.ts'
import { readWeeks } from '../../views/admin/weeks.ts'
import { handleDecision, readWaitingDecisions } from '../../views/bookings/after-session/waiting-decisions.ts'
import { readCohortQueue } from '../../views/cohorts/review.ts'
import { readQueue } from '../../views/mentors/review/review-queue.ts'
import { UNCLAIMED_PATH } from '../../views/mentors/unclaimed.ts'
import type { Route } from './+types/dashboard'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: adminStyles }]

export const headers = personalHeaders

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAdmin(context, request)
  const { name, email } = session
  const app = context.get(appContext)
  const { searchParams: query } = new URL(request.url)
  const [zone, decider] = [ownZone(request, session), await findDecider(app.db, session.accountId)]
  const [{ waiting, queue }, cohorts, unclaimed, decisions, concerns, health, launch, today, weeks] = await Promise.all(
    [
      readQueue(app),
      readCohortQueue(app),
      countUnclaimed(app.db),
      readWaitingDecisions(app, { zone, decider }),
      readConcerns(app, query, { zone, decider }),
      readHealthView(app, zone),
      readLaunch(app),
      readToday(app, zone),
      readWeeks(app, query, zone),
    ],
  )
  const done = query.get('done') ?? ''
  return {
    name,
    email: formatEmailAddress(email),
    schedules: waiting,
    queue,
    cohorts,
    unclaimed,
    imported: UNCLAIMED_PATH,
    decisions,
    concerns,
    health,
    launch,
    today,
    weeks,
    done: Object.hasOwn(CONCERN_DONE, done) ? CONCERN_DONE[done as keyof typeof CONCERN_DONE]() : null,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireAdmin(context, request)
  const { client } = clientOfPage(context, request)
  const form = await readPosted(request)
  const app = context.get(appContext)
  const outcome = await handleConcern({ app, session, client, form })
  if (outcome && 'done' in outcome) throw redirect(`/admin-dashboard?done=${outcome.done}`, 303)
  if (outcome) {
    const reader = { zone: ownZone(request, session), decider: await findDecider(app.db, session.accountId) }
    const concerns = await readConcerns(app, new URLSearchParams(outcome.query), reader)
    return data({ decision: null, concern: { ...outcome, concerns } }, { status: outcome.status })
  }
  const refused = await handleDecision({ app, session, client, form })
  if (refused) return data({ decision: refused.result, concern: null }, { status: refused.status })
  throw redirect('/admin-dashboard', 303)
}

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { name, email, decisions, health, launch, today, weeks, done } = loaderData
  const { decision = null, concern = null } = actionData ?? {}
  const busy = useNavigation().state !== 'idle'
  return (
    <AdminFrame title={m.dashboard()} lead={m.signedInAs({ name, email })} done={actionData ? null : done}>
      <Health health={health} />
      {launch && <Launch steps={launch} />}
      {concern?.problem && (
        <div className="mb-4 max-w-2xl">
          <Alert>
            <p className="font-semibold">{concern.problem}</p>
          </Alert>
        </div>
      )}
      <div className="admin-columns">
        <div>
          <Schedules {...loaderData} />
          <WaitingDecisions waiting={decisions} result={decision} busy={busy} quiet />
        </div>
        <div>
          <Concerns
            view={concern?.concerns ?? loaderData.concerns}
            error={concern?.error ?? null}
            typed={concern?.typed ?? ''}
          />
          {health.jobs.length + health.retried.length > 0 && (
            <AdminPart title={m.failedJobs()}>
              <FailedJobs jobs={health.jobs} retried={health.retried} />
            </AdminPart>
          )}
          <Today today={today} />
        </div>
      </div>
      <WeekCharts view={weeks} />
      <AdminPart id="repaired" title={m.repaired()} aside={m.inLastDay()}>
        {health.repaired.length === 0 && <p className="admin-empty">{m.noRepairs()}</p>}
        <ul>
          {health.repaired.map(({ key, at, what }) => (
            <li key={key} className="flex gap-4 border-b border-hair py-2">
              <span className="text-ink-2">{at}</span>
              <span className="wrap-anywhere">{what}</span>
            </li>
          ))}
        </ul>
      </AdminPart>
    </AdminFrame>
  )
}

type SchedulesProps = Pick<
  Route.ComponentProps['loaderData'],
  'schedules' | 'queue' | 'cohorts' | 'unclaimed' | 'imported'
>

function Schedules({ schedules, queue, cohorts, unclaimed, imported }: SchedulesProps) {
  return (
    <>
      <AdminPart title={m.pendingSchedules()} aside={schedules > 0 ? m.oldestFirst({ count: schedules }) : null}>
        {schedules === 0 && <p className="admin-empty">{m.noSchedules()}</p>}
        {queue.length > 0 && (
          <div className="mt-2">
            <QueueList queue={queue} />
          </div>
        )}
        {queue.length < schedules && <p className="admin-aside">{m.longestWait({ count: queue.length })}</p>}
        {unclaimed > 0 && (
          <p className="mt-3">
            {rich(
              m.sendUnclaimedLinks({
                count: unclaimed,
                link: (text) => (
                  <Link to={imported} className="link">
                    {text}
                  </Link>
                ),
              }),
            )}
          </p>
        )}
      </AdminPart>
      <AdminPart
        title={m.pendingCohorts()}
        aside={cohorts.waiting > 0 ? m.oldestFirst({ count: cohorts.waiting }) : null}
        link={
          <Link to="/admin-dashboard/cohorts" className="link">
            {m.allCohorts()}
          </Link>
        }
      >
        {cohorts.waiting === 0 ? (
          <p className="admin-empty">{m.noCohorts()}</p>
        ) : (
          <div className="mt-2">
            <QueueList queue={cohorts.queue} pages="/cohort" first={m.newProposal()} />
          </div>
        )}
      </AdminPart>
    </>
  )
}
