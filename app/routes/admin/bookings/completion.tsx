/** /admin-dashboard/completion — sessions that took place, await completion, or were missed by one side. */
import { data, Link, redirect, useNavigation } from 'react-router'
import { findDecider } from '#server/accounts/conflicts-of-interest'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted } from '#server/platform/http/form'
import { requireAdmin } from '#server/site/guards/account-guards'
import * as m from '#messages/admin'
import { AdminFrame } from '../../../ui/admin/admin-frame.tsx'
import adminStyles from '../../../ui/admin/admin.css?url'
import { BookingRows } from '../../../ui/admin/bookings/booking-list.tsx'
import { AdminPart } from '../../../ui/admin/part.tsx'
import { WaitingDecisions } from '../../../ui/bookings/after-session/waiting-decisions.tsx'
import { ownZone } from '../../../views/accounts/own-zone.ts'
import { personalHeaders } from '../../../views/accounts/sign-in-pages.ts'
import { readSessionsParts } from '../../../views/admin/lists.ts'
import { handleDecision, readWaitingDecisions } from '../../../views/bookings/after-session/waiting-decisions.ts'
import type { Route } from './+types/completion'

const PATH = '/admin-dashboard/completion'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: adminStyles }]

export const headers = personalHeaders

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAdmin(context, request)
  const app = context.get(appContext)
  const decider = await findDecider(app.db, session.accountId)
  const waiting = await readWaitingDecisions(app, { zone: ownZone(request, session), decider })
  return { waiting: { ...waiting, feedback: [] }, parts: await readSessionsParts(app) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireAdmin(context, request)
  const { client } = clientOfPage(context, request)
  const form = await readPosted(request)
  const refused = await handleDecision({ app: context.get(appContext), session, client, form })
  if (refused) return data(refused.result, { status: refused.status })
  throw redirect(PATH, 303)
}

export default function Completion({ loaderData: { waiting, parts }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  return (
    <AdminFrame title={m.completion()}>
      <WaitingDecisions waiting={waiting} result={actionData ?? null} busy={busy} path={PATH} quiet />
      {parts.map(({ title, empty, rows, all }) => (
        <AdminPart
          key={title}
          title={title}
          link={
            rows.length > 0 && (
              <Link to={all} className="link" aria-label={m.allOf({ title })}>
                {m.allSessions()}
              </Link>
            )
          }
        >
          {rows.length === 0 ? <p className="admin-empty">{empty}</p> : <BookingRows caption={title} rows={rows} />}
        </AdminPart>
      ))}
    </AdminFrame>
  )
}
