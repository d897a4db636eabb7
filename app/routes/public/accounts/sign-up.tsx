/**
 * /sign-up?next= — emails a link that makes an account once it is followed. The page says the same whether or not the address
 * has one already.
 */
import { Link, useNavigation } from 'react-router'
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { readPosted } from '#server/platform/http/form'
import { AccountForm } from '../../../ui/accounts/sign-in/account-form.tsx'
import { AccountPage } from '../../../ui/accounts/sign-in/account-page.tsx'
import { leadingTo, NO_ANSWER } from '../../../ui/accounts/sign-in/answer.ts'
import { SentNote } from '../../../ui/accounts/sign-in/sent-note.tsx'
import { SIGN_UP_SENT } from '../../../ui/accounts/sign-in/sign-up-words.ts'
import type { Route } from './+types/sign-up'
import { readNextPath, personalHeaders, loadNextPath } from '../../../views/accounts/sign-in-pages.ts'
import { asPage, signUpByForm } from '../../../views/accounts/sign-in-forms.ts'

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
      <AccountPage title="Check your email">
        <SentNote email={actionData.sent}>{SIGN_UP_SENT}</SentNote>
      </AccountPage>
    )
  }
  return (
    <AccountPage
      title="Sign up"
      lead="With an account you find your bookings in one place. You don’t need one to book."
      below={
        <p>
          Have an account?{' '}
          <Link to={leadingTo('/sign-in', next)} className="link">
            Sign in
          </Link>
          .
        </p>
      }
    >
      <AccountForm mode="up" next={next} result={actionData ?? NO_ANSWER} busy={busy} id="sign-up" />
    </AccountPage>
  )
}
