/**
 * /forgot-password — emails a link to set a new password. It says the same whether or not the address has an account.
 */
import { Form, Link, useNavigation } from 'react-router'
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { readReset } from '#server/accounts/form'
import { readPosted } from '#server/platform/http/form'
import { requestPasswordReset } from '#server/accounts/passwords'
import { AccountPage } from '../../../ui/accounts/sign-in/account-page.tsx'
import { RefusalAlert } from '../../../ui/accounts/sign-in/refusal.tsx'
import { SentNote } from '../../../ui/accounts/sign-in/sent-note.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import type { Route } from './+types/forgot-password'
import { personalHeaders } from '../../../views/accounts/sign-in-pages.ts'
import { again, asPage, tooMany, typedIn } from '../../../views/accounts/sign-in-forms.ts'

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
      <AccountPage title="Check your email">
        <SentNote email={actionData.sent}>
          If there’s an account with this address, you’ll get a link to set a new password. It works for an hour.
        </SentNote>
      </AccountPage>
    )
  }
  return (
    <AccountPage
      title="Set a new password"
      lead="We’ll email you a link to set a new password. You’ll be signed out everywhere."
      below={
        <p>
          Remember it?{' '}
          <Link to="/sign-in" className="link">
            Sign in
          </Link>
          .
        </p>
      }
    >
      <Form method="post" noValidate className="form-fields">
        {actionData?.refusal && <RefusalAlert refusal={actionData.refusal} />}
        <Field
          id="forgot-email"
          name="email"
          type="email"
          label="Email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={actionData?.typed.email}
          error={actionData?.fields['email']}
          required
          maxLength={254}
        />
        <Button type="submit" disabled={busy} className="w-full">
          {busy ? 'Sending...' : 'Send the link'}
        </Button>
      </Form>
    </AccountPage>
  )
}
