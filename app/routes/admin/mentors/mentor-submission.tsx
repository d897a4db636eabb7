/** /mentor/:id — a mentor submission, for an admin to review. Specification §2. */
import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted } from '#server/platform/http/form'
import { requireAdmin } from '#server/site/guards/account-guards'
import reviewStyles from '../../../ui/mentors/review/review.css?url'
import { ReviewPage } from '../../../ui/mentors/review/review-page.tsx'
import { ownZone } from '../../../views/accounts/own-zone.ts'
import { handleReview } from '../../../views/mentors/review/review-actions.ts'
import { readReview } from '../../../views/mentors/review/review.ts'
import type { Route } from './+types/mentor-submission'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: reviewStyles }]

export function loader({ context, request, params }: Route.LoaderArgs) {
  const session = requireAdmin(context, request)
  return readReview(context.get(appContext), session, params.id, ownZone(request, session))
}

export async function action({ context, request, params: { id } }: Route.ActionArgs) {
  const session = requireAdmin(context, request)
  const { client } = clientOfPage(context, request)
  const form = await readPosted(request)
  const app = context.get(appContext)
  const outcome = await handleReview({ app, session, client, id, form, zone: ownZone(request, session) })
  return outcome ? data(outcome.result, { status: outcome.status }) : redirect(`/mentor/${id}`, 303)
}

/** Also revalidates after an error: another admin may have decided first, and the page shows it. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === 'POST' || defaultShouldRevalidate

export default function MentorSubmission({ loaderData, actionData }: Route.ComponentProps) {
  // Another version is another form: nothing of the earlier one must stay in its hidden fields.
  return <ReviewPage key={loaderData.id} view={loaderData} result={actionData ?? null} />
}
