/** /admin-dashboard/feedback — all feedback: what was reported, and ways to hide it and show it again. */
import { data, redirect, useNavigation } from 'react-router'
import { findDecider } from '#server/accounts/conflicts-of-interest'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted } from '#server/platform/http/form'
import { requireAdmin } from '#server/site/guards/account-guards'
import * as m from '#messages/admin'
import { AdminFrame } from '../../../ui/admin/admin-frame.tsx'
import adminStyles from '../../../ui/admin/admin.css?url'
import { FeedbackList } from '../../../ui/admin/bookings/feedback-list.tsx'
import { WaitingDecisions } from '../../../ui/bookings/after-session/waiting-decisions.tsx'
import { Alert } from '../../../ui/controls/alert.tsx'
import { ownZone } from '../../../views/accounts/own-zone.ts'
import { personalHeaders } from '../../../views/accounts/sign-in-pages.ts'
import { handleFeedbackForm } from '../../../views/admin/list-actions.ts'
import { readFeedbackPage } from '../../../views/admin/lists.ts'
import { handleDecision, readWaitingDecisions } from '../../../views/bookings/after-session/waiting-decisions.ts'
import type { Route } from './+types/feedback'

const PATH = '/admin-dashboard/feedback'

/** What is said after a button, by `?done=`. */
const DONE = { hidden: m.feedbackHidden, restored: m.feedbackRestored }

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: adminStyles }]

export const headers = personalHeaders

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAdmin(context, request)
  const app = context.get(appContext)
  const reader = { zone: ownZone(request, session), decider: await findDecider(app.db, session.accountId) }
  const { searchParams: query } = new URL(request.url)
  const waiting = await readWaitingDecisions(app, reader)
  const done = query.get('done') ?? ''
  return {
    waiting: { ...waiting, contested: [], problems: [] },
    page: await readFeedbackPage(app, query, reader),
    done: Object.hasOwn(DONE, done) ? DONE[done as keyof typeof DONE]() : null,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireAdmin(context, request)
  const { client } = clientOfPage(context, request)
  const [app, form] = [context.get(appContext), await readPosted(request)]
  const outcome = await handleFeedbackForm({ app, session, client, form })
  if (outcome && 'done' in outcome) throw redirect(`${PATH}?done=${outcome.done}`, 303)
  if (outcome) {
    const reader = { zone: ownZone(request, session), decider: await findDecider(app.db, session.accountId) }
    const page = await readFeedbackPage(app, new URLSearchParams(outcome.query), reader)
    return data({ page, decision: null, ...outcome }, { status: outcome.status })
  }
  const refused = await handleDecision({ app, session, client, form })
  if (!refused) throw redirect(PATH, 303)
  return data(
    { page: null, decision: refused.result, problem: null, error: null, typed: '' },
    { status: refused.status },
  )
}

export default function Feedback({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  const { page, decision = null, problem = null, error = null, typed = '' } = actionData ?? {}
  return (
    <AdminFrame title={m.feedback()} done={actionData ? null : loaderData.done}>
      {problem && (
        <div className="mb-4 max-w-2xl">
          <Alert>
            <p className="font-semibold">{problem}</p>
          </Alert>
        </div>
      )}
      <WaitingDecisions waiting={loaderData.waiting} result={decision} busy={busy} path={PATH} quiet />
      <FeedbackList page={page ?? loaderData.page} error={error} typed={typed} />
    </AdminFrame>
  )
}
