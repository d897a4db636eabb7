/**
 * /cohorts/:slug/waiting — asks for an email when a seat in a full cohort is free again. It says the same whether or not the
 * address waits already.
 */
import { data } from 'react-router'
import { findJoinable } from '#server/cohorts/seats/hold-seat'
import { joinSeatWaitlist } from '#server/cohorts/seats/waitlist/join-waitlist'
import { appContext } from '#server/context'
import { currentSession } from '#server/site/guards/account-guards'
import { AskPage } from '../../../ui/waitlist/join-page.tsx'
import { PERSONAL, personalHeaders } from '../../../views/accounts/sign-in-pages.ts'
import { describeSeatWaitlist, readSeatAsk, explainSeatError } from '../../../views/cohorts/seat-waitlist.ts'
import { handleWaitlistForm } from '../../../views/waitlist/handle-waitlist-form.ts'
import type { Route } from './+types/join-seat-waitlist'

export async function loader({ context, params }: Route.LoaderArgs) {
  const view = await readSeatAsk(context.get(appContext), params.slug, currentSession(context)?.email ?? '')
  if (!view) throw data(null, 404)
  return data(view, { headers: PERSONAL })
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const app = context.get(appContext)
  const found = await findJoinable(app, params.slug)
  if (!found) throw data(null, 404)
  const cohort = { id: found.id, slug: found.slug, title: found.content.title }
  return handleWaitlistForm(context, request, {
    ask: (joined, who) => joinSeatWaitlist(app, { cohort, ...joined }, who),
    wordsFor: (email, confirmed) => describeSeatWaitlist(cohort, email, confirmed),
    refused: (refusal) => explainSeatError(refusal, cohort),
  })
}

export const headers = personalHeaders

export default function AskForSeat({ loaderData, actionData }: Route.ComponentProps) {
  return <AskPage view={loaderData} result={actionData} />
}
