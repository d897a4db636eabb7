/** /admin-dashboard/payouts/files — downloads the transfers of a batch, or the seller report of a year. */
import { redirect } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted, typedIn } from '#server/platform/http/form'
import { requireAdmin } from '#server/site/guards/account-guards'
import * as m from '#messages/admin'
import { readPayoutFile } from '../../../views/payments/payout-files.ts'
import type { Route } from './+types/payout-files'

export function loader({ context, request }: Route.LoaderArgs) {
  requireAdmin(context, request)
  return redirect('/admin-dashboard/payouts')
}

/** By a button, because a download is recorded and a link changes nothing. */
export async function action({ context, request }: Route.ActionArgs) {
  const session = requireAdmin(context, request)
  const typed = typedIn(await readPosted(request))
  const { client } = clientOfPage(context, request)
  const file = await readPayoutFile(context.get(appContext), { session, client }, typed)
  if (!file) throw new Response(m.noSuchFile(), { status: 404 })
  return new Response(file.text, {
    headers: {
      'cache-control': 'private, no-store',
      'content-type': `${file.type}; charset=utf-8`,
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="${file.name}"`,
    },
  })
}
