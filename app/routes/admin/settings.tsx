/** /admin-dashboard/settings — what the site is called, shows and takes, without a restart. */
import { data, redirect } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/http/client'
import { readPosted, typedIn } from '#server/http/form'
import { requireAdmin } from '#server/http/guards'
import { AdminFrame } from '../../ui/admin/admin-frame.tsx'
import adminStyles from '../../ui/admin/admin.css?url'
import { SettingsForms } from '../../ui/admin/settings-forms.tsx'
import { ownZone } from '../../views/accounts/own-zone.ts'
import { personalHeaders } from '../../views/accounts/sign-in-pages.ts'
import { answerSettings, readSettings } from '../../views/admin/settings.ts'
import type { Route } from './+types/settings'

const PATH = '/admin-dashboard/settings'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: adminStyles }]

export const headers = personalHeaders

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAdmin(context, request)
  const query = new URL(request.url).searchParams
  const page = await readSettings(context.get(appContext), ownZone(request, session), query.get('country') ?? '')
  return { page, done: query.has('done') ? 'It is set, and shown everywhere within two seconds.' : null }
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireAdmin(context, request)
  const typed = typedIn(await readPosted(request))
  const { client } = clientOfPage(context, request)
  const answered = await answerSettings(context.get(appContext), { session, client }, typed)
  if (!answered) throw data(null, 400)
  if ('done' in answered) return redirect(`${PATH}?done`, 303)
  return data(answered.answer, answered.status)
}

export default function Settings({ loaderData: { page, done }, actionData }: Route.ComponentProps) {
  return (
    <AdminFrame title="Settings" done={actionData ? null : done}>
      <SettingsForms page={page} answer={actionData ?? null} />
    </AdminFrame>
  )
}
