/**
 * /reopen?token= — reopens a closed account by the link that was emailed. Only the form does it, since email scanners open
 * links. With `?closed` it is the page after closing, with `?open` the one after reopening.
 */
import { data, Form, useNavigation } from 'react-router'
import { REOPEN_DAYS } from '#domain/accounts/account'
import { reopenAccount } from '#server/privacy/leaving/close-account'
import { limitByNetwork } from '#server/accounts/sign-in/attempts'
import { readLink } from '#server/accounts/sign-in/links'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { AccountPage } from '../../../ui/accounts/sign-in/account-page.tsx'
import { LinkOver } from '../../../ui/accounts/sign-in/link-over.tsx'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { SupportAddress } from '../../../ui/layout/support-address.tsx'
import { readLinkToken, PERSONAL, personalHeaders, redirectWithCookies } from '../../../views/accounts/sign-in-pages.ts'
import type { Route } from './+types/reopen'

export async function loader({ context, request }: Route.LoaderArgs) {
  const token = readLinkToken(request)
  const { searchParams } = new URL(request.url)
  const after = searchParams.has('open') ? 'open' : searchParams.has('closed') ? 'closed' : null
  if (!token) return data({ token, email: null, after }, { headers: PERSONAL })
  const link = await readLink(context.get(appContext), token)
  const email = link?.purpose === 'reopen' ? link.email : null
  return data({ token, email, after: null }, { status: email ? 200 : 404, headers: PERSONAL })
}

export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const { client } = clientOfPage(context, request)
  const reopened = await reopenAccount(app, readLinkToken(request), client)
  if (reopened.ok) return redirectWithCookies('/reopen?open')
  const tried = await limitByNetwork(app, 'link', client)
  if (tried.ok) return data({ over: true }, { status: 404, headers: PERSONAL })
  const headers = { ...PERSONAL, 'Retry-After': String(tried.error.retryAfter) }
  return data({ over: true }, { status: 429, headers })
}

export const headers = personalHeaders

export default function Reopen({ loaderData: { token, email, after }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  if (after === 'open' && !actionData) {
    return (
      <AccountPage title="Account reopened" lead="Sessions that were cancelled stay cancelled.">
        <ButtonLink to="/sign-in" className="w-full">
          Sign in
        </ButtonLink>
      </AccountPage>
    )
  }
  if (after === 'closed' && !actionData) {
    return (
      <AccountPage
        title="Your account is closed"
        lead={`You can reopen it for ${REOPEN_DAYS} days with the link in our email. After that we delete your data.`}
      >
        <ButtonLink to="/" variant="secondary" className="w-full">
          Home
        </ButtonLink>
      </AccountPage>
    )
  }
  if (!token && !actionData) {
    return (
      <AccountPage
        title="This link is incomplete"
        lead="Part of the link from the email is missing. Copy the whole link, or use the button in the email."
      >
        <ButtonLink to="/sign-in" variant="secondary" className="w-full">
          Sign in
        </ButtonLink>
      </AccountPage>
    )
  }
  if (!email || actionData) {
    return (
      <LinkOver>
        <p>
          A closed account can be reopened once, for {REOPEN_DAYS} days. If you have done it before, sign in. A
          question? Write to <SupportAddress />.
        </p>
        <ButtonLink to="/sign-in" className="w-full">
          Sign in
        </ButtonLink>
      </LinkOver>
    )
  }
  return (
    <AccountPage title="Reopen your account" lead="It’s as you left it, without the cancelled sessions.">
      <Form method="post" action={`/reopen?token=${encodeURIComponent(token)}`}>
        <Button type="submit" disabled={busy} className="w-full wrap-anywhere">
          Reopen the account of {email}
        </Button>
      </Form>
    </AccountPage>
  )
}
