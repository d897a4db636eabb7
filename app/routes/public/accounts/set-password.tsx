/**
 * /set-password?token= — sets a password by an emailed or printed link. Opening it changes nothing; a weak password
 * leaves the link usable.
 */
import { data, Form, useNavigation } from 'react-router'
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { readNewPassword } from '#server/accounts/form'
import { readPosted } from '#server/platform/http/form'
import { setPasswordByLink } from '#server/accounts/passwords'
import { listSignInMethods } from '#server/accounts/sign-in-methods'
import { readLink } from '#server/accounts/sign-in/links'
import * as m from '#messages/accounts'
import { AccountPage } from '../../../ui/accounts/sign-in/account-page.tsx'
import { LinkOver } from '../../../ui/accounts/sign-in/link-over.tsx'
import { PasswordField } from '../../../ui/accounts/sign-in/password-field.tsx'
import { RefusalAlert } from '../../../ui/accounts/sign-in/refusal.tsx'
import { WaysInFields } from '../../../ui/accounts/sign-in/ways-in.tsx'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { rich } from '../../../ui/rich.tsx'
import type { Route } from './+types/set-password'
import { redirectWithCookies, PERSONAL, personalHeaders, readLinkToken } from '../../../views/accounts/sign-in-pages.ts'
import { again, asPage, tooMany } from '../../../views/accounts/sign-in-forms.ts'

/** `link` null: it was used, has expired or is unknown. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const token = readLinkToken(request)
  const link = await readLink(context.get(appContext), token)
  const opens = link && (link.purpose === 'reset' || link.purpose === 'admin')
  const ways = opens ? await listSignInMethods(context.get(appContext), link.email) : null
  return data({ token, ways, link: opens ? link : null }, { status: opens ? 200 : 404, headers: PERSONAL })
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readPosted(request)
  const read = readNewPassword(form)
  if (!read.ok) return asPage(again({ fields: read.error }, 400))

  const { client } = clientOfPage(context, request)
  const link = { token: readLinkToken(request), ...read.value }
  const followed = await setPasswordByLink(context.get(appContext), link, client)
  if (followed.ok) {
    const { setCookies, admin } = followed.value
    if (!setCookies) return redirectWithCookies('/sign-in?new=password')
    return redirectWithCookies(admin ? '/admin-dashboard' : '/account', setCookies)
  }
  switch (followed.error.code) {
    case 'too_many':
      return asPage(tooMany(followed.error))
    case 'weak_password':
      return asPage(again({ fields: { password: followed.error.why } }, 400))
    case 'link_over':
      return asPage(again({ refusal: { code: 'over' } }, 404))
  }
}

export const headers = personalHeaders

export default function SetPassword({ loaderData: { token, ways, link }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  if (!link || actionData?.refusal?.code === 'over') {
    return (
      <LinkOver>
        <p>{m.passwordLinkOver()}</p>
        <ButtonLink to="/forgot-password" className="w-full">
          {m.sendNewLink()}
        </ButtonLink>
      </LinkOver>
    )
  }
  return (
    <AccountPage
      title={m.setNewPassword()}
      lead={rich(
        m.passwordFor({
          email: link.email,
          isAdmin: link.purpose === 'admin',
          strong: (text) => <strong className="font-semibold wrap-anywhere text-ink">{text}</strong>,
        }),
      )}
    >
      <Form
        method="post"
        action={`/set-password?token=${encodeURIComponent(token)}`}
        noValidate
        className="form-fields"
      >
        {actionData?.refusal && <RefusalAlert refusal={actionData.refusal} />}
        {/* Lets password managers match the password to its account. */}
        <input type="text" name="username" autoComplete="username" value={link.email} readOnly hidden />
        <PasswordField id="new-password" label={m.newPassword()} fresh error={actionData?.fields['password']} />
        {ways && <WaysInFields ways={ways} />}
        <Button type="submit" disabled={busy} className="w-full">
          {busy ? m.settingIt() : m.setThePassword()}
        </Button>
      </Form>
    </AccountPage>
  )
}
