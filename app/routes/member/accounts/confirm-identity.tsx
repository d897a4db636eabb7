/**
 * /account/confirm?next= — a signed-in person confirms their identity before a change that outlives the session: by
 * their password, or by signing in again with a passkey or Google. Valid for some minutes.
 */
import { data, Form, useNavigation } from 'react-router'
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { listProviders } from '#server/accounts/queries'
import { readOwnPasswordForm } from '#server/accounts/details-form'
import { readPosted } from '#server/platform/http/form'
import { requireAccount } from '#server/site/guards/account-guards'
import { confirmIdentity } from '#server/accounts/sign-in/confirm-identity'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import * as m from '#messages/accounts'
import { AccountPage } from '../../../ui/accounts/sign-in/account-page.tsx'
import { leadingTo } from '../../../ui/accounts/sign-in/answer.ts'
import { OtherWays } from '../../../ui/accounts/sign-in/other-ways.tsx'
import { PasswordField } from '../../../ui/accounts/sign-in/password-field.tsx'
import { explainTooMany } from '../../../ui/accounts/sign-in/refusal.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { redirectWithCookies, readNextPath, personalHeaders } from '../../../views/accounts/sign-in-pages.ts'
import type { Route } from './+types/confirm-identity'

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAccount(context, request)
  const providers = await listProviders(context.get(appContext).db, session.accountId)
  return {
    next: readNextPath(request),
    email: formatEmailAddress(session.email),
    hasPassword: providers.includes('credential'),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireAccount(context, request)
  const read = readOwnPasswordForm(await readPosted(request))
  if (!read.ok) return data({ wrong: read.error['password'] }, 400)
  const { client } = clientOfPage(context, request)
  const confirmed = await confirmIdentity(context.get(appContext), session, read.value.password, client)
  if (confirmed.ok) return redirectWithCookies(readNextPath(request), confirmed.value.setCookies)
  switch (confirmed.error.code) {
    case 'wrong_password':
      return data({ wrong: m.wrongPassword() }, 401)
    case 'too_many': {
      const { retryAfter } = confirmed.error
      const headers = { 'Retry-After': String(retryAfter) }
      return data({ wrong: explainTooMany(retryAfter) }, { status: 429, headers })
    }
  }
}

export const headers = personalHeaders

export default function ConfirmIdentity({ loaderData, actionData }: Route.ComponentProps) {
  const { next, email, hasPassword } = loaderData
  const busy = useNavigation().state !== 'idle'
  return (
    <AccountPage title={m.confirmItsYou()} lead={m.confirmItsYouLead()}>
      {hasPassword && (
        <Form method="post" action={leadingTo('/account/confirm', next)} noValidate className="form-fields">
          {/* Lets password managers match the password to its account. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField id="confirm-password" label={m.yourPassword()} error={actionData?.wrong} />
          <Button type="submit" disabled={busy} className="w-full">
            {busy ? m.checking() : m.goOn()}
          </Button>
        </Form>
      )}
      {!hasPassword && <p>{m.noPasswordSignIn()}</p>}
      <OtherWays next={next} />
    </AccountPage>
  )
}
