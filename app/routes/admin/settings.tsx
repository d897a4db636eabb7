/** /admin-dashboard/settings — what the site is called, shows and takes, without a restart. */
import { data, redirect } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted, typedIn } from '#server/platform/http/form'
import { requireAdmin } from '#server/site/guards/account-guards'
import * as m from '#messages/admin'
import { AdminFrame } from '../../ui/admin/admin-frame.tsx'
import adminStyles from '../../ui/admin/admin.css?url'
import { SettingsForms } from '../../ui/admin/settings/settings-forms.tsx'
import { TopicsForms } from '../../ui/admin/settings/topics-forms.tsx'
import { ownZone } from '../../views/accounts/own-zone.ts'
import { personalHeaders } from '../../views/accounts/sign-in-pages.ts'
import { handleSettingsForm, readSettings } from '../../views/admin/settings.ts'
import { handleTopicsForm, readTopics } from '../../views/admin/topics.ts'
import type { Route } from './+types/settings'

const PATH = '/admin-dashboard/settings'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: adminStyles }]

export const headers = personalHeaders

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAdmin(context, request)
  const [app, query] = [context.get(appContext), new URL(request.url).searchParams]
  return {
    page: await readSettings(app, {
      zone: ownZone(request, session),
      country: query.get('country') ?? '',
      language: query.get('language') ?? '',
    }),
    topics: await readTopics(app),
    done: query.has('done') ? m.settingSaved() : null,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireAdmin(context, request)
  const typed = typedIn(await readPosted(request))
  const { client } = clientOfPage(context, request)
  const [app, by] = [context.get(appContext), { session, client }]
  const topics = await handleTopicsForm(app, by, typed)
  // Another admin may have saved first: show the current list.
  if (topics && 'result' in topics)
    return data({ setting: null, topic: topics.result, topics: await readTopics(app) }, topics.status)
  const outcome = topics ?? (await handleSettingsForm(app, by, typed))
  if (!outcome) throw data(null, 400)
  const language = new URL(request.url).searchParams.get('language')
  if ('done' in outcome)
    return redirect(`${PATH}?${language ? new URLSearchParams({ language, done: '' }) : 'done'}`, 303)
  return data({ setting: outcome.result, topic: null, topics: null }, outcome.status)
}

export default function Settings({ loaderData: { page, topics, done }, actionData }: Route.ComponentProps) {
  return (
    <AdminFrame title={m.settings()} done={actionData ? null : done}>
      <SettingsForms page={page} result={actionData?.setting ?? null}>
        <TopicsForms view={actionData?.topics ?? topics} result={actionData?.topic ?? null} />
      </SettingsForms>
    </AdminFrame>
  )
}
