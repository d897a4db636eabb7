/** /desk/money — what a mentor earned, what is due and was paid out, and to whom. */
import { data, redirect } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted, typedIn } from '#server/platform/http/form'
import { requireMentor } from '#server/site/guards/account-guards'
import * as m from '#messages/mentors'
import { Notice } from '../../ui/controls/notice.tsx'
import { DeskFrame } from '../../ui/mentors/desk/desk-frame.tsx'
import deskStyles from '../../ui/mentors/desk/desk.css?url'
import { Earned } from '../../ui/payments/earned.tsx'
import { PayeeForm } from '../../ui/payments/payee-form.tsx'
import { ownZone } from '../../views/accounts/own-zone.ts'
import { personalHeaders } from '../../views/accounts/sign-in-pages.ts'
import { readDeskHead } from '../../views/mentors/desk/desk.ts'
import { handlePayeeForm, readDeskMoney } from '../../views/payments/desk-money.ts'
import type { Route } from './+types/desk-money'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: deskStyles }]
export const headers = personalHeaders

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireMentor(context, request)
  const app = context.get(appContext)
  return {
    head: await readDeskHead(app, session.mentorId),
    page: await readDeskMoney(app, session, ownZone(request, session)),
    saved: new URL(request.url).searchParams.has('saved'),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireMentor(context, request)
  const typed = typedIn(await readPosted(request))
  const { client } = clientOfPage(context, request)
  const outcome = await handlePayeeForm(context.get(appContext), { session, client }, typed)
  return 'saved' in outcome
    ? redirect('/desk/money?saved', 303)
    : data({ result: outcome.result }, { status: outcome.status })
}

export default function DeskMoney({ loaderData: { head, page, saved }, actionData }: Route.ComponentProps) {
  return (
    <DeskFrame title={m.yourMoney()} line={m.yourEarnings()} head={head}>
      {saved && !actionData && (
        <div className="mb-5 max-w-3xl">
          <Notice good>
            <output>{m.payeeSaved()}</output>
          </Notice>
        </div>
      )}
      <Earned page={page} />
      <PayeeForm page={page} result={actionData?.result ?? null} />
    </DeskFrame>
  )
}
