/**
 * /forgot-password — emails a link to set a new password. It says the same whether or not the address has an account.
 */
import { Form, Link, useNavigation } from 'react-router'
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { readReset } from '#server/accounts/form'
import { readPosted } from '#server/platform/http/form'
import { requestPasswordReset } from '#server/accounts/passwords'
import * as m from '#messages/accounts'
import { AccountPage } from '../../../ui/accounts/sign-in/account-page.tsx'
import { RefusalAlert } from '../../../ui/accounts/sign-in/refusal.tsx'
import { SentNote } from '../../../ui/accounts/sign-in/sent-note.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import type { Route } from './+types/forgot-password'
import { personalHeaders } from '../../../views/accounts/sign-in-pages.ts'
import { again, asPage, tooMany, typedIn } from '../../../views/accounts/sign-in-forms.ts'
import { rich } from '../../../ui/rich.tsx'

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readPosted(request)
  const typed = typedIn(form)
  const read = readReset(form)
  if (!read.ok) return asPage(again({ typed, fields: read.error }, 400))

  const { client } = clientOfPage(context, request)
  const requested = await requestPasswordReset(context.get(appContext), read.value.email, client)
  if (!requested.ok) return asPage(tooMany(requested.error, typed))
  return asPage(again({ sent: read.value.email }, 200))
}

export const headers = personalHeaders

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  if (actionData?.sent) {
    return (
      <AccountPage title={m.checkYourEmail()}>
        <SentNote email={actionData.sent}>{m.resetSent()}</SentNote>
      </AccountPage>
    )
  }
  return (
    <AccountPage
      title={m.setNewPassword()}
      lead={m.setNewPasswordLead()}
      below={
        <p>
          {rich(
            m.rememberPassword({
              link: (text) => (
                <Link to="/sign-in" className="link">
                  {text}
                </Link>
              ),
            }),
          )}
        </p>
      }
    >
      <Form method="post" noValidate className="form-fields">
        {actionData?.refusal && <RefusalAlert refusal={actionData.refusal} />}
        <Field
          id="forgot-email"
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
        <Button type="submit" disabled={busy} className="w-full">
          {busy ? m.sending() : m.sendTheLink()}
        </Button>
      </Form>
    </AccountPage>
  )
}
