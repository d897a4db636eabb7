/** /admin-dashboard/webhooks — the operator's webhook endpoints, and the deliveries to them. */
import { data, redirect } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted, typedIn } from '#server/platform/http/form'
import { requireAdmin } from '#server/site/guards/account-guards'
import * as m from '#messages/admin'
import { AdminFrame } from '../../ui/admin/admin-frame.tsx'
import adminStyles from '../../ui/admin/admin.css?url'
import { WebhookEndpoints } from '../../ui/admin/api/webhook-endpoints.tsx'
import { WebhookLog } from '../../ui/admin/api/webhook-log.tsx'
import { ownZone } from '../../views/accounts/own-zone.ts'
import { personalHeaders } from '../../views/accounts/sign-in-pages.ts'
import { handleWebhooksForm, describeDone, readWebhooks } from '../../views/admin/webhooks.ts'
import type { Route } from './+types/webhooks'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: adminStyles }]

export const headers = personalHeaders

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAdmin(context, request)
  const query = new URL(request.url).searchParams
  const page = await readWebhooks(context.get(appContext), query, ownZone(request, session))
  return { page, done: describeDone(query) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireAdmin(context, request)
  const typed = typedIn(await readPosted(request))
  const { client } = clientOfPage(context, request)
  const outcome = await handleWebhooksForm(context.get(appContext), { session, client }, typed)
  if (!outcome) throw data(null, 400)
  if ('to' in outcome) return redirect(outcome.to, 303)
  return data(outcome.result, outcome.status)
}

export default function Webhooks({ loaderData: { page, done }, actionData }: Route.ComponentProps) {
  return (
    <AdminFrame title={m.webhooks()} lead={m.webhooksLead()} done={actionData ? null : done}>
      <div className="grid gap-10">
        <WebhookEndpoints page={page} result={actionData ?? null} />
        <WebhookLog page={page} />
      </div>
    </AdminFrame>
  )
}
