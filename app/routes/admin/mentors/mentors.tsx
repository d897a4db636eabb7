/** /admin-dashboard/mentors — all mentors by state, with links to where they are reviewed. */
import { appContext } from '#server/context'
import { requireAdmin } from '#server/site/guards/account-guards'
import * as m from '#messages/admin'
import { AdminFrame } from '../../../ui/admin/admin-frame.tsx'
import adminStyles from '../../../ui/admin/admin.css?url'
import { MentorList } from '../../../ui/admin/mentor-list.tsx'
import { ownZone } from '../../../views/accounts/own-zone.ts'
import { personalHeaders } from '../../../views/accounts/sign-in-pages.ts'
import { readMentorsPage } from '../../../views/admin/lists.ts'
import type { Route } from './+types/mentors'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: adminStyles }]

export const headers = personalHeaders

export function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAdmin(context, request)
  return readMentorsPage(context.get(appContext), new URL(request.url).searchParams, ownZone(request, session))
}

export default function Mentors({ loaderData: page }: Route.ComponentProps) {
  return (
    <AdminFrame title={m.mentors()}>
      <MentorList page={page} />
    </AdminFrame>
  )
}
