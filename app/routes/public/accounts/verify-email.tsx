/**
 * /verify-email?token= — confirms an address by the link that was emailed to it: makes an account, or gives an account this
 * address. Only the form does it, since email scanners open links. The password chosen at the request is typed again, because a
 * stranger may have made the request and wait for the owner to confirm it. With `&anew` name and password are chosen here.
 */
import { data, Form, Link, useNavigation } from 'react-router'
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { readChosen } from '#server/accounts/form'
import { readOwnPasswordForm } from '#server/accounts/details-form'
import { readPosted } from '#server/platform/http/form'
import { ownPath, currentSession } from '#server/site/guards/account-guards'
import { completeSignUp } from '#server/accounts/sign-up'
import { readLink } from '#server/accounts/sign-in/links'
import { confirmNewEmail } from '#server/accounts/new-email'
import * as m from '#messages/accounts'
import { AccountPage } from '../../../ui/accounts/sign-in/account-page.tsx'
import { LinkOver } from '../../../ui/accounts/sign-in/link-over.tsx'
import { PasswordField } from '../../../ui/accounts/sign-in/password-field.tsx'
import { explainTooMany } from '../../../ui/accounts/sign-in/refusal.tsx'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import type { Route } from './+types/verify-email'
import { redirectWithCookies, PERSONAL, personalHeaders, readLinkToken } from '../../../views/accounts/sign-in-pages.ts'
import { typedIn } from '../../../views/accounts/sign-in-forms.ts'
import { rich } from '../../../ui/rich.tsx'

/** `link` null: it was used, has expired or is unknown. `anew`: name and password are chosen here. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const token = readLinkToken(request)
  const link = await readLink(context.get(appContext), token)
  const opens = link && (link.purpose === 'sign_up' || link.purpose === 'new_email')
  const anew = link?.purpose === 'sign_up' && new URL(request.url).searchParams.has('anew')
  return data({ token, anew, link: opens ? link : null }, { status: opens ? 200 : 404, headers: PERSONAL })
}

export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const { client } = clientOfPage(context, request)
  const token = readLinkToken(request)
  const link = await readLink(app, token)
  if (!link) return data({ ...OPEN, over: true }, { status: 404, headers: PERSONAL })
  const signsUp = link.purpose === 'sign_up'
  const form = await readPosted(request)
  const { name: typedName = '' } = typedIn(form)
  const read = signsUp && form.has('name') ? readChosen(form) : readOwnPasswordForm(form)
  if (!read.ok) return data({ ...OPEN, typedName, fields: read.error }, { status: 400, headers: PERSONAL })

  const input = { token, ...read.value }
  const followed = signsUp ? await completeSignUp(app, input, client) : await confirmNewEmail(app, input, client)
  if (followed.ok && followed.value) return redirectWithCookies(ownPath(followed.value.next), followed.value.setCookies)
  if (followed.ok) {
    return currentSession(context)
      ? redirectWithCookies('/account')
      : data({ ...OPEN, changed: link.email }, { headers: PERSONAL })
  }
  const { error } = followed
  const wrong = (password: string): VerifyResult => ({ ...OPEN, typedName, fields: { password } })
  switch (error.code) {
    case 'wrong_password':
      return data(wrong(signsUp ? m.notChosenPassword() : m.notAccountPassword()), { status: 401, headers: PERSONAL })
    case 'weak_password':
      return data(wrong(error.why), { status: 400, headers: PERSONAL })
    case 'too_many': {
      const headers = { ...PERSONAL, 'Retry-After': String(error.retryAfter) }
      return data(wrong(explainTooMany(error.retryAfter)), { status: 429, headers })
    }
    case 'link_over':
      return data({ ...OPEN, over: true }, { status: 404, headers: PERSONAL })
  }
}

/** `fields`: messages by field. */
type VerifyResult = { over: boolean; changed: string | null; typedName: string; fields: Record<string, string> }

const OPEN: VerifyResult = { over: false, changed: null, typedName: '', fields: {} }

export const headers = personalHeaders

export default function VerifyEmail({ loaderData: { token, anew, link }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  if (actionData?.changed) {
    return (
      <AccountPage title={m.addressChanged()} lead={m.addressChangedLead({ email: actionData.changed })}>
        <ButtonLink to="/sign-in" className="w-full">
          {m.signIn()}
        </ButtonLink>
      </AccountPage>
    )
  }
  if (!link || actionData?.over) {
    return (
      <LinkOver>
        <p>{m.confirmationLinkOver()}</p>
        <ButtonLink to="/sign-in" className="w-full">
          {m.signIn()}
        </ButtonLink>
        <ButtonLink to="/sign-up" variant="secondary" className="w-full">
          {m.signUpAgain()}
        </ButtonLink>
      </LinkOver>
    )
  }
  const { fields, typedName } = actionData ?? OPEN
  const signsUp = link.purpose === 'sign_up'
  const page = `/verify-email?token=${encodeURIComponent(token)}`
  return (
    <AccountPage
      title={signsUp ? m.confirmYourAddress() : m.yourNewAddress()}
      lead={anew ? m.chooseNameAndPassword() : signsUp ? m.enterChosenPassword() : m.enterOwnPassword()}
      below={
        signsUp &&
        !anew && (
          <p>
            {rich(
              m.forgotOrNotRequested({
                link: (text) => (
                  <Link to={`${page}&anew`} className="link">
                    {text}
                  </Link>
                ),
              }),
            )}
          </p>
        )
      }
    >
      <Form method="post" action={anew ? `${page}&anew` : page} noValidate className="form-fields">
        {anew && (
          <Field
            key="name"
            id="chosen-name"
            name="name"
            label={m.name()}
            autoComplete="name"
            defaultValue={typedName}
            error={fields['name']}
            required
            maxLength={120}
          />
        )}
        {/* Lets password managers match the password to its account. */}
        {signsUp && <input type="text" name="username" autoComplete="username" value={link.email} readOnly hidden />}
        <PasswordField id="own-password" fresh={anew} error={fields['password']} />
        <Button type="submit" disabled={busy} className="w-full wrap-anywhere">
          {signsUp ? m.confirmAddress({ email: link.email }) : m.takeNewAddress({ email: link.email })}
        </Button>
      </Form>
    </AccountPage>
  )
}
