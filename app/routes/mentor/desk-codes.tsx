/** /desk/codes — a mentor's own discount codes. */
import { data, redirect } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted, typedIn } from '#server/platform/http/form'
import { requireMentor } from '#server/site/guards/account-guards'
import * as m from '#messages/codes'
import { DeskCodes } from '../../ui/discounts/desk-codes.tsx'
import { DeskFrame } from '../../ui/mentors/desk/desk-frame.tsx'
import deskStyles from '../../ui/mentors/desk/desk.css?url'
import { personalHeaders } from '../../views/accounts/sign-in-pages.ts'
import { describeDeskDone, handleDeskCodesForm, readDeskCodes } from '../../views/discounts/desk-codes.ts'
import { readDeskHead } from '../../views/mentors/desk/desk.ts'
import type { Route } from './+types/desk-codes'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: deskStyles }]

export const headers = personalHeaders

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireMentor(context, request)
  const [app, query] = [context.get(appContext), new URL(request.url).searchParams]
  return {
    head: await readDeskHead(app, session.mentorId),
    page: await readDeskCodes(app, session, query),
    done: describeDeskDone(query),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireMentor(context, request)
  const typed = typedIn(await readPosted(request))
  const { client } = clientOfPage(context, request)
  const outcome = await handleDeskCodesForm(context.get(appContext), { session, client }, typed)
  if (!outcome) throw data(null, 400)
  if (outcome === 'gone') throw data(null, 404)
  if ('to' in outcome) return redirect(`/desk/codes?${outcome.to}`, 303)
  const wait = outcome.retryAfter
  return data(outcome.result, { status: outcome.status, headers: wait ? { 'Retry-After': String(wait) } : {} })
}

export default function DeskCodesPage({ loaderData: { head, page, done }, actionData }: Route.ComponentProps) {
  return (
    <DeskFrame title={m.discountCodes()} line={m.codesLine()} head={head}>
      <DeskCodes page={page} result={actionData ?? null} done={actionData ? null : done} />
    </DeskFrame>
  )
}
