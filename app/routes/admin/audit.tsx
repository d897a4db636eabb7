/** /admin-dashboard/audit — who did what to what. */
import { appContext } from '#server/context'
import { requireAdmin } from '#server/site/guards/account-guards'
import * as m from '#messages/admin'
import { AdminFrame } from '../../ui/admin/admin-frame.tsx'
import adminStyles from '../../ui/admin/admin.css?url'
import { AuditLog } from '../../ui/admin/audit-log.tsx'
import { ownZone } from '../../views/accounts/own-zone.ts'
import { personalHeaders } from '../../views/accounts/sign-in-pages.ts'
import { readAuditPage } from '../../views/admin/lists.ts'
import type { Route } from './+types/audit'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: adminStyles }]

export const headers = personalHeaders

export function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAdmin(context, request)
  return readAuditPage(context.get(appContext), new URL(request.url).searchParams, ownZone(request, session))
}

export default function Audit({ loaderData: page }: Route.ComponentProps) {
  return (
    <AdminFrame title={m.auditLog()}>
      <AuditLog page={page} />
    </AdminFrame>
  )
}
