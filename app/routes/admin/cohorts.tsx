/** /admin-dashboard/cohorts — all cohorts, and whether the accepted ones are shown to everyone. */
import { data, redirect } from 'react-router'
import { publishCohorts } from '#server/cohorts/publishing'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted } from '#server/platform/http/form'
import { requireAdmin } from '#server/site/guards/account-guards'
import * as m from '#messages/admin'
import { AdminFrame } from '../../ui/admin/admin-frame.tsx'
import adminStyles from '../../ui/admin/admin.css?url'
import { AllCohorts } from '../../ui/cohorts/all-cohorts.tsx'
import { personalHeaders } from '../../views/accounts/sign-in-pages.ts'
import { readAllCohorts } from '../../views/cohorts/all-cohorts.ts'
import type { Route } from './+types/cohorts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: adminStyles }]

export function loader({ context, request }: Route.LoaderArgs) {
  requireAdmin(context, request)
  return readAllCohorts(context.get(appContext))
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireAdmin(context, request)
  const published = (await readPosted(request)).get('published')
  if (published !== 'yes' && published !== 'no') throw data(null, 400)
  const { client } = clientOfPage(context, request)
  await publishCohorts(context.get(appContext), { session, client }, published === 'yes')
  return redirect('/admin-dashboard/cohorts', 303)
}

export const headers = personalHeaders

export default function Cohorts({ loaderData: list }: Route.ComponentProps) {
  return (
    <AdminFrame title={m.cohorts()} lead={list.cohorts.length > 0 && m.cohortsProposed({ count: list.cohorts.length })}>
      <AllCohorts list={list} />
    </AdminFrame>
  )
}
