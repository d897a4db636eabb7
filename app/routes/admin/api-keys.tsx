/** /admin-dashboard/api-keys — API keys of the operator's apps: created, listed and revoked. */
import { data, redirect } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted } from '#server/platform/http/form'
import { requireAdmin } from '#server/site/guards/account-guards'
import * as m from '#messages/admin'
import { AdminFrame } from '../../ui/admin/admin-frame.tsx'
import adminStyles from '../../ui/admin/admin.css?url'
import { ApiKeys } from '../../ui/admin/api/api-keys.tsx'
import { ownZone } from '../../views/accounts/own-zone.ts'
import { personalHeaders } from '../../views/accounts/sign-in-pages.ts'
import { handleApiKeysForm, readApiKeys } from '../../views/admin/api-keys.ts'
import type { Route } from './+types/api-keys'

const PATH = '/admin-dashboard/api-keys'
const CONFIRM = `/account/confirm?next=${encodeURIComponent(PATH)}`

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: adminStyles }]

export const headers = personalHeaders

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAdmin(context, request)
  const page = await readApiKeys(context.get(appContext), ownZone(request, session))
  return {
    page,
    done: new URL(request.url).searchParams.has('revoked') ? m.keyRevoked() : null,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireAdmin(context, request)
  const { client } = clientOfPage(context, request)
  const outcome = await handleApiKeysForm(context.get(appContext), { session, client }, await readPosted(request))
  switch (outcome.is) {
    case 'result':
      return data(outcome.result, outcome.status)
    case 'revoked':
      return redirect(`${PATH}?revoked`, 303)
    case 'unproven':
      return redirect(CONFIRM, 303)
    case 'gone':
      throw data(m.noSuchKey(), 404)
    case 'no_form':
      throw data(null, 400)
  }
}

export default function ApiKeysPage({ loaderData: { page, done }, actionData }: Route.ComponentProps) {
  return (
    <AdminFrame title={m.apiKeys()} done={actionData ? null : done}>
      <ApiKeys page={page} result={actionData ?? null} />
    </AdminFrame>
  )
}
