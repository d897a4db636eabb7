/** /sign-in/code?next= — the second step of signing in: a code of the authenticator app, or a backup code. */
import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { readCode } from '#server/accounts/form'
import { readPosted } from '#server/platform/http/form'
import { takeSecondStep } from '#server/accounts/sign-in/sign-in'
import * as m from '#messages/accounts'
import { AccountPage } from '../../../ui/accounts/sign-in/account-page.tsx'
import { leadingTo } from '../../../ui/accounts/sign-in/answer.ts'
import { RefusalAlert } from '../../../ui/accounts/sign-in/refusal.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import type { Route } from './+types/sign-in-code'
import {
  redirectWithCookies,
  readNextPath,
  personalHeaders,
  pageAfterSignIn,
  loadNextPath,
} from '../../../views/accounts/sign-in-pages.ts'
import { again, asPage, tooMany } from '../../../views/accounts/sign-in-forms.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  return { next: loadNextPath(context, request) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const read = readCode(await readPosted(request))
  if (!read.ok) return asPage(again({ fields: read.error }, 400))

  const { client } = clientOfPage(context, request)
  const taken = await takeSecondStep(context.get(appContext), read.value.code, client)
  if (taken.ok)
    return redirectWithCookies(pageAfterSignIn(taken.value.admin, readNextPath(request)), taken.value.setCookies)
  switch (taken.error.code) {
    case 'too_many':
      return asPage(tooMany(taken.error))
    case 'closed': {
      const { kind, retryAfter } = taken.error
      return asPage({ ...again({ refusal: { code: 'closed', kind, seconds: retryAfter } }, 429), retryAfter })
    }
    case 'wrong_code':
    case 'over':
      return asPage(again({ refusal: { code: taken.error.code } }, 401))
  }
}

export const headers = personalHeaders

export default function SignInCode({ loaderData: { next }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (actionData) form.current?.querySelector('input')?.select() // It was refused, so the next one is typed over it.
  }, [actionData])

  const isClosed = actionData?.refusal?.code === 'closed' && actionData.refusal.kind === 'app'
  const action = leadingTo('/sign-in/code', next)
  const button = (
    <Button type="submit" disabled={busy} className="w-full">
      {busy ? m.checking() : m.signIn()}
    </Button>
  )
  return (
    <AccountPage
      title={m.secondStep()}
      lead={m.enterSixDigits()}
      below={
        <details open={isClosed}>
          <summary className="link min-h-11 py-2.5">{m.backupCodeInstead()}</summary>
          <Form method="post" action={action} noValidate className="mt-2 form-fields">
            <Field
              id="backup-code"
              name="code"
              label={m.backupCode()}
              hint={m.backupCodeHint()}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              required
            />
            {button}
          </Form>
        </details>
      }
    >
      <Form ref={form} method="post" action={action} noValidate className="form-fields">
        {actionData?.refusal && <RefusalAlert refusal={actionData.refusal} next={next} />}
        <Field
          id="code"
          name="code"
          label={m.code()}
          error={actionData?.fields['code']}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={40}
          required
        />
        {button}
      </Form>
    </AccountPage>
  )
}
