/** /mentor/:id/claim-link — an admin makes a link by which the owner of an imported record takes it over. */
import { data } from 'react-router'
import { CLAIM_DAYS } from '#domain/mentors/import/claim'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted } from '#server/platform/http/form'
import { requireAdmin } from '#server/site/guards/account-guards'
import * as m from '#messages/admin'
import { AccountPage } from '../../../ui/accounts/sign-in/account-page.tsx'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { ClaimLinkForms } from '../../../ui/mentors/claim/claim-link-forms.tsx'
import { ownZone } from '../../../views/accounts/own-zone.ts'
import { personalHeaders } from '../../../views/accounts/sign-in-pages.ts'
import { handleClaimLinkForm, readClaimLinkView } from '../../../views/mentors/claim-link.ts'
import type { Route } from './+types/claim-link'

export function loader({ context, request, params }: Route.LoaderArgs) {
  const session = requireAdmin(context, request)
  return readClaimLinkView(context.get(appContext), params.id, ownZone(request, session))
}

export async function action({ context, request, params: { id } }: Route.ActionArgs) {
  const session = requireAdmin(context, request)
  const { client } = clientOfPage(context, request)
  const app = context.get(appContext)
  const form = await readPosted(request)
  const { origin } = new URL(app.config.fixedOrigin ? app.config.PUBLIC_URL : request.url)
  const { result, status } = await handleClaimLinkForm({ app, session, client, id, form, origin })
  return data(result, { status })
}

export const headers = personalHeaders

export default function ClaimLink({ loaderData: view, actionData }: Route.ComponentProps) {
  if (view.why !== null) {
    const why = view.why === 'claimed' ? m.recordClaimed() : m.recordOwned()
    return (
      <AccountPage title={m.noLinkNeeded()} lead={why}>
        <ButtonLink to={`/mentor/${view.id}`} variant="secondary" className="w-full">
          {m.backToRecord()}
        </ButtonLink>
      </AccountPage>
    )
  }
  return (
    <AccountPage
      title={m.claimLinkFor({ name: view.name })}
      lead={m.claimLinkNote({ days: CLAIM_DAYS })}
      below={
        <ButtonLink to={`/mentor/${view.id}`} variant="secondary" className="w-full">
          {m.backToRecord()}
        </ButtonLink>
      }
    >
      <ClaimLinkForms email={view.email} open={view.open} result={actionData ?? null} />
    </AccountPage>
  )
}
