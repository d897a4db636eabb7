/**
 * /become-a-mentor/apply — the application form as a page, which also works without scripts. The dialog on
 * /become-a-mentor reads and sends the same.
 */
import { data, redirect } from 'react-router'
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { readPosted, typedIn } from '#server/platform/http/form'
import { currentSession } from '#server/site/guards/account-guards'
import * as m from '#messages/application'
import applicationStyles from '../../../ui/mentors/application/application.css?url'
import { ApplicationForm } from '../../../ui/mentors/application/application-form.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import type { Route } from './+types/apply'
import { refusalByCode } from '../../../views/accounts/picture-refusals.ts'
import { requireAccountOrSaveDraft } from '../../../views/accounts/draft-guard.ts'
import { APPLICATION_PATH, readApplication } from '../../../views/mentors/application.ts'
import { saveWithoutScripts } from '../../../views/accounts/long-form.ts'
import { APPLICATION_FORM, sendApplication, toFormData } from '../../../views/mentors/application-actions.ts'

const TITLE = 'apply-title'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: applicationStyles }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { client, setCookie } = clientOfPage(context, request)
  const offer = await readApplication(context.get(appContext), currentSession(context), client)
  const query = new URL(request.url).searchParams
  const refused = refusalByCode(query.get('picture') ?? '')
  const headers: HeadersInit = { 'Cache-Control': 'no-store', ...(setCookie && { 'Set-Cookie': setCookie }) }
  const shown = { offer, uploaded: refused?.picture ?? null, saved: query.has('saved') }
  // That we failed is said to machines too. What its sender can mend is said in the page alone.
  if (refused?.status !== 503) return data(shown, { headers })
  return data(shown, { status: 503, headers: { ...headers, 'Retry-After': refused.retryAfter ?? '60' } })
}

export async function action({ context, request }: Route.ActionArgs) {
  const { intent = '', version = '', ...typed } = typedIn(await readPosted(request))
  const session = await requireAccountOrSaveDraft(context, request, APPLICATION_PATH, toFormData(typed))
  const app = context.get(appContext)
  const { client } = clientOfPage(context, request)
  const actor = { session, client }
  const outcome =
    intent === 'send'
      ? await sendApplication(app, actor, typed)
      : await saveWithoutScripts(app, actor, APPLICATION_FORM, { typed, intent, version })
  if ('to' in outcome) return redirect(outcome.to, 303)
  return data(outcome.result, outcome.status)
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export default function Apply({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={actionData ? m.notSentTitle() : m.addSchedule()} />
      <ApplicationForm titleId={TITLE} heading="h1" {...loaderData} result={actionData ?? null} />
    </>
  )
}
