/** /desk/sessions — the sessions that people can book, as their mentor edits them. */
import { data, redirect } from 'react-router'
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { readPosted, typedIn } from '#server/platform/http/form'
import { requireMentor } from '#server/site/guards/account-guards'
import { saveCancelPolicy } from '#server/mentors/cancel-policy'
import { savePaymentLinks } from '#server/mentors/payment-links'
import * as m from '#messages/mentors'
import { DeskFrame } from '../../ui/mentors/desk/desk-frame.tsx'
import applicationStyles from '../../ui/mentors/application/application.css?url'
import deskStyles from '../../ui/mentors/desk/desk.css?url'
import { PaymentLinksForm } from '../../ui/mentors/desk/payment-links-form.tsx'
import { PolicyForm } from '../../ui/mentors/desk/policy-form.tsx'
import { SessionsEditor } from '../../ui/mentors/desk/sessions-editor.tsx'
import { DeskPackages } from '../../ui/packages/desk-packages.tsx'
import { readDeskHead } from '../../views/mentors/desk/desk.ts'
import { handleSessionsForm, readRules, readSessionsPage } from '../../views/mentors/desk/sessions.ts'
import { readDeskPackages, savePackagesByForm } from '../../views/packages/desk.ts'
import type { Route } from './+types/desk-sessions'

const PATH = '/desk/sessions'

/** What is said after saving, by `?saved=`. */
const DONE = {
  live: m.sessionsSavedLive,
  packages: m.packagesSaved,
  policy: m.policySaved,
  links: m.paymentLinksSaved,
  review: m.sessionsSavedReview,
}

export const links: Route.LinksFunction = () =>
  [deskStyles, applicationStyles].map((href) => ({ rel: 'stylesheet', href }))

export async function loader({ context, request }: Route.LoaderArgs) {
  const { mentorId } = requireMentor(context, request)
  const app = context.get(appContext)
  const saved = new URL(request.url).searchParams.get('saved')
  return {
    head: await readDeskHead(app, mentorId),
    page: await readSessionsPage(app, mentorId),
    ...(await readRules(app, mentorId)),
    packages: await readDeskPackages(app, mentorId),
    done: saved && Object.hasOwn(DONE, saved) ? DONE[saved as keyof typeof DONE]() : null,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireMentor(context, request)
  const typed = typedIn(await readPosted(request))
  const { client } = clientOfPage(context, request)
  if (typed['intent'] === 'policy') {
    const wanted = { mentorId: session.mentorId, typed: typed['policy'] ?? '' }
    const saved = await saveCancelPolicy(context.get(appContext), wanted, { session, client })
    return saved.ok ? redirect(`${PATH}?saved=policy`, 303) : data({ unknownPolicy: true as const }, 400)
  }
  if (typed['intent'] === 'links') {
    const wanted = { mentorId: session.mentorId, accepts: typed['acceptsLinks'] === 'on' }
    await savePaymentLinks(context.get(appContext), wanted, { session, client })
    return redirect(`${PATH}?saved=links`, 303)
  }
  if (typed['intent'] === 'packages') {
    const app = context.get(appContext)
    const result = await savePackagesByForm(app, session.mentorId, typed, { session, client })
    return result ? data(result, 400) : redirect(`${PATH}?saved=packages`, 303)
  }
  const outcome = await handleSessionsForm(context.get(appContext), { session, client }, session.mentorId, typed)
  if ('to' in outcome) return redirect(`${PATH}?${outcome.to}`, 303)
  return data(outcome.result, outcome.status)
}

export default function DeskSessions({ loaderData, actionData }: Route.ComponentProps) {
  const { head, page, policy, acceptsLinks, done, packages: sold } = loaderData
  const result = actionData && 'fields' in actionData ? actionData : null
  return (
    <DeskFrame title={m.yourSessions()} line={m.sessionsLine()} head={head}>
      <SessionsEditor
        key={JSON.stringify(result?.typed ?? page.typed)}
        path={PATH}
        page={page}
        result={result}
        done={actionData ? null : done}
      />
      <DeskPackages
        path={PATH}
        packages={sold}
        result={actionData && 'packageErrors' in actionData ? actionData : null}
      />
      <PolicyForm
        path={PATH}
        saved={policy}
        currency={page.currency}
        unknown={Boolean(actionData && 'unknownPolicy' in actionData)}
      />
      <PaymentLinksForm path={PATH} saved={acceptsLinks} />
    </DeskFrame>
  )
}
