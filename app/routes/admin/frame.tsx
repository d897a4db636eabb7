/** Around the admins' pages: how much waits on each, for the tabs that `AdminFrame` draws. */
import { Outlet } from 'react-router'
import { countWaitingByPage } from '#server/accounts/admin-digest/digest-queries'
import { appContext } from '#server/context'
import { requireAdmin } from '#server/site/guards/account-guards'
import type { Route } from './+types/frame'

export function loader({ context, request }: Route.LoaderArgs) {
  requireAdmin(context, request)
  return countWaitingByPage(context.get(appContext).db)
}

export default Outlet
