/** /admin-dashboard/imported — imported mentor records that are still unclaimed. */
import { plural } from '#domain/quantities'
import { appContext } from '#server/context'
import { requireAdmin } from '#server/site/guards/account-guards'
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
    <AdminFrame
      title="Imported records"
      lead={list.count > 0 && `${plural(list.count, 'imported record')} not claimed yet.`}
    >
      <div>
        <UnclaimedRecords {...list} />
      </div>
    </AdminFrame>
  )
}
