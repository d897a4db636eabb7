/**
 * /AdminLogin?next= — the sign-in page for admins. Everyone else gets the same refusal after the same time, whatever was
 * wrong.
 */
import { Form, useNavigation } from 'react-router'
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { readAdminSignIn } from '#server/accounts/form'
import { readPosted } from '#server/platform/http/form'
import { currentSession, requireEnglish } from '#server/site/guards/account-guards'
import { delayResponse } from '#server/accounts/sign-in/attempts'
import { signIn } from '#server/accounts/sign-in/sign-in'
import * as m from '#messages/admin'
import { AccountPage } from '../../ui/accounts/sign-in/account-page.tsx'
import { leadingTo } from '../../ui/accounts/sign-in/answer.ts'
import { PasswordField } from '../../ui/accounts/sign-in/password-field.tsx'
import { explainTooMany } from '../../ui/accounts/sign-in/refusal.tsx'
import { Alert } from '../../ui/controls/alert.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import {
  redirectWithCookies,
  readNextPath,
  personalHeaders,
  pageAfterSignIn,
} from '../../views/accounts/sign-in-pages.ts'
import { again, asPage, tooMany, typedIn } from '../../views/accounts/sign-in-forms.ts'
import type { Route } from './+types/login'

export function loader({ context, request }: Route.LoaderArgs) {
  requireEnglish(request)
  const next = readNextPath(request)
  if (currentSession(context)?.role === 'admin') throw redirectWithCookies(pageAfterSignIn(true, next))
  return { next }
}

export async function action({ context, request }: Route.ActionArgs) {
  const next = pageAfterSignIn(true, readNextPath(request))
  const form = await readPosted(request)
  const typed = typedIn(form)
  const read = readAdminSignIn(form)
  if (!read.ok) return asPage(again({ typed, fields: read.error }, 400))

  const { client } = clientOfPage(context, request)
  const { waitSeconds, outcome } = await signIn(context.get(appContext), read.value, 'admin', client)
  await delayResponse(waitSeconds)
  if (outcome.ok) {
    const { step, setCookies } = outcome.value
    return redirectWithCookies(step === 'second' ? leadingTo('/sign-in/code', next) : next, setCookies)
  }
  switch (outcome.error.code) {
    case 'too_many':
      return asPage(tooMany(outcome.error, typed))
    case 'refused':
    case 'suspended':
      return asPage(again({ typed, refusal: { code: 'refused' } }, 401))
  }
}

export const headers = personalHeaders

export default function AdminLogin({ loaderData: { next }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  const refusal = actionData?.refusal
  return (
    <AccountPage title={m.adminSignIn()} lead={m.adminSignInLead()}>
      <Form method="post" action={leadingTo('/AdminLogin', next)} noValidate className="form-fields">
        {refusal && (
          <Alert>
            <p className="font-semibold">
              {refusal.code === 'too_many' ? explainTooMany(refusal.seconds) : m.invalidAdmin()}
            </p>
          </Alert>
        )}
        <Field
          id="admin-email"
          name="email"
          type="email"
          label={m.email()}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={actionData?.typed.email}
          error={actionData?.fields['email']}
          required
          maxLength={254}
        />
        <PasswordField id="admin-password" error={actionData?.fields['password']} />
        <Button type="submit" disabled={busy} className="w-full">
          {busy ? m.signingIn() : m.signIn()}
        </Button>
      </Form>
    </AccountPage>
  )
}
