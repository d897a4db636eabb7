/**
 * /sign-up?next= — emails a link that makes an account once it is followed. The page says the same whether or not the address
 * has one already.
 */
import { Link, useNavigation } from 'react-router'
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { readPosted } from '#server/platform/http/form'
import * as m from '#messages/accounts'
import { AccountForm } from '../../../ui/accounts/sign-in/account-form.tsx'
import { AccountPage } from '../../../ui/accounts/sign-in/account-page.tsx'
import { leadingTo, NO_ANSWER } from '../../../ui/accounts/sign-in/answer.ts'
import { SentNote } from '../../../ui/accounts/sign-in/sent-note.tsx'
import type { Route } from './+types/sign-up'
import { readNextPath, personalHeaders, loadNextPath } from '../../../views/accounts/sign-in-pages.ts'
import { asPage, signUpByForm } from '../../../views/accounts/sign-in-forms.ts'
import { rich } from '../../../ui/rich.tsx'

export function loader({ context, request }: Route.LoaderArgs) {
  return { next: loadNextPath(context, request) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { client } = clientOfPage(context, request)
  return asPage(await signUpByForm(context.get(appContext), await readPosted(request), readNextPath(request), client))
}

export const headers = personalHeaders

export default function SignUp({ loaderData: { next }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  if (actionData?.sent) {
    return (
      <AccountPage title={m.checkYourEmail()}>
        <SentNote email={actionData.sent}>{m.signUpSent()}</SentNote>
      </AccountPage>
    )
  }
  return (
    <AccountPage
      title={m.signUp()}
      lead={m.signUpLead()}
      below={
        <p>
          {rich(
            m.haveAnAccount({
              link: (text) => (
                <Link to={leadingTo('/sign-in', next)} className="link">
                  {text}
                </Link>
              ),
            }),
          )}
        </p>
      }
    >
      <AccountForm mode="up" next={next} result={actionData ?? NO_ANSWER} busy={busy} id="sign-up" />
    </AccountPage>
  )
}
