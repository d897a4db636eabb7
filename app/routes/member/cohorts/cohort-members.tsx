/** /cohorts/:slug/members — who takes part in a cohort, for its proposer and for admins. */
import { data, redirect } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted } from '#server/platform/http/form'
import { requireLeader } from '#server/site/guards/seat-guard'
import { MembersPage } from '../../../ui/cohorts/joining/members-page.tsx'
import { PERSONAL, personalHeaders } from '../../../views/accounts/sign-in-pages.ts'
import { handleMembersForm, readMembers } from '../../../views/cohorts/members.ts'
import type { Route } from './+types/cohort-members'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { cohort, session } = await requireLeader(context, request, params.slug)
  return data(await readMembers(context.get(appContext), cohort, session), { headers: PERSONAL })
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { cohort, session } = await requireLeader(context, request, params.slug)
  const { client } = clientOfPage(context, request)
  const form = await readPosted(request)
  const outcome = await handleMembersForm(context.get(appContext), { session, client }, cohort, form)
  if (outcome === null) throw data(null, 400)
  if (outcome === 'done') return redirect(`/cohorts/${params.slug}/members`, 303)
  return data(outcome, { status: outcome.status, headers: PERSONAL })
}

export const headers = personalHeaders

export default function CohortMembers({ loaderData, actionData }: Route.ComponentProps) {
  return <MembersPage view={loaderData} problem={actionData?.problem ?? null} typed={actionData?.typed} />
}
