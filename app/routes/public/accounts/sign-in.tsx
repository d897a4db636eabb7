/** /sign-in?next= — with email and password, a passkey or Google. */
import { Link, useNavigation } from 'react-router'
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { readPosted } from '#server/platform/http/form'
import * as m from '#messages/accounts'
import { AccountForm } from '../../../ui/accounts/sign-in/account-form.tsx'
import { AccountPage } from '../../../ui/accounts/sign-in/account-page.tsx'
import { leadingTo, NO_ANSWER } from '../../../ui/accounts/sign-in/answer.ts'
import { OtherWays } from '../../../ui/accounts/sign-in/other-ways.tsx'
import { RefusalAlert } from '../../../ui/accounts/sign-in/refusal.tsx'
import { Notice } from '../../../ui/controls/notice.tsx'
import type { Route } from './+types/sign-in'
import { readNextPath, personalHeaders, loadNextPath } from '../../../views/accounts/sign-in-pages.ts'
import { asPage, signInByForm } from '../../../views/accounts/sign-in-forms.ts'
import { rich } from '../../../ui/rich.tsx'

export function loader({ context, request }: Route.LoaderArgs) {
  const next = loadNextPath(context, request)
  const { searchParams } = new URL(request.url)
  return {
    next,
    byGoogle: searchParams.get('failed') === 'google',
    newPassword: searchParams.get('new') === 'password',
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { client } = clientOfPage(context, request)
  return asPage(await signInByForm(context.get(appContext), await readPosted(request), readNextPath(request), client))
}

export const headers = personalHeaders

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { next, byGoogle, newPassword } = loaderData
  const busy = useNavigation().state !== 'idle'
  return (
    <AccountPage
      title={m.signIn()}
      below={
        <p>
          {rich(
            m.noAccountYet({
              link: (text) => (
                <Link to={leadingTo('/sign-up', next)} className="link">
                  {text}
                </Link>
              ),
            }),
          )}
        </p>
      }
    >
      {newPassword && !actionData && (
        <div className="mb-5">
          <Notice good>{m.newPasswordSet()}</Notice>
        </div>
      )}
      {byGoogle && !actionData && (
        <div className="mb-5">
          <RefusalAlert refusal={{ code: 'google' }} />
        </div>
      )}
      <AccountForm mode="in" next={next} result={actionData ?? NO_ANSWER} busy={busy} id="sign-in" />
      <OtherWays next={next} />
    </AccountPage>
  )
}
