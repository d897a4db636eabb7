/** /admin-dashboard/people — people with an account, and what an admin changes of one. */
import { data, redirect } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted } from '#server/platform/http/form'
import { requireAdmin } from '#server/site/guards/account-guards'
import * as m from '#messages/admin'
import { AdminFrame } from '../../ui/admin/admin-frame.tsx'
import adminStyles from '../../ui/admin/admin.css?url'
import { PeopleList } from '../../ui/admin/people-list.tsx'
import { Alert } from '../../ui/controls/alert.tsx'
import { ownZone } from '../../views/accounts/own-zone.ts'
import { personalHeaders } from '../../views/accounts/sign-in-pages.ts'
import { handlePersonForm, PERSON_DONE } from '../../views/admin/list-actions.ts'
import { readPeoplePage } from '../../views/admin/lists.ts'
import type { Route } from './+types/people'

const PATH = '/admin-dashboard/people'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: adminStyles }]

export const headers = personalHeaders

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAdmin(context, request)
  const { searchParams: query } = new URL(request.url)
  const done = query.get('done') ?? ''
  return {
    page: await readPeoplePage(context.get(appContext), query, {
      zone: ownZone(request, session),
      own: session.accountId,
    }),
    done: Object.hasOwn(PERSON_DONE, done) ? PERSON_DONE[done as keyof typeof PERSON_DONE]() : null,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireAdmin(context, request)
  const { client } = clientOfPage(context, request)
  const [app, form] = [context.get(appContext), await readPosted(request)]
  const outcome = await handlePersonForm({ app, session, client, form })
  if ('done' in outcome) throw redirect(`${PATH}?person=${outcome.person}&done=${outcome.done}`, 303)
  const own = { zone: ownZone(request, session), own: session.accountId }
  const page = await readPeoplePage(app, new URLSearchParams(outcome.query), own)
  return data({ page, ...outcome }, { status: outcome.status })
}

export default function People({ loaderData, actionData }: Route.ComponentProps) {
  const { page = loaderData.page, problem = null, error = null, typed = '' } = actionData ?? {}
  return (
    <AdminFrame title={m.people()} done={actionData ? null : loaderData.done}>
      {problem && (
        <div className="mb-4 max-w-2xl">
          <Alert>
            <p className="font-semibold">{problem}</p>
          </Alert>
        </div>
      )}
      <PeopleList page={page} error={error} typed={typed} />
    </AdminFrame>
  )
}
