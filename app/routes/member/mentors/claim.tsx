/**
 * /claim?token= — a person takes over the record imported for them. Opening the page changes nothing. Visitors
 * are redirected to sign in, and back.
 */
import { data, Form, redirect, useNavigation } from 'react-router'
import type { MentorStatus } from '#domain/mentors/mentor-status'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { requireAccount } from '#server/site/guards/account-guards'
import { claimRecord, readClaimLink } from '#server/mentors/claim/claim'
import { findRecord } from '#server/mentors/record/content-queries'
import * as m from '#messages/application'
import { AccountPage } from '../../../ui/accounts/sign-in/account-page.tsx'
import { LinkOver } from '../../../ui/accounts/sign-in/link-over.tsx'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { Fact, Facts } from '../../../ui/layout/facts.tsx'
import { readLinkToken, PERSONAL, personalHeaders } from '../../../views/accounts/sign-in-pages.ts'
import type { Route } from './+types/claim'
import { rich } from '../../../ui/rich.tsx'

/** `link` null: it was followed, replaced, has expired or is unknown. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAccount(context, request)
  const app = context.get(appContext)
  const token = readLinkToken(request)
  const link = await readClaimLink(app, token)
  const hasRecord = (await findRecord(app.db, { account: session.accountId })) !== undefined
  return data({ token, link, hasRecord, email: session.email }, { status: link ? 200 : 404, headers: PERSONAL })
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireAccount(context, request)
  const { client } = clientOfPage(context, request)
  const claimed = await claimRecord(context.get(appContext), { session, client }, readLinkToken(request))
  if (claimed.ok) return redirect(pageAfterClaim(claimed.value), { status: 303, headers: PERSONAL })
  return data({ code: claimed.error.code }, { status: claimed.error.code === 'has_record' ? 409 : 404 })
}

/** A public record leads to the hours, by which it is booked; any other to where its application stands. */
const pageAfterClaim = ({ status }: { status: MentorStatus }): string =>
  status === 'accepted' || status === 'paused' ? '/desk/hours' : '/become-a-mentor'

export const headers = personalHeaders

export default function Claim({ loaderData: { token, link, hasRecord, email }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  if (!link || actionData?.code === 'link_over') {
    return (
      <LinkOver>
        <p>{m.claimLinkOver()}</p>
        <ButtonLink to="/" variant="secondary" className="w-full">
          {m.goHome()}
        </ButtonLink>
      </LinkOver>
    )
  }
  if (hasRecord) {
    return (
      <AccountPage title={m.hasRecordTitle()} lead={m.hasRecordLead({ email })}>
        <ButtonLink to="/profile" className="w-full">
          {m.openProfile()}
        </ButtonLink>
      </AccountPage>
    )
  }
  return (
    <AccountPage
      title={m.isThisYou()}
      lead={
        <>
          {rich(
            m.claimLead({
              email,
              strong: (text) => <strong className="font-semibold wrap-anywhere text-ink">{text}</strong>,
            }),
          )}
        </>
      }
    >
      <Form method="post" action={`/claim?token=${encodeURIComponent(token)}`} className="form-fields">
        <Facts>
          <Fact name={m.name()}>{link.name}</Fact>
          {link.role && <Fact name={m.role()}>{link.role}</Fact>}
          {link.location && <Fact name={m.location()}>{link.location}</Fact>}
        </Facts>
        <Button type="submit" disabled={busy} className="w-full">
          {busy ? m.claiming() : m.claimRecord()}
        </Button>
        <p className="note">{m.claimNotYou()}</p>
      </Form>
    </AccountPage>
  )
}
