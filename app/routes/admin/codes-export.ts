/** /admin-dashboard/codes/export — the codes of a batch as a CSV file. */
import { redirect } from 'react-router'
import { appContext } from '#server/context'
import { writeBatchFile } from '#server/discounts/batch-file'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted, typedIn } from '#server/platform/http/form'
import { requireAdmin } from '#server/site/guards/account-guards'
import * as m from '#messages/admin'
import { makeSlug } from '#domain/slug'
import type { Route } from './+types/codes-export'

export function loader({ context, request }: Route.LoaderArgs) {
  requireAdmin(context, request)
  return redirect('/admin-dashboard/codes')
}

/** By a button, because a download is recorded and a link changes nothing. */
export async function action({ context, request }: Route.ActionArgs) {
  const session = requireAdmin(context, request)
  const { client } = clientOfPage(context, request)
  const batch = (typedIn(await readPosted(request))['batch'] ?? '').toWellFormed().replaceAll('\0', '')
  const file = await writeBatchFile(context.get(appContext), { session, client }, batch)
  if (file === null) throw new Response(m.noSuchFile(), { status: 404 })
  return new Response(file, {
    headers: {
      'cache-control': 'private, no-store',
      'content-type': 'text/csv; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="${makeSlug(batch, 'codes', new Set())}.csv"`,
    },
  })
}
