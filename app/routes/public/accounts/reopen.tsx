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
import * as m from '#messages/accounts'
import { AccountPage } from '../../../ui/accounts/sign-in/account-page.tsx'
import { LinkOver } from '../../../ui/accounts/sign-in/link-over.tsx'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { SupportAddress } from '../../../ui/layout/support-address.tsx'
import { rich } from '../../../ui/rich.tsx'
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
      <AccountPage title={m.accountReopened()} lead={m.accountReopenedLead()}>
        <ButtonLink to="/sign-in" className="w-full">
          {m.signIn()}
        </ButtonLink>
      </AccountPage>
    )
  }
  if (after === 'closed' && !actionData) {
    return (
      <AccountPage title={m.accountClosed()} lead={m.accountClosedLead({ days: REOPEN_DAYS })}>
        <ButtonLink to="/" variant="secondary" className="w-full">
          {m.home()}
        </ButtonLink>
      </AccountPage>
    )
  }
  if (!token && !actionData) {
    return (
      <AccountPage title={m.linkIncomplete()} lead={m.linkIncompleteLead()}>
        <ButtonLink to="/sign-in" variant="secondary" className="w-full">
          {m.signIn()}
        </ButtonLink>
      </AccountPage>
    )
  }
  if (!email || actionData) {
    return (
      <LinkOver>
        <p>{rich(m.reopenedBefore({ days: REOPEN_DAYS, address: (text) => <SupportAddress fallback={text} /> }))}</p>
        <ButtonLink to="/sign-in" className="w-full">
          {m.signIn()}
        </ButtonLink>
      </LinkOver>
    )
  }
  return (
    <AccountPage title={m.reopenYourAccount()} lead={m.reopenYourAccountLead()}>
      <Form method="post" action={`/reopen?token=${encodeURIComponent(token)}`}>
        <Button type="submit" disabled={busy} className="w-full wrap-anywhere">
          {m.reopenAccountOf({ email })}
        </Button>
      </Form>
    </AccountPage>
  )
}
