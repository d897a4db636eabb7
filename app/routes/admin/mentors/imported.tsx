/** /admin-dashboard/imported — imported mentor records that are still unclaimed. */
import { appContext } from '#server/context'
import { requireAdmin } from '#server/site/guards/account-guards'
import * as m from '#messages/admin'
import { AdminFrame } from '../../../ui/admin/admin-frame.tsx'
import adminStyles from '../../../ui/admin/admin.css?url'
import { UnclaimedRecords } from '../../../ui/mentors/claim/unclaimed-records.tsx'
import { ownZone } from '../../../views/accounts/own-zone.ts'
import { personalHeaders } from '../../../views/accounts/sign-in-pages.ts'
import { readUnclaimed } from '../../../views/mentors/unclaimed.ts'
import type { Route } from './+types/imported'

export function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAdmin(context, request)
  return readUnclaimed(context.get(appContext), request, ownZone(request, session))
}

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: adminStyles }]

export const headers = personalHeaders

export default function Imported({ loaderData: list }: Route.ComponentProps) {
  return (
    <AdminFrame title={m.importedRecords()} lead={list.count > 0 && m.unclaimedRecords({ count: list.count })}>
      <div>
        <UnclaimedRecords {...list} />
      </div>
    </AdminFrame>
  )
}
