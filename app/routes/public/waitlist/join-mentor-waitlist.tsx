/**
 * /mentors/:slug/waiting — asks for an email when a mentor who has nothing to book has a time again. It says the same whether
 * or not the address waits already.
 */
import { data } from 'react-router'
import { joinMentorWaitlist } from '#server/bookings/waitlist/join-waitlist'
import { appContext } from '#server/context'
import { currentSession } from '#server/site/guards/account-guards'
import { findMentor } from '#server/mentors/queries'
import { AskPage } from '../../../ui/waitlist/join-page.tsx'
import { PERSONAL, personalHeaders } from '../../../views/accounts/sign-in-pages.ts'
import { describeMentorWaitlist, readAsk, explainError } from '../../../views/bookings/waitlist.ts'
import { handleWaitlistForm } from '../../../views/waitlist/handle-waitlist-form.ts'
import type { Route } from './+types/join-mentor-waitlist'

export async function loader({ context, params }: Route.LoaderArgs) {
  const view = await readAsk(context.get(appContext), params.slug, currentSession(context)?.email ?? '')
  if (!view) throw data(null, 404)
  return data(view, { headers: PERSONAL })
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const app = context.get(appContext)
  const mentor = await findMentor(app.db, params.slug)
  if (!mentor) throw data(null, 404)
  return handleWaitlistForm(context, request, {
    ask: (joined, who) => joinMentorWaitlist(app, { mentor, ...joined }, who),
    wordsFor: (email, confirmed) => describeMentorWaitlist(mentor, email, confirmed),
    refused: (refusal) => explainError(refusal, mentor),
  })
}

export const headers = personalHeaders

export default function JoinWaitlist({ loaderData, actionData }: Route.ComponentProps) {
  return <AskPage view={loaderData} result={actionData} />
}
