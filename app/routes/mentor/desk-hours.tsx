/** /desk/hours — when a mentor can be booked, and what a change of it would do before it is saved. */
import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { discardDraft, readDraft } from '#server/accounts/drafts/drafts'
import { readPosted } from '#server/platform/http/form'
import { requireMentor } from '#server/site/guards/account-guards'
import { listZoneGroups } from '#server/platform/reference/zones'
import * as m from '#messages/mentors'
import { DeskFrame } from '../../ui/mentors/desk/desk-frame.tsx'
import deskStyles from '../../ui/mentors/desk/desk.css?url'
import { HoursEditor } from '../../ui/mentors/desk/hours-editor.tsx'
import { readDeskHead } from '../../views/mentors/desk/desk.ts'
import { requireAccountOrSaveDraft } from '../../views/accounts/draft-guard.ts'
import { handleHoursForm, formOfDraft, hoursDraft, readHoursPage } from '../../views/mentors/desk/hours.ts'
import type { Route } from './+types/desk-hours'

const PATH = '/desk/hours'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: deskStyles }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { mentorId } = requireMentor(context, request)
  const app = context.get(appContext)
  const draft = await readDraft(app, clientOfPage(context, request).client.browser, PATH)
  return {
    head: await readDeskHead(app, mentorId),
    page: await readHoursPage(app, request, mentorId, draft && formOfDraft(draft)),
    zones: listZoneGroups(),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readPosted(request)
  await requireAccountOrSaveDraft(context, request, PATH, hoursDraft(form))
  const session = requireMentor(context, request)
  const app = context.get(appContext)
  const { client } = clientOfPage(context, request)
  if (form.get('intent') === 'discard') {
    await discardDraft(app, client.browser, PATH)
    return redirect(PATH, 303)
  }
  const result = await handleHoursForm(app, request, { session, form, client })
  if (!result) throw data(null, 400)
  if (!result.saved) return data(result.page, result.status)
  await discardDraft(app, client.browser, PATH)
  return redirect(`${PATH}?saved`, 303)
}

/** A preview changes nothing, and what is typed stays in the form that was opened. */
export const shouldRevalidate = ({ formMethod, actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === 'POST' && actionStatus !== undefined ? false : defaultShouldRevalidate

export default function DeskHours({ loaderData, actionData }: Route.ComponentProps) {
  const { head, page, zones } = loaderData
  return (
    <div className="desk-frame-width">
      <DeskFrame title={m.yourHours()} line={m.hoursSetIn({ place: head.place })} head={head}>
        <HoursEditor key={page.base} opened={actionData ?? page} zones={zones} />
      </DeskFrame>
    </div>
  )
}
